import Feeds
import FileSources
import Paging
import Records
import TableUI
import Terminal

/// The columns of records and the commands for them, in texts and in record lists from any source.
final class RecordTable<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  let appearance: RecordAppearance
  /// The list; its owner retains this object.
  private unowned let list: PagedListController<Item, Cursor>
  /// The detail view, which shows an item completely; its current item is the one that is copied.
  let itemDetail: ItemDetail<Item, Cursor>
  /// The record of an item; nil if the item is not a record.
  let record: (Item) -> Record?
  /// The bytes of an item as written, and a name for them.
  let written: (Item) -> (bytes: [UInt8], name: String)
  /// The size of an item that is too large to be held completely; nil for other items.
  let wholeSize: (Item) -> Int?
  /// The column chooser next to the table, while it is open.
  private weak var chooser: SplitController?
  /// The item that was found last; in a text, the line with the match.
  lazy var found: () -> AnyHashable? = { [appearance] in appearance.matches.current }
  /// The last match whose column was scrolled into view.
  private var revealedMatch: AnyHashable?
  /// The object that sorts the rows; nil if sorting is not possible.
  weak var sorter: (any ColumnSorter)?
  /// Reads a complete row; nil if the list holds complete rows.
  var read: ((Item, @escaping (Record) -> Void) -> Void)?
  /// The state of the mouse on the column names.
  private var headerMouse = ColumnHeaderMouse()

  init(
    _ list: PagedListController<Item, Cursor>, _ appearance: RecordAppearance,
    _ itemDetail: ItemDetail<Item, Cursor>, record: @escaping (Item) -> Record?,
    written: @escaping (Item) -> (bytes: [UInt8], name: String),
    wholeSize: @escaping (Item) -> Int? = { _ in nil }
  ) {
    (self.list, self.appearance, self.itemDetail) = (list, appearance, itemDetail)
    (self.record, self.written, self.wholeSize) = (record, written, wholeSize)
    list.onClick = { [weak self] item, _, _ in self?.click(item) ?? false }
  }

  /// Shows the current columns from the first one on, or no columns if records are shown in another
  /// form.
  func show() {
    let columns = appearance.shownColumns
    // A table with few lines, for example above the column chooser, is shown without its header;
    // the column chooser also shows the names.
    list.tableView.keepsHeader = false
    list.tableView.headerCell = columns.map { RecordHeaderCell($0, appearance) }
    list.tableView.scrollsSideways = columns == nil
    list.tableView.columnOffset = 0
    list.tableView.keepsMark = appearance.marksCurrent
    // The visible cells refer to the previous columns.
    list.tableView.reloadData()
  }

  /// Marks the columns by which rows are sorted.
  func mark(_ sorting: [(column: String, descending: Bool)]) {
    guard let columns = appearance.columns else { return }
    let symbols = appearance.theme.symbols
    let marks = sorting.compactMap { sorting in
      columns.known[sorting.column].map {
        ($0, SafeText(sorting.descending ? symbols.down : symbols.up))
      }
    }
    columns.arranged.mark([Int: SafeText](marks, uniquingKeysWith: { first, _ in first }))
    list.onNeedsDisplay?()
  }

  /// The edition of the file for which the columns were created.
  ///
  /// Rows of older editions, which stay visible until the file is read again, have other columns.
  var edition = 0

  /// Lays out the columns for the visible records before they are drawn.
  func layOut() {
    guard let columns = appearance.shownColumns else { return }
    let cells = list.tableView.visibleCells.compactMap { $0 as? RecordCell }
      .filter { $0.line.map { $0.id.edition >= edition } ?? true }
    let width = list.tableView.contentWidth - appearance.gutter
    columns.layOut(cells, width: width)
    let current = found()
    guard current != revealedMatch else { return }
    revealedMatch = current
    guard
      let cell = cells.first(where: {
        $0.isFound || $0.line?.id == appearance.matches.current && $0.line != nil
      })
    else {
      // The column of the match is revealed when its row becomes visible again.
      return revealedMatch = nil
    }
    columns.revealMatch(of: cell)
    columns.layOut(cells, width: width)
  }

  /// The names of the visible columns.
  var namesInSight: [String] {
    guard let columns = appearance.shownColumns else { return [] }
    let order = columns.arranged.order.shown
    return columns.layout.visibleColumns.map { columns.name(of: order[$0.column]) }
  }

  /// A description of the first visible column, if there are columns to its left, and of the number
  /// of hidden columns.
  var columnInSight: String? {
    guard let columns = appearance.shownColumns else { return nil }
    let first = columns.firstInSight.map {
      "column \(list.grouped($0)) of \(list.grouped(columns.count))"
    }
    let hidden = columns.hiddenCount
    let noun = first != nil ? "" : hidden == 1 ? " column" : " columns"
    let rest = hidden > 0 ? "\(list.grouped(hidden))\(noun) hidden (C: choose)" : nil
    let parts = [first, rest].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " \(appearance.theme.symbols.dot) ")
  }

  // MARK: Keys

  var movingByColumn: [Command] {
    Command.movingByColumn(isEnabled: { [weak self] in self?.appearance.shownColumns != nil }) {
      [weak self] in
      self?.appearance.shownColumns?.scroll(by: $0)
    }
  }

  var choosing: Command {
    Command(
      "choose columns", in: .view, keys: ["C"], hint: "columns", hintPriority: -1,
      isEnabled: { [weak self] in self?.appearance.shownColumns != nil }
    ) { [weak self] in self?.toggleChooser() }
  }

  private func toggleChooser() {
    guard let session = itemDetail.viewer?.session, let primary = itemDetail.primary else { return }
    // A controller can be in only one split.
    if session.front !== chooser { itemDetail.close() }
    let size = list.tableView.size
    chooser = ColumnChooser.toggle(
      chooser, beside: primary, appearance, for: size.lines > 0 ? size : Session.smallest,
      in: session, searchCase: appearance.matches.rule, sorter: sorter)
  }

  /// Chooses a record, or shows it completely if it is chosen already; returns false if the item is
  /// not a record, or if the list has a selection.
  private func click(_ item: Item) -> Bool {
    guard !itemDetail.selects, record(item) != nil else { return false }
    let item = itemDetail.start(of: item)
    if itemDetail.chosen == item.id, itemDetail.detail == nil {
      itemDetail.open()
    } else {
      itemDetail.choose(item)
      list.onNeedsDisplay?()
    }
    return true
  }

  /// Handles the mouse on column names; the list handles other input.
  func handle(_ input: Input) -> Bool {
    guard case .mouse(var mouse) = input, let columns = appearance.shownColumns else {
      return list.handle(input)
    }
    mouse.column -= list.tableView.gutter + appearance.gutter
    let isInHeader = mouse.line < list.tableView.headerHeight
    guard let action = headerMouse.action(for: mouse, isInHeader: isInHeader, columns.layout) else {
      return list.handle(input)
    }
    switch action {
    case .click(let position): columns.scroll(to: position)
    case .hold: break
    case .resize(let position, let width): columns.setWidth(width, at: position)
    }
    return true
  }
}

