import Feeds
import Records
import Search
import TableUI
import Terminal

/// A chooser for the columns of a table: which are shown, in which order, how wide they are, and
/// how many are frozen.
///
/// Changes take effect immediately, also in the table above the chooser. Cost: a movement takes
/// time proportional to the size of the screen, and a change or search takes time at most
/// proportional to the number of columns.
final class ColumnChooser: ViewController {
  var onNeedsDisplay: (() -> Void)?
  /// Called to close the chooser.
  var onClose: (() -> Void)?
  let tableView = TableView()
  let appearance: RecordAppearance
  let searchCase: SearchCase
  /// The commands, created once, because each key and each frame uses them.
  private(set) lazy var commands = makeCommands()
  /// The message that is shown until the next key, and the message that the last key has removed.
  private var message: Message?
  private(set) var messageBefore: Message?
  /// The object that sorts the rows; nil if sorting is not possible.
  weak var sorter: (any ColumnSorter)?
  /// The text of the last search.
  var pattern = ""
  /// The state from which the rows were created.
  private var shown: Shown?

  private struct Shown: Equatable {
    let columns: ObjectIdentifier
    let count: Int
    let changes: Int
  }

  /// - Parameter size: the maximum size, needed because keys may be handled before the first frame.
  init(_ appearance: RecordAppearance, for size: Size, searchCase: SearchCase = .smart) {
    (self.appearance, self.searchCase) = (appearance, searchCase)
    tableView.selectionMark = appearance.theme.symbols.selection
    tableView.selectionStyle = appearance.theme.accent
    tableView.register(ColumnChooserCell.self)
    tableView.dataSource = self
    tableView.delegate = self
    reload()
    tableView.layout(for: size)
    // If the table was scrolled sideways, its first visible column is selected.
    if let columns, let first = columns.firstInSight, first <= columns.count {
      select(columns.arranged.order.shown[first - 1])
    }
  }

  var columns: RecordColumns? { appearance.columns }

  /// The number of the selected column.
  var selected: Int? {
    guard let columns, let place = tableView.selectedSection else { return nil }
    return columns.arranged.order.all[place]
  }

  var status: [Message] {
    let (count, all) = (columns?.count ?? 0, columns?.columns.count ?? 0)
    let busy = sorter?.words.map { Message($0, tail: "; Esc: stop") }
    return [Message("Columns", .title)] + [message, busy].compactMap { $0 }
      + [Message(fact: "\(count.grouped) of \(all.grouped) shown")]
  }

  func select(_ column: Int) {
    guard let columns else { return }
    tableView.select(section: columns.arranged.order.place(of: column))
    tableView.scrollToSelection()
  }

  func show(_ message: Message) { self.message = message }

  func willHandleInput() { (message, messageBefore) = (nil, message) }

  func handle(_ input: Input) -> Bool { tableView.handle(input) }

  func layout(for size: Size) {
    reload()
    let isOther = size != tableView.size
    tableView.layout(for: size)
    if isOther { tableView.scrollToSelection() }
  }

  func draw(in canvas: inout Canvas) { tableView.draw(in: &canvas) }

  /// Updates the rows if the columns have changed; columns of JSON are added as records appear.
  func reload() {
    let now = columns.map {
      Shown(
        columns: ObjectIdentifier($0), count: $0.columns.count, changes: $0.arranged.changeCount)
    }
    guard now != shown else { return }
    shown = now
    tableView.reloadData()
  }
}

extension ColumnChooser: TableViewDataSource, TableViewDelegate {
  func numberOfSections(in tableView: TableView) -> Int { columns?.columns.count ?? 0 }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }

  func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any ReusableCell {
    let cell: ColumnChooserCell = tableView.dequeueCell(for: indexPath)
    if let columns {
      cell.show(columns.arranged.order.all[indexPath.section], of: columns, appearance.theme)
    }
    return cell
  }

  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    columns?.arranged.order.all[section] ?? section
  }

  func tableView(_ tableView: TableView, sectionWithIdentifier identifier: AnyHashable) -> Int? {
    guard let columns, let column = identifier.base as? Int, column < columns.columns.count else {
      return nil
    }
    return columns.arranged.order.place(of: column)
  }

  /// Scrolls the table to the selected column.
  func tableViewDidChangeSelection(_ tableView: TableView) { reveal() }

  func reveal() {
    guard let columns, let selected, !columns.arranged.isInSight(selected) else { return }
    columns.reveal(selected)
    onNeedsDisplay?()
  }
}

extension ColumnChooser {
  /// The fraction of the screen for the table; it is less than half, because the chooser has more
  /// to show.
  private static let shareOfTable = 0.4

