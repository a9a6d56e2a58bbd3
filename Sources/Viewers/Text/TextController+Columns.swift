import Feeds
import FileSources
import Records
import TableUI
import Terminal

/// The columns of records, as a reader arranges them: by a list of them, or by the mouse on their names.
extension TextController {
  /// The columns of a feed as they were left, or as they are by now; those that were named on the command line
  /// are neither kept nor changed by what is.
  var keptArrangement: ColumnArrangement? {
    guard viewer?.options.columns == nil, stream == nil else { return nil }
    return arrangement
      ?? FileMarks.name(of: file).flatMap { viewer?.columns?.arrangement(of: $0) }
  }

  /// How a reader has arranged columns of what is at the path, or of what was; nil where nobody has.
  var arrangement: ColumnArrangement? {
    guard let columns = appearance.columns, !columns.areChosen, columns.arranged.isChanged else {
      return earlierArrangement
    }
    return columns.arrangement
  }

  /// Keeps how the columns are arranged, where a reader has changed that.
  func keepColumns() throws {
    guard let arrangement, stream == nil, let name = FileMarks.name(of: file) else { return }
    try viewer?.columns?.keep(arrangement, of: name)
  }

  /// Whether a column is known by a name, or a record in sight has such a field, in whatever form it is shown.
  func isColumn(_ name: String) -> Bool {
    guard let columns = appearance.columns else { return false }
    if columns.isKnown(name) || !columns.reading.isJSON { return columns.isKnown(name) }
    let path = FieldPath(name)
    return shown.contains { columns.reading.record(of: $0)?.value(at: path) != nil }
  }

  // MARK: The list

  var choosing: Command {
    Command(
      "choose columns", in: .view, keys: ["C"], hint: "columns", hintPriority: -1,
      isEnabled: { [weak self] in self?.appearance.shownColumns != nil }
    ) { [weak self] in self?.toggleChooser() }
  }

  private func toggleChooser() {
    guard let session = viewer?.session else { return }
    // A controller is in one split at a time.
    if session.front !== chooser { itemDetail.close() }
    chooser = ColumnChooser.toggle(
      chooser, beside: self, appearance, for: size ?? Session.smallest, in: session,
      searchCase: finder.rule)
  }

  // MARK: The mouse

  /// Takes what is done with the names of columns, and says whether it was that.
  func handle(_ mouse: MouseEvent) -> Bool {
    guard let columns = appearance.shownColumns else { return false }
    var mouse = mouse
    mouse.column -= appearance.gutter
    let isInHeader = mouse.line < list.tableView.headerHeight
    guard let action = headerMouse.action(for: mouse, isInHeader: isInHeader, columns.layout) else {
      return false
    }
    switch action {
    case .click(let position): columns.scroll(to: position)
    case .hold: break
    case .resize(let position, let width): columns.setWidth(width, at: position)
    }
    return true
  }
}
