import ByteStores
import EventLoop
import Feeds
import FileSources
import Paging
import Records
import TableUI
import Terminal

/// The screen of a text file: a paged list of its lines, which is opened again at each jump to
/// lines that are not loaded.
///
/// Each of its parts has its own state and its own source file; this class connects the parts, lays
/// out frames, and passes on changes to the text file.
final class TextController: ViewController {
  var onNeedsDisplay: (() -> Void)?
  /// The commands, created again only when they change, because each key and each frame uses them.
  private(set) lazy var commands = makeCommands()
  let text: ShownText
  let journey: TextJourney
  let tail: TailFollower
  let editions: TextEditions
  let records: TextRecords
  let searching: TextSearching
  let sight: MatchSight
  let filtering: TextFiltering
  let marks: TextMarks
  let times: TextTimes
  let saving: Saving
  let header: TextHeader
  private(set) lazy var gaps = TimeGaps(list, appearance.theme) { [appearance] lines in
    ItemTimes(of: lines, appearance.columns?.reading, in: appearance.times)
      .map { times in { times.time(of: $0)?.time } }
  }
  /// The detail view, which shows a line or record completely.
  let itemDetail: ItemDetail<TextLine, FileOffset>
  let total: LineTotal
  /// Whether the first frame was drawn.
  private var hasPresentedFrame = false
  /// Whether the state for later runs was stored.
  private var isKept = false

  var list: ShownText.List { text.list }
  var appearance: TextAppearance { text.appearance }
  var stream: StreamStore? { text.stream }
  var viewer: Viewer? { text.viewer }

  init(
    _ feed: TextFeed, _ pager: Pager<TextLine, FileOffset>, _ asked: AskedItems = AskedItems(),
    in viewer: Viewer
  ) {
    let text = ShownText(feed, pager, in: viewer)
    self.text = text
    text.appearance.mayBePrinted = viewer.mayBePrinted
    journey = TextJourney(text)
    tail = TailFollower(text, journey)
    itemDetail = ItemDetail(text.list, text.appearance, in: viewer)
    records = TextRecords(text, itemDetail)
    editions = TextEditions(text, tail, records, in: viewer.loop)
    searching = TextSearching(text, journey, itemDetail)
    sight = MatchSight(text, journey)
    filtering = TextFiltering(text, tail, searching)
    marks = TextMarks(text, journey)
    times = TextTimes(text, journey)
    saving = Saving(text, marks, itemDetail)
    header = TextHeader(text, viewer.options.header, follows: viewer.options.follows)
    total = LineTotal(text.appearance.numbers)
    text.delegate = self
    total.onChange = { [weak self] in self?.onNeedsDisplay?() }
    journey.delegate = self
    journey.recordTotal = { [weak self] in
      self.flatMap {
        $0.appearance.numbersRecords != nil && $0.text.filter.source == nil ? $0.lineTotal : nil
      }
    }
    itemDetail.join(self, primary: self)
    records.onColumnsChange = { [weak self] in
      self?.renewCommands()
      self?.gaps.renew()
    }
    list.wordsForStart = { [weak self] in self?.wordsForStart }
    list.wordsForEnd = { [weak self] in
      guard let self else { return nil }
      return mayBePrinted && stream?.state == .ended ? nil : tail.wordsForEnd
    }
    list.awaitsMore = { [weak self] in
      // When the stream has ended, the last lines may not have been loaded yet.
      self.map {
        $0.text.isArriving && !$0.tail.isFollowing
          || $0.stream != nil && $0.list.pager.count == 0 && $0.text.knownSize > 0
      } ?? false
    }
    list.awaitsFirstItems = { [weak text] in text?.awaitsFirstScreen ?? false }
    list.tableView.onColumnChange = { [weak self] in self?.noteColumn() }
    if let head = feed.head { records.show(head) }
    _ = header.look()
    searching.onFound = { [weak self] in self?.tail.pause(isHeld: true) }
    editions.onGrowth = { [weak self] in self?.noteGrowth() }
    editions.onChange = { [weak self] in self?.forgetFile() }
    appearance.numbers.number(by: appearance.numbersRecords)
    viewer.atEnd { [weak self] in self?.keep() }
    filtering.begin(with: asked)
    begin(at: feed.start, follows: viewer.options.follows)
  }

  isolated deinit { keep() }

  /// Stores the state for later runs, at the end of the run or when the text is closed.
  private func keep() {
    guard !isKept, let viewer else { return }
    isKept = true
    viewer.keep { try marks.keep() }
    viewer.keep { try records.keepLayout() }
  }

  private func begin(at start: StartPosition?, follows: Bool) {
    if follows { tail.follow() }
    switch start {
    case .item(let number): journey.open(lookingFor: number)
    case .line(let number): journey.open(orLine: number)
    case .end:
      journey.open()
      if text.isArriving { tail.follow() }
      list.jump(to: .end)
    case .match(let pattern): searching.begin(atMatch: pattern)
    case nil: break
    }
  }

  func renewCommands() { commands = makeCommands() }

  var isStarting: Bool { journey.isStarting }
  var holdsInput: Bool {
    searching.holdsInput || journey.holdsInput || marks.holdsInput
  }

  func viewDidAppear() { if !journey.isOpening { list.viewDidAppear() } }

  func willHandleInput() {
    endPrinting()
    tail.giveUpLanding()
    list.willHandleInput()
  }

  /// Handles input that was typed earlier, because a search starts at the resulting position.
  func performPendingInput() {
    if let size = text.size { layout(for: size) }
    list.tableView.hasMovedUp = false
    tail.pause()
  }

