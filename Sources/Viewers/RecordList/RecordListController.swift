import EventLoop
import Feeds
import Paging
import Records
import Search
import TableUI
import Terminal

/// The screen of a record list from any source: in columns, or as lines.
final class RecordListController<Source: RecordFeed>: ViewController {
  typealias List = PagedListController<Source.Item, Source.Cursor>

  var onNeedsDisplay: (() -> Void)? {
    get { list.onNeedsDisplay }
    set { list.onNeedsDisplay = newValue }
  }
  let list: List
  private let feed: Source
  private let appearance: RecordAppearance
  private let table: RecordTable<Source.Item, Source.Cursor>
  /// The detail view, which shows an item completely.
  private let itemDetail: ItemDetail<Source.Item, Source.Cursor>
  private let search: ListSearch<Source>
  private let filter: ListFilter<Source>
  /// Further actions on the rows of a database; nil if the feed has none.
  private let requests: RowRequests<Source>?
  private let wholes: WholeRows<Source>?
  private let marked = MarkedItems()
  private let gaps: TimeGaps<Source.Item, Source.Cursor>
  private let saving: Saving
  private let refusedSorting = RefusedSorting()
  private weak var viewer: Viewer?
  /// The task that reads a row in order to copy it.
  private var reading: Task<Void, Never>? { didSet { oldValue?.cancel() } }
  /// The task that draws the pictures of the shown row.
  private var drawing: Task<Void, Never>? { didSet { oldValue?.cancel() } }
  /// The feed, if it may turn out not to be a list of records.
  weak var awaited: (any AwaitedFeed)?
  /// The pattern whose first match is shown when the first items have arrived.
  private var askedPattern: String?
  /// The size at the last layout.
  private var size: Size?

  init(_ feed: Source, _ pager: Pager<Source.Item, Source.Cursor>, in viewer: Viewer) {
    self.feed = feed
    self.viewer = viewer
    appearance = RecordAppearance(
      theme: viewer.theme, depth: viewer.colorDepth, options: viewer.options)
    list = Self.list(pager, appearance, marked, wraps: viewer.options.wrapsLines)
    if feed.renewing != nil {
      list.restartKey = "r"
      list.words.startsAgain = "run again"
    }
    itemDetail = ItemDetail(list, appearance, in: viewer)
    table = RecordTable(
      list, appearance, itemDetail, record: { $0.record }, written: { $0.content.written })
    gaps = TimeGaps(list, appearance.theme) { items in
      let time: (Source.Item) -> RecordTime? = {
        $0.record.flatMap { TimeRemark.time(of: $0)?.time }
      }
      return items.contains { time($0) != nil } ? time : nil
    }
    search = ListSearch(list, of: feed, appearance.matches, in: viewer)
    filter = ListFilter(list, of: feed, search)
    saving = Self.saving(of: feed, list, filter, in: viewer)
    requests = RowRequests(list, of: feed, filter)
    wholes = WholeRows(of: feed, itemDetail)
    setUp()
    setUpRequests()
    list.title = feed.title
    list.shortTitle = feed.shortTitle
    list.itemNames = feed.itemNames
    list.extraCommands =
      (requests.map { [$0.stopping] } ?? []) + saving.commands + itemDetail.commandsWithEnter
      + search.commands + filter.commands
      + table.copying + (requests?.commands ?? [])
      + [renewing, copyingRequest, telling, table.choosing, choosingForm, gaps.command]
      + table.movingByColumn
      + viewer.goingToNamed { [weak list] in list?.show($0) }
  }

  /// An object that tells the cells whether an item was found last.
  private final class MarkedItems {
    weak var search: ListSearch<Source>?

    func isFound(_ item: Source.Item) -> Bool { search?.isFound(item) ?? false }
  }

  private func setUp() {
    marked.search = search
    table.found = { [weak search] in search?.found }
    search.columns = { [appearance] in appearance.columns }
    search.onFind = { [weak itemDetail] in itemDetail?.chosen = nil }
    search.performPendingInput = { [weak self] in self?.performPendingInput() }
    list.refreshesAround = true
    list.wordsBehindTitle = { [weak self, feed] in
      (self?.filter.status ?? [])
        + [
          feed.activity.map { Message(fact: $0) },
          self?.saving.message,
          self?.requests?.words.map { Message($0, tail: "; Esc: stop") },
        ].compactMap { $0 }
    }
    itemDetail.join(self, primary: self)
    list.onLand = { [weak itemDetail] in itemDetail?.chosen = $0 }
  }

