import Answers
import CommandSources
import Feeds
import Paging
import Records
import Search
import TableUI
import Terminal

/// The pages of a command on the screen: a paged list of records in columns, or of lines.
final class CommandController: ViewController {
  typealias List = PagedListController<AnswerItem, PageCursor>

  var onNeedsDisplay: (() -> Void)? {
    get { list.onNeedsDisplay }
    set { list.onNeedsDisplay = newValue }
  }
  let list: List
  private let pages: CommandSource
  let appearance: RecordAppearance
  /// Shows an item whole.
  let itemDetail: ItemDetail<AnswerItem, PageCursor>
  private(set) weak var viewer: Viewer?
  /// The list of columns with this beside it, while it is there.
  private weak var chooser: SplitController?
  /// The extent that was laid out last.
  private var size: Size?

  init(_ feed: CommandFeed, _ pager: Pager<AnswerItem, PageCursor>, in viewer: Viewer) {
    pages = feed.pages
    appearance = RecordAppearance(
      theme: viewer.theme, depth: viewer.colorDepth, options: viewer.options)
    self.viewer = viewer
    let chosen = ChosenItem()
    list = Self.list(pager, appearance, chosen, wraps: viewer.options.wrapsLines)
    itemDetail = ItemDetail(list, appearance, in: viewer) {
      DetailSubject($0, called: "the \(feed.itemNames.one)")
    }
    setUpDetail(chosen)
    list.title = feed.title
    list.shortTitle = feed.shortTitle
    list.itemNames = feed.itemNames
    list.extraCommands =
      itemDetail.commandsWithEnter + copying + [telling, choosing, choosingForm] + movingByColumn
  }

  /// The item that was opened or gone to last, as the cells know it.
  private final class ChosenItem {
    var id: AnswerItemID?
  }

  private func setUpDetail(_ chosen: ChosenItem) {
    itemDetail.primary = self
    itemDetail.isInOrderOfTime = true
    itemDetail.reading = { [rule = viewer?.options.searchCase] text throws(PatternError) in
      try TextPattern(text, rule ?? .smart)
    }
    itemDetail.arrive = { [weak self] in
      if let self, let size { layout(for: size) }
    }
    itemDetail.onChoose = { [weak self] in
      chosen.id = $0
      self?.list.tableView.reloadData()
    }
  }

  private static func list(
    _ pager: Pager<AnswerItem, PageCursor>, _ appearance: RecordAppearance,
    _ chosen: ChosenItem, wraps: Bool
  ) -> List {
    let list = List(pager: pager, allowsSelection: false, theme: appearance.theme) {
      table, item, path in
      if let columns = appearance.shownColumns, let record = item.record {
        let cell: RecordCell = table.dequeueCell(for: path)
        cell.show(record, of: nil, columns, appearance)
        cell.isChosen = item.id == chosen.id
        return cell
      }
      let cell: AnswerTextCell = table.dequeueCell(for: path)
      cell.show(item, appearance, wraps: wraps && appearance.shownColumns == nil)
      cell.isChosen = item.id == chosen.id
      return cell
    }
    list.tableView.register(RecordCell.self)
    list.tableView.register(AnswerTextCell.self)
    list.tableView.scrollsSideways = true
    return list
  }

  var commands: [Command] { list.commands }
  var position: Double? { list.position }
  var isStarting: Bool { list.isStarting }
  func viewDidAppear() { list.viewDidAppear() }
  func willHandleInput() { list.willHandleInput() }
  func didChangeFocus(to isFocused: Bool) { list.didChangeFocus(to: isFocused) }

  var status: [Message] {
    list.status + [columnInSight].compactMap { $0.map { Message(fact: $0) } }
  }

  private var columnInSight: String? {
    guard let columns = appearance.shownColumns, let first = columns.firstInSight else {
      return nil
    }
    return "column \(list.grouped(first)) of \(list.grouped(columns.count))"
  }

  func joinEmoji() {
    guard !appearance.rules.joinsEmoji else { return }
    appearance.joinEmoji()
    list.joinEmoji()
  }

  // MARK: A frame

  func layout(for size: Size) {
    self.size = size
    list.layout(for: size)
    if findColumns() { list.layout(for: size) }
    guard let columns = appearance.shownColumns else { return }
    columns.layOut(
      list.tableView.visibleCells.compactMap { $0 as? RecordCell }, width: size.columns)
  }

  func draw(in canvas: inout Canvas) { list.draw(in: &canvas) }

  /// Shows columns from the first record in sight on, and says whether it does so now.
  private func findColumns() -> Bool {
    guard appearance.columns == nil, list.visibleItems.contains(where: { $0.record != nil })
    else { return false }
    appearance.columns = RecordColumns(RecordHead(of: pages), chosen: viewer?.options.columns)
    showColumns()
    return true
  }

  private func showColumns() {
    let columns = appearance.shownColumns
    list.tableView.headerCell = columns.map { RecordHeaderCell($0, appearance) }
    list.tableView.scrollsSideways = columns == nil
    list.tableView.columnOffset = 0
    list.tableView.reloadData()
  }

  // MARK: Keys

  /// What was found in the last answer, and why.
  private var telling: Command {
    Command("where am I", in: .view, keys: ["=", "^G"], words: ["f"]) { [weak self] in
      guard let self else { return }
      list.show(Message(pages.explanation ?? "nothing has come yet"))
    }
  }

  private var choosing: Command {
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
      chooser, beside: self, appearance, for: size ?? Session.smallest, in: session)
  }

  private var choosingForm: Command {
    Command(
      "show columns, or the text of the records", in: .view, keys: ["t"],
      isEnabled: { [weak self] in self?.appearance.columns != nil }
    ) { [weak self] in
      guard let self else { return }
      appearance.form = appearance.form.next(hasLog: false)
      showColumns()
      list.show(
        Message(appearance.form.message))
    }
  }

  private var movingByColumn: [Command] {
    Command.movingByColumn(isEnabled: { [weak self] in self?.appearance.shownColumns != nil }) {
      [weak self] in
      self?.appearance.shownColumns?.scroll(by: $0)
    }
  }
}