  // MARK: A frame

  func layout(for size: Size) {
    text.size = size
    editions.watch { [weak self] in self?.noteNews() }
    if journey.isCounting { return }
    tail.followOn()
    list.layout(for: size)
    tail.noteMovement()
    if list.pager.hasLoaded { noteShown(size) }
    if sight.reveal(in: size) {
      list.layout(for: size)
      noteShown(size)
    }
    marks.performPending()
    journey.performPendingAction()
    records.proveBorders()
    editions.leaveExpiredPlaces()
    tail.loadNearEnd(mayAsk: hasPresentedFrame)
    editions.noteShownFile()
    if hasPresentedFrame { countLines() } else { goOnAfterFirstFrame() }
    leaveIfShort()
  }

  private func noteShown(_ size: Size) {
    text.noteShown()
    filtering.noteShown()
    records.table.layOut()
    appearance.numbers.number(by: appearance.numbersRecords)
    if text.filter.source == nil {
      appearance.numbers.number(contiguous: text.linesToNumber)
    } else {
      appearance.numbers.number(scattered: text.shown)
      text.filter.count(in: text.file, size: text.knownSize)
    }
    if appearance.tint.learn(from: text.shown) { text.invalidateDrawing() }
  }

  /// Starts work after the first frame, because the work would delay that frame.
  private func goOnAfterFirstFrame() {
    guard list.pager.hasLoaded else { return }
    Task { [weak self] in
      guard let self, !hasPresentedFrame else { return }
      hasPresentedFrame = true
      BackgroundExecutor.shared.task { [weak self, source = text.source] in
        await source.noteContent()
        self?.editions.lookAtUnwatched()
      }
      tail.loadNearEnd(mayAsk: true)
      countLines()
    }
  }

  private func countLines() {
    guard !text.isArriving else { return }
    total.request(in: text.file, size: text.knownSize)
    records.faults.request(in: text.file, size: text.knownSize, appearance.readsRecords)
  }

  func didChangeFocus(to isFocused: Bool) { list.didChangeFocus(to: isFocused) }

  func draw(in canvas: inout Canvas) {
    if journey.isCounting { journey.drawCounting(in: &canvas) } else { list.draw(in: &canvas) }
  }

  // MARK: Changes of the file

  /// Handles a possible change to the file or stream.
  private func noteNews() {
    tail.renewEndRow()
    if !text.isArriving { _ = journey.goOnToAwaitedLine() }
    if editions.noteSize() { noteGrowth() }
    if stream == nil || stream?.packed != nil { editions.notePath() }
    onNeedsDisplay?()
  }

  private func noteGrowth() {
    guard !editions.isLookingForPlace else { return editions.findPlace() }
    records.recognizeGrowth()
    lookForHeader()
    text.finder.countOn()
    searching.noteGrowth()
    if !journey.goOnToAwaitedLine() { tail.noteGrowth() }
    onNeedsDisplay?()
  }

  /// Looks for header lines after more of the text has arrived.
  private func lookForHeader() {
    guard header.look() else { return }
    let first = text.shown.first?.id
    let isBehind = first.map { $0.bytes > text.file.start } ?? false
    list.pager.exchange(
      text.shownSource, at: isBehind ? first.map { .after($0) } ?? .start : .start)
  }

  /// Discards the state for a file that was replaced.
  private func forgetFile() {
    header.forgetFile()
    _ = header.look()
    text.finder.forgetFile()
    marks.keepLines()
  }

  /// Whether the content is only printed if it fits on one screen; if so, no row follows the last
  /// line of a stream that has ended.
  private var mayBePrinted: Bool { viewer?.mayBePrinted == true }

  private func endPrinting() {
    guard mayBePrinted else { return }
    viewer?.mayBePrinted = false
    appearance.mayBePrinted = false
    list.tableView.keepsMark = appearance.marksCurrent
    list.tableView.reloadData()
  }

  /// Closes the screen if the content fits on it, as with `less -F`, unless a key was pressed or
  /// another source follows.
  private func leaveIfShort() {
    guard let viewer, mayBePrinted, viewer.sources.index(after: 1) == nil else { return }
    guard showsAll else {
      // Larger content stays on the screen, even if it shrinks or the screen grows.
      if isLarger, let size = text.size {
        endPrinting()
        list.layout(for: size)
      }
      return
    }
    viewer.leavesScreen = true
    viewer.session?.finish(.quit)
  }
}

extension TextController: PrintableController {
  var isEmpty: Bool { text.shown.isEmpty }

  var isLarger: Bool {
    !isStarting && list.pager.hasLoaded && text.isFilled && !text.showsEnd
      && !(text.stream?.packed == nil && text.isArriving)
  }

  var showsAll: Bool {
    guard !isStarting, list.pager.hasLoaded, !text.isArriving, text.showsEnd,
      list.pager.reaches(.leading), text.heldEnd >= text.knownSize
    else { return false }
    if list.pager.count > 0, text.shown.first?.id != list.pager[0].item?.id { return false }
    return appearance.gutter == 0 || text.shown.allSatisfy { appearance.numbers[$0.id] != nil }
  }
}

extension TextController: ShownTextDelegate, TextJourneyDelegate {
  func textNeedsDisplay() { onNeedsDisplay?() }

  func journeyWillLeave() {
    tail.pause()
    editions.giveUpPlace()
  }

  func journeyDidGiveUp() {
    tail.giveUpLanding()
    marks.giveUpPending()
    itemDetail.giveUp()
  }
}