  private func setUpRequests() {
    guard let requests else {
      if feed.renewing != nil { table.sorter = refusedSorting }
      return readWholeByPages()
    }
    table.sorter = requests
    table.read = { [weak requests] in requests?.read($0, then: $1) }
    requests.onSort = { [weak self] in self?.markSorting() }
    requests.onPlace = { [weak itemDetail] in itemDetail?.chosen = $0 }
    list.onGoToPercent = { [weak requests] in requests?.go(toPercent: $0) }
  }

  /// Lets the copy commands read complete rows, in a feed without further actions on its rows.
  private func readWholeByPages() {
    guard let whole = feed.whole else { return }
    table.read = { [weak self] item, action in
      self?.reading = BackgroundExecutor.shared.task { [weak self] in
        let answer = await whole(item)
        guard !Task.isCancelled, let self else { return }
        switch answer {
        case .success(let record): action(record)
        case .failure(let failure): list.show(Message(failure.text, .failure))
        }
      }
    }
  }

  private static func saving(
    of feed: Source, _ list: List, _ filter: ListFilter<Source>, in viewer: Viewer
  ) -> Saving {
    let options = viewer.options
    return Saving(
      list, in: viewer,
      filtered: { [weak filter] in
        feed.wholeItems(meeting: filter?.parts ?? []).map { SavedRows($0, of: feed, options) }
      },
      makeLine: {
        let lines = RecordItemLines(options, toTerminal: false) { feed.head }
        return { lines.bytes(of: $0.content) }
      })
  }

  private func markSorting() {
    table.mark(feed.rows?.sorting().map { ($0.column, $0.descending) } ?? [])
  }

  private static func list(
    _ pager: Pager<Source.Item, Source.Cursor>, _ appearance: RecordAppearance,
    _ marked: MarkedItems, wraps: Bool
  ) -> List {
    let list = List(pager: pager, allowsSelection: false, theme: appearance.theme) {
      table, item, path in
      if let columns = appearance.shownColumns, let record = item.record {
        let cell: RecordCell = table.dequeueCell(for: path)
        cell.show(record, of: nil, columns, appearance)
        cell.isFound = marked.isFound(item)
        return cell
      }
      let cell: RecordTextCell = table.dequeueCell(for: path)
      cell.show(
        item.content, appearance, wraps: wraps && appearance.shownColumns == nil,
        isFound: marked.isFound(item))
      return cell
    }
    list.tableView.register(RecordCell.self)
    list.tableView.register(RecordTextCell.self)
    list.tableView.scrollsSideways = true
    list.tableView.keepsMark = appearance.marksCurrent
    return list
  }

  /// Begins at the starting position of the command line.
  func begin(at start: StartPosition?) {
    list.begin(at: start)
    if case .match(let pattern)? = start { askedPattern = pattern }
  }

  /// Searches for the pattern of the command line, once the first items are shown with its filters.
  private func beginSearch() {
    guard let pattern = askedPattern, !filter.isPending, !list.isOnTheWay,
      list.firstVisibleItem() != nil
    else { return }
    askedPattern = nil
    // A search may move the rows, which are being laid out now.
    Task { [weak self] in self?.search.begin(atMatch: pattern) }
  }

  /// Makes an item the chosen one, which is highlighted; does nothing if the identity is nil.
  func choose(_ id: Source.Item.ID?) { if let id { itemDetail.chosen = id } }

  var commands: [Command] { list.commands }
  var position: Double? { list.position }
  var isStarting: Bool { list.isStarting || filter.isPending }
  var holdsInput: Bool { list.holdsInput }
  var isPreliminary: Bool { awaited?.isAwaited == true }
  func viewDidAppear() { list.viewDidAppear() }
  func willHandleInput() { list.willHandleInput() }
  func didChangeFocus(to isFocused: Bool) { list.didChangeFocus(to: isFocused) }
  func handle(_ input: Input) -> Bool { table.handle(input) }

  var status: [Message] {
    list.status + [table.columnInSight].compactMap { $0.map { Message(fact: $0) } }
  }

  func joinEmoji() {
    guard !appearance.rules.joinsEmoji else { return }
    appearance.joinEmoji()
    list.joinEmoji()
  }

  // MARK: A frame

  func layout(for size: Size) {
    self.size = size
    if let words = feed.endWords, list.words.end != words { list.words.end = words }
    // Usually the first held item shows that the list has columns, and then one layout is enough.
    findColumns { list.pager.count > 0 && list.pager[0].item?.record != nil }
    list.layout(for: size)
    if findColumns({ isTable }) { list.layout(for: size) }
    filter.begin()
    beginSearch()
    table.layOut()
    requests?.read(columnsInSight: table.namesInSight)
  }

