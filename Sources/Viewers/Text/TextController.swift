import EventLoop
import ByteStores
import Feeds
import FileSources
import Paging
import Records
import TableUI
import Terminal

/// A text file on the screen: a paged list of its lines, which starts again at each jump.
///
/// What is shown stays until the lines of that place are there.
final class TextController: ViewController {
  typealias List = PagedListController<TextLine, FileOffset>

  var onNeedsDisplay: (() -> Void)?
  /// Made once, because each key and each frame asks for them.
  lazy var commands = makeCommands()
  let list: List
  /// Whether the place is still looked for that the file is opened at: nothing else is shown before.
  var isOpening = false
  /// The lines in sight, as of the frame that was drawn last.
  private(set) var shown: [TextLine] = []
  /// The extent that was drawn last.
  private(set) var size: Size?
  let source: TextFileSource
  let appearance: TextAppearance
  /// Where the reader was before the last jump.
  var previous: FileOffset?
  let marks: FileMarks
  /// Marks that are to be set where the reader is on the way to.
  var pendingMarks: [(letter: Unicode.Scalar, edge: Edge)] = []
  /// What waits for the place that the reader is on the way to.
  var pendingAction: (() -> Void)?
  /// A place that is looked for.
  var search: Task<Void, Never>? { didSet { list.expectsPlace = search != nil } }
  /// Reads on to a place where a record was only guessed to begin.
  var proof: (task: Task<Void, Never>, stretch: ClosedRange<FileOffset>)?
  /// A thread of its own, because what a reader asks for would wait for a proof.
  lazy var proofExecutor = BackgroundExecutor()
  /// A place that no reading proves.
  var unprovable: FileOffset?
  /// What the search says of itself.
  var searchMessage: Message?

  var file: FileStore { didSet { name = Self.name(of: file) } }
  /// What the status line says of it first.
  private(set) var name: Message
  /// What the file keeps of, where it is no file of the reader's.
  let stream: StreamStore?
  let feed: TextFeed
  /// Whether a frame of it is out.
  private(set) var hasPresentedFrame = false
  /// How long it was when the reader was last told.
  var seenSize: Int
  /// How long it is, as far as is known.
  var knownSize: Int
  /// Whether its path leads nowhere any more.
  var isGone = false
  /// Whether the reader has done anything.
  var isTouched = false
  /// Whether the reader is on the way to the end, wherever that is by now.
  var landsAtEnd = false
  /// What the row at the end said last.
  var lastEndRowText: String?
  /// The number of a line that has not come yet, and is gone to when it has.
  var awaitedLine: Int?
  var following = Following.off {
    didSet { source.keepEarlierEditions(following != .off) }
  }
  /// Whether it is being looked at whether another file is at the path.
  var isReopening = false
  let newLines: NewLines
  /// What a reader looks for.
  let finder: TextSearch
  /// Which lines are shown.
  let filter: TextFilter
  let total: LineTotal
  private var growth: TextGrowth?
  /// How a reader has arranged the columns of what was at the path before.
  var earlierArrangement: SavedColumnLayout?
  /// Shows a line or a record whole.
  let itemDetail: ItemDetail<TextLine, FileOffset>
  let table: RecordTable<TextLine, FileOffset>
  let loop: MainLoop
  private(set) weak var viewer: Viewer?
  /// Whether it was looked at whether the file is text.
  private var knowsKind = false
  /// Whether all of a stream's beginning was looked at that tells whether it has records.
  var knowsRecords = false
  /// Where the first record begins, if the text has some: nothing before it is missing.
  var recordsStart = 0
  /// Whether the file was opened at another place than its start.
  private var beginsElsewhere = false
  /// Whether what a later run finds again was kept.
  private var isKept = false

