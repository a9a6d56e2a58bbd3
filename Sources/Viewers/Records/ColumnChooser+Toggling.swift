import Feeds
import TableUI
import Terminal

extension ColumnChooser {
  /// The table shows what becomes of it; the list has more to tell.
  private static let shareOfTable = 0.4

  /// Shows the list below a table, or closes it where it is in front; returns both where they are shown.
  static func toggle(
    _ shown: SplitController?, beside table: any ViewController, _ appearance: RecordAppearance,
    for size: Size, in session: Session, searchCase: SearchCase = .smart
  ) -> SplitController? {
    if let shown, session.front === shown {
      session.pop()
      return nil
    }
    let list = ColumnChooser(appearance, for: size, searchCase: searchCase)
    let both = SplitController(
      primary: table, secondary: list, axis: .vertical, share: shareOfTable,
      theme: appearance.theme)
    both.focus = .secondary
    list.onClose = { [weak session] in session?.pop() }
    session.push(both)
    return both
  }
}