  func draw(in canvas: inout Canvas) { list.draw(in: &canvas) }

  /// Shows columns once the list is a table; returns whether columns are shown for the first time.
  @discardableResult
  private func findColumns(_ isTable: () -> Bool) -> Bool {
    guard appearance.columns == nil, isTable() else { return false }
    appearance.columns = RecordColumns(feed.head, chosen: viewer?.options.columns)
    if requests != nil { markSorting() }
    table.show()
    return true
  }

  /// Whether a visible item is a record, or the list is empty and its columns are known.
  private var isTable: Bool {
    list.firstVisibleItem { $0.record != nil } != nil
      || list.pager.hasLoaded && list.pager.count == 0 && !feed.head.names.isEmpty
  }

  // MARK: Keys

  /// The command that shows how the pages were parsed and, for a database, the number of rows.
  private var telling: Command {
    Command("show the source, and how it is paged", in: .view, keys: ["=", "^G"], words: ["f"]) {
      [weak self] in
      guard let self else { return }
      let words = feed.explanation ?? "nothing is loaded yet"
      requests?.count(after: words) ?? list.show(Message(rows: [words]))
    }
  }

  private var renewing: Command {
    Command(
      "run the query again", in: .feed, keys: ["r", "R", .function(5), "^R"], hint: "run again",
      isEnabled: { [feed] in feed.renewing != nil }
    ) { [weak self] in self?.renew() }
  }

  private func renew() {
    guard let renew = feed.renewing else { return }
    do throws(Failure) {
      filter.show(try renew())
      list.show(Message("running the query again"))
    } catch {
      list.show(Message(error.text, .failure))
    }
  }

  private var copyingRequest: Command {
    Command(
      "copy the request for this page as a curl command", in: .feed, words: ["curl"],
      isEnabled: { [feed] in feed.hasRequests }
    ) { [weak self] in
      guard let self, let viewer else { return }
      let item = itemDetail.current
      // Highlights the item, because a list without a selection does not show whose request is
      // copied.
      if let item { itemDetail.chosen = item.id }
      let request = feed.request(of: item)
      viewer.copy(request.line.utf8, as: request.name) { [weak list] in list?.show($0) }
    }
  }

  private var choosingForm: Command {
    Command(
      "show columns, or the text of the records", in: .view, keys: ["t"],
      isEnabled: { [weak self] in self?.appearance.columns != nil }
    ) { [weak self] in
      guard let self else { return }
      appearance.form = appearance.form.next(hasLog: false)
      table.show()
      list.show(Message(appearance.form.message()))
    }
  }
}

/// Content for the detail screen.
extension RecordListController: ItemDetailContext {
  typealias Item = Source.Item

  func subject(of item: Source.Item) -> DetailSubject {
    DetailSubject(item, called: "the \(feed.itemNames.one)")
  }

  func record(of item: Source.Item) -> Record? { item.record }

  var isInOrderOfTime: Bool { true }
  var found: Source.Item.ID? { search.found }
  var lookedFor: TextPattern? { search.pattern }

  func pattern(of text: String) throws(PatternError) -> TextPattern? {
    try TextPattern(text, appearance.matches.rule)
  }

  func performPendingInput() { if let size { layout(for: size) } }

  func refers(_ item: Source.Item, _ column: String) -> Bool {
    requests?.rows.reference(item, column) != nil
  }

  func follow(_ item: Source.Item, _ column: String, say: @escaping (Message) -> Void) {
    requests?.follow(item, column, in: viewer, say: say)
  }

  var readsWhole: Bool { wholes != nil }
  func didShow(_ item: Source.Item) { wholes?.read(item) }
  func whenWhole(_ action: @escaping () -> Void) { wholes?.whenWhole(action) ?? action() }

  func drawPictures(
    of item: Source.Item, in size: Size, then show: @escaping (DrawnPictures) -> Void
  ) {
    guard let draw = feed.pictures, let viewer else { return }
    let area = PictureArea(
      size: size, depth: viewer.colorDepth, isASCII: appearance.theme.symbols == .ascii)
    drawing = BackgroundExecutor.shared.task {
      let pictures = await draw(item, area)
      if !Task.isCancelled { show(pictures) }
    }
  }

  func didChoose(_ id: Source.Item.ID?) { list.onNeedsDisplay?() }
}

extension RecordContent {
  /// The bytes of an item as written, and a name for them.
  fileprivate var written: (bytes: [UInt8], name: String) {
    switch self {
    case .record(let record): (record.jsonLine(), "the record")
    case .text(let line): (Array(line), "the line")
    }
  }
}