  init(
    _ feed: TextFeed, _ pager: Pager<TextLine, FileOffset>, in viewer: Viewer
  ) {
    file = feed.file
    name = Self.name(of: file)
    source = feed.text
    self.feed = feed
    stream = feed.stream
    let options = viewer.options
    let numbers = LineNumbers(source, file: file, countsAll: options.showsLineNumbers)
    appearance = TextAppearance(
      theme: viewer.theme, depth: viewer.colorDepth, options: options, numbers: numbers)
    seenSize = (try? file.size()) ?? 0
    knownSize = seenSize
    newLines = NewLines(numbers.executor)
    total = LineTotal(numbers)
    finder = TextSearch(feed.text, options.searchCase ?? .smart)
    filter = TextFilter(feed.text, finder)
    marks = FileMarks(keptIn: feed.stream == nil ? viewer.marks : nil)
    loop = viewer.loop
    self.viewer = viewer
    list = Self.list(pager, appearance)
    itemDetail = ItemDetail(list, appearance, in: viewer) { [appearance] in
      DetailSubject($0, appearance.columns?.reading)
    }
    table = RecordTable(list, appearance, itemDetail) { [appearance] in
      appearance.columns?.reading.record(of: $0)
    } written: {
      (Array($0.bytes), "the line")
    }
    setUpDetail()
    table.searchCase = { [weak self] in self?.finder.rule ?? .smart }
    list.onNeedsDisplay = { [weak self] in self?.onNeedsDisplay?() }
    numbers.onChange = { [weak self] in self?.onNeedsDisplay?() }
    newLines.onChange = { [weak self] in self?.onNeedsDisplay?() }
    total.onChange = { [weak self] in self?.onNeedsDisplay?() }
    finder.onChange = { [weak self] in self?.onNeedsDisplay?() }
    appearance.matches.onChange = { [weak self] in self?.invalidateDrawing() }
    filter.onChange = { [weak self] in self?.onNeedsDisplay?() }
    // Of a stream nothing is new before its end was seen once.
    if stream == nil { newLines.begin(in: file, at: knownSize) }
    // The status line says it, and the last line stands above that, as in less.
    list.showsEnd = stream != nil
    list.wordsForStart = { [weak self] in self?.wordsForStart }
    list.wordsForEnd = { [weak self] in self?.wordsForEnd }
    list.tableView.onColumnChange = { [weak self] in self?.noteColumn() }
    finder.columns = { [weak self] in self?.appearance.columns }
    finder.isColumn = { [weak self] in self?.isColumn($0) ?? false }
    if let head = feed.head { show(head) }
    viewer.atEnd { [weak self] in self?.keep() }
    begin(at: feed.start, follows: options.follows)
  }

  /// What is still counted for it would go on to the end of the file.
  isolated deinit {
    search?.cancel()
    proof?.task.cancel()
    keep()
  }

  /// Keeps what a later run finds again: at the end of this one, or when a text is closed before.
  private func keep() {
    guard !isKept, let viewer else { return }
    isKept = true
    viewer.keep { try keepMarks() }
    viewer.keep { try keepColumns() }
  }

  private func begin(at start: StartPosition?, follows: Bool) {
    if follows { following = .on }
    if case .match = start {} else { beginsElsewhere = start != nil }
    switch start {
    case .item(let number):
      isOpening = true
      goToLine(number)
    case .end:
      if isArriving { following = .on }
      list.jump(to: .end)
    case .match(let pattern): begin(atMatch: pattern)
    case nil: break
    }
  }

  private static func list(
    _ pager: Pager<TextLine, FileOffset>, _ appearance: TextAppearance
  ) -> List {
    let list = List(pager: pager, allowsSelection: false, theme: appearance.theme) {
      table, line, path in
      if let columns = appearance.shownColumns, let record = columns.reading.record(of: line) {
        let cell: RecordCell = table.dequeueCell(for: path)
        cell.show(record, of: line, columns, appearance)
        return cell
      }
      if let record = appearance.logRecord(of: line) {
        let cell: LogRecordCell = table.dequeueCell(for: path)
        cell.show(record, of: line, appearance)
        return cell
      }
      let cell: TextLineCell = table.dequeueCell(for: path)
      cell.show(line, appearance)
      return cell
    }
    list.itemNames = (one: "line", many: "lines")
    list.tableView.register(TextLineCell.self)
    list.tableView.register(RecordCell.self)
    list.tableView.register(LogRecordCell.self)
    list.tableView.scrollsSideways = true
    return list
  }