/// Copying an item of the list: the selected one, or the visible one that was chosen or found last,
/// or else the first visible one.
extension RecordTable {
  /// The command that copies an item that is not a record.
  var copyingLine: Command {
    Command("copy the line", in: .feed, keys: ["y"]) { [weak self] in
      self?.copy { $0.written($1) }
    }
  }

  var copying: [Command] {
    let isEnabled = { [weak self] in self?.appearance.columns != nil }
    return [
      Command("copy the row", in: .feed, keys: ["y"], isEnabled: isEnabled) { [weak self] in
        self?.copyWhole { $0.row(of: $1, $2) }
      },
      Command("copy the record as JSON", in: .feed, keys: ["Y"], isEnabled: isEnabled) {
        [weak self] in
        self?.copyWhole { table, _, record in (record.jsonLine(), "the record") }
      },
    ]
  }

  private func copy(_ text: (RecordTable, Item) -> (bytes: [UInt8], name: String)) {
    guard let viewer = itemDetail.viewer, let item = itemDetail.current else { return }
    // Highlights the item that was copied.
    itemDetail.chosen = item.id
    if let size = wholeSize(item) {
      return itemDetail.list.show(
        viewer.isTooLong(size, of: TextLine.mostOfRecord, as: "the record"))
    }
    let (bytes, name) = text(self, item)
    viewer.copy(bytes, as: name) { [weak list = itemDetail.list] in list?.show($0) }
  }

  /// Copies the record of an item, after reading the complete row if necessary.
  private func copyWhole(
    _ text: @escaping (RecordTable, Item, Record) -> (bytes: [UInt8], name: String)
  ) {
    guard let item = itemDetail.current else { return }
    guard let held = record(item) else { return copy { $0.written($1) } }
    guard let read else { return copy { text($0, $1, held) } }
    itemDetail.chosen = item.id
    read(item) { [weak self] record in
      guard let self, let viewer = itemDetail.viewer else { return }
      let (bytes, name) = text(self, item, record)
      viewer.copy(bytes, as: name) { [weak list = itemDetail.list] in list?.show($0) }
    }
  }

  /// Returns the values of all columns that are not hidden, separated by tabs; if no columns are
  /// shown, the bytes of the item as written.
  private func row(of item: Item, _ record: Record) -> (bytes: [UInt8], name: String) {
    guard let columns = appearance.shownColumns else { return written(item) }
    let shown = columns.arranged.order.shown.map { columns.columns[$0] }
    var row: [UInt8] = []
    RecordLine(reading: columns.reading, columns: shown, isJSON: false).append(record, to: &row)
    return (Array(row.dropLast()), "the row")
  }
}