  /// Opens the chooser below a table, or closes it if it is in front; returns the split if it is
  /// open.
  static func toggle(
    _ shown: SplitController?, beside table: any ViewController, _ appearance: RecordAppearance,
    for size: Size, in session: Session, searchCase: SearchCase = .smart,
    sorter: (any ColumnSorter)? = nil
  ) -> SplitController? {
    if let shown, session.front === shown {
      session.pop()
      return nil
    }
    let list = ColumnChooser(appearance, for: size, searchCase: searchCase)
    list.sorter = sorter
    let both = SplitController(
      primary: table, secondary: list, axis: .vertical, share: shareOfTable,
      theme: appearance.theme)
    both.focus = .secondary
    list.onClose = { [weak session] in session?.pop() }
    session.push(both)
    return both
  }
}

/// Finding a column by a part of its name.
extension ColumnChooser {
  var finding: [Command] {
    [
      Command(
        "find a column by its name", in: .search, keys: ["/"],
        prompt: askingForName),
      Command("next matching column", in: .search, keys: ["n"]) { [weak self] in
        self?.find(by: 1)
      },
      Command("previous matching column", in: .search, keys: ["N"]) { [weak self] in
        self?.find(by: -1)
      },
    ]
  }

  private var askingForName: Prompt {
    var prompt = Prompt("/", kind: "column") { [weak self] in self?.find($0) }
    prompt.hint = Message("part of a name")
    return prompt
  }

  /// Finds a column whose name contains the text; an empty string repeats the last search.
  private func find(_ text: String) {
    if !text.isEmpty { pattern = text }
    find(by: 1)
  }

  /// Selects the next or previous column whose name contains the text, wrapping around.
  ///
  /// Case is treated as in a search. Cost: proportional to the number of names examined.
  private func find(by step: Int) {
    guard let columns, let place = tableView.selectedSection, !pattern.isEmpty,
      let wanted = try? SearchPattern(pattern, case: searchCase.rule, kind: .literal)
    else { return }
    let (all, matcher) = (columns.arranged.order.all, Matcher(wanted))
    for distance in 1...all.count {
      let column = all[(place + step * distance + all.count) % all.count]
      guard !matcher.matches(in: Array(columns.name(of: column).utf8)).isEmpty else { continue }
      return select(column)
    }
    show(Message("no column has '\(pattern)' in its name", .accent))
  }
}

/// A cell for a column: whether it is shown, its name, whether it is frozen, and its width.
final class ColumnChooserCell: TableViewCell {
  private var columns: RecordColumns?
  private var column = 0
  private var theme = Theme.standard

  /// The minimum width of a cell that shows whether the column is frozen, and its width.
  private static let leastWithDetails = 36

  func show(_ column: Int, of columns: RecordColumns, _ theme: Theme) {
    (self.column, self.columns, self.theme) = (column, columns, theme)
  }

  func draw(in canvas: inout Canvas) {
    guard let columns, column < columns.columns.count else { return }
    let isHidden = columns.arranged.isHidden(column)
    canvas.draw(isHidden ? "[ ]" : "[x]", at: .zero, style: theme.faint)
    let hasDetails = canvas.size.columns >= Self.leastWithDetails
    let end = canvas.size.columns - (hasDetails ? Self.detailColumns : 0)
    let mark = columns.arranged[column]?.mark.map { SafeText(glyphs: [.space]) + $0 } ?? .empty
    let name =
      SafeText(columns.columns[column].name, joinsEmoji: theme.joinsEmoji)
      .truncated(to: max(0, end - 4 - mark.width), ellipsis: theme.symbols.cut) + mark
    canvas.draw(name, at: Point(line: 0, column: 4), style: isHidden ? theme.faint : .plain)
    if hasDetails { drawDetails(of: columns, in: &canvas, from: end) }
  }

  /// The width of `frozen`, `width` and a number of five digits, with blanks.
  private static let detailColumns = 21

  private func drawDetails(of columns: RecordColumns, in canvas: inout Canvas, from start: Int) {
    if columns.arranged.isFrozen(column) {
      canvas.draw("frozen", at: Point(line: 0, column: start + 1), style: theme.accent)
    }
    let fixed = columns.arranged[column]?.fixedWidth
    guard let width = fixed ?? columns.arranged.width(of: column) else { return }
    let text = SafeText("width \(width)")
    let place = Point(line: 0, column: start + 20 - text.width)
    canvas.draw(text, at: place, style: fixed == nil ? theme.faint : .plain)
  }
}