  /// At another place than the start half a page would be drawn first, and then moved.
  var isStarting: Bool {
    isOpening || list.isStarting || beginsElsewhere && list.pager.isLoading && !isFilled
  }

  /// Whether there is a line of the file on every line of the screen, but for the row at its end.
  private var isFilled: Bool {
    let cells = list.tableView.visibleCells
    let lines = cells.reduce(0) { $0 + $1.height(forWidth: size?.columns ?? 0) }
    let isLoadingBelow = !(cells.last is TextCell) && list.pager.state(of: .append) == .loading
    return lines >= size?.lines ?? 0 && cells.first is TextCell && !isLoadingBelow
  }

  func viewDidAppear() { if !isOpening { list.viewDidAppear() } }

  func willHandleInput() {
    (landsAtEnd, isTouched) = (false, true)
    list.willHandleInput()
  }

  // MARK: A frame

  func layout(for size: Size) {
    self.size = size
    watchGrowth()
    if isCounting { return }
    followOn()
    list.layout(for: size)
    noteMovement()
    if list.pager.hasLoaded {
      noteShown()
      table.layOut(width: size.columns)
      if filter.source == nil {
        appearance.numbers.number(contiguous: linesToNumber)
      } else {
        appearance.numbers.number(scattered: shown)
        filter.count(in: file, size: knownSize)
      }
      noteKind()
      if appearance.tint.learn(from: shown) { invalidateDrawing() }
    }
    setPendingMarks()
    doWhatWaited()
    if appearance.columns != nil { proveBorders() }
    noteEnd()
    noteFile()
    if hasPresentedFrame { countAll() } else { goOnAfterFirstFrame() }
  }

  /// The cells have the lines: asking the list for each is a sixth of a frame.
  private func noteShown() {
    shown.removeAll(keepingCapacity: true)
    list.tableView.forEachVisibleCell { cell in
      if let line = (cell as? TextCell)?.line { shown.append(line) }
    }
  }

  /// Lines that are laid out for this frame may have been looked at before.
  func invalidateDrawing() {
    for cell in list.tableView.visibleCells { (cell as? TextCell)?.invalidateDrawing() }
  }

  /// Does what the first frame need not wait for, because that needs the processor.
  private func goOnAfterFirstFrame() {
    guard list.pager.hasLoaded else { return }
    Task { [weak self] in
      guard let self, !hasPresentedFrame else { return }
      hasPresentedFrame = true
      noteEnd()
      countAll()
    }
  }

  private func countAll() {
    if !isArriving { total.request(in: file, size: knownSize) }
  }

  /// From the first frame on, because it costs a start something.
  private func watchGrowth() {
    guard growth == nil else { return }
    growth = TextGrowth(of: file, stream, in: loop) { [weak self] in self?.noteNews() }
  }

  /// Says once of a file that it may be no text, by the first lines that are shown of it.
  private func noteKind() {
    guard !knowsKind, !shown.isEmpty else { return }
    knowsKind = true
    if BinaryContent.has(shown) { list.show(Message("looks like a binary file", .accent)) }
  }

  func draw(in canvas: inout Canvas) {
    if isCounting { drawCounting(in: &canvas) } else { list.draw(in: &canvas) }
  }

  /// Whether the place that the file is opened at is still counted for.
  private var isCounting: Bool { isOpening && searchMessage != nil }

  /// The lines in sight; with those between them and the last that had a number, if they are held.
  private var linesToNumber: [TextLine] {
    let lines = shown
    guard let first = lines.first, appearance.numbers[first.id] == nil,
      let anchor = appearance.numbers.anchor,
      let from = list.pager.index(of: .item(anchor)), let to = list.pager.index(of: .item(first.id))
    else { return lines }
    let between = (min(from, to)..<max(from, to)).compactMap { list.pager[$0].item }
    return from < to ? between + lines : lines + between.drop { $0.id <= lines[lines.count - 1].id }
  }
}
