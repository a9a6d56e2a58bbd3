import ByteStores
import Feeds
import FileSources
import Paging
import Records
import TableUI
import Terminal

/// What has a text on the screen.
protocol ShownTextDelegate: AnyObject {
  /// What is shown has changed.
  func textNeedsDisplay()
  /// Does what was typed before, because what is typed now begins where that leads.
  func performPendingInput()
}

/// A text on the screen: where its lines come from, the list that shows them, and what of it is in sight.
///
/// All that works on a text shares it; it knows none of them.
final class ShownText {
  typealias List = PagedListController<TextLine, FileOffset>

  let feed: TextFeed
  let list: List
  let appearance: TextAppearance
  /// What a reader looks for.
  let finder: TextSearch
  /// Which lines are shown.
  let filter: TextFilter
  private(set) weak var viewer: Viewer?
  var file: FileStore { didSet { name = Self.name(of: file) } }
  /// What the status line says of it first.
  private(set) var name: Message
  /// What the file keeps of, where it is no file of the reader's.
  var stream: StreamStore?
  /// Where the lines begin behind a mark and a header, which are a part of the file all the same.
  var leadEnd = 0
  /// How long the file is, as far as is known.
  var knownSize: Int
  /// The lines in sight, as of the frame that was drawn last.
  private(set) var shown: [TextLine] = []
  /// The extent that was drawn last.
  var size: Size?
  weak var delegate: (any ShownTextDelegate)?
  /// Whether it was looked at whether the file is text.
  private var knowsKind = false
  /// Whether a file was found to be a log with entries of several lines, and how long it was then.
  private var entries: (has: Bool, edition: Int, size: Int)?

  init(_ feed: TextFeed, _ pager: Pager<TextLine, FileOffset>, in viewer: Viewer) {
    (self.feed, file, stream, self.viewer) = (feed, feed.file, feed.stream, viewer)
    let source = feed.text
    source.joinEntries(true)
    name = Self.name(of: file)
    knownSize = (try? file.size()) ?? 0
    leadEnd = feed.head == nil ? feed.markLength(of: file) : 0
    let options = viewer.options
    appearance = TextAppearance(
      theme: viewer.theme, depth: viewer.colorDepth, options: options,
      numbers: LineNumbers(source, file: file, countsAll: options.showsLineNumbers))
    finder = TextSearch(source, appearance.matches)
    filter = TextFilter(source, finder)
    list = Self.list(pager, appearance)
    // The status line says it, and the last line stands above that, as in less.
    list.showsEnd = feed.stream != nil && !options.quitsIfOneScreen
    let display: () -> Void = { [weak self] in self?.setNeedsDisplay() }
    list.onNeedsDisplay = display
    appearance.numbers.onChange = display
    finder.onChange = display
    filter.onChange = display
    appearance.matches.onChange = { [weak self] in self?.invalidateDrawing() }
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

  private static func name(of file: FileStore) -> Message {
    Message(file.path, .title, short: file.path.lastPathComponent)
  }

  func setNeedsDisplay() { delegate?.textNeedsDisplay() }

  func performPendingInput() { delegate?.performPendingInput() }

  func say(_ message: Message) { list.show(message) }

  // MARK: What is in sight

  /// Takes note of the lines in sight: the cells have them, and asking the list for each is a sixth of a
  /// frame.
  func noteShown() {
    shown.removeAll(keepingCapacity: true)
    list.tableView.forEachVisibleCell { cell in
      if let line = (cell as? TextCell)?.line { shown.append(line) }
    }
    noteKind()
  }

  /// Says once of a file that it may be no text, by the first lines that are shown of it.
  private func noteKind() {
    guard !knowsKind, !shown.isEmpty else { return }
    knowsKind = true
    if BinaryContent.has(shown) { say(Message("looks like a binary file", .accent)) }
  }

  /// Lines that are laid out for this frame may have been looked at before.
  func invalidateDrawing() {
    for cell in list.tableView.visibleCells { (cell as? TextCell)?.invalidateDrawing() }
  }

  /// Whether there is a line of the file on every line of the screen, but for the row at its end.
  var isFilled: Bool {
    let cells = list.tableView.visibleCells
    let lines = cells.reduce(0) { $0 + $1.height(forWidth: size?.columns ?? 0) }
    let isLoadingBelow = !(cells.last is TextCell) && list.pager.state(of: .append) == .loading
    return lines >= size?.lines ?? 0 && cells.first is TextCell && !isLoadingBelow
  }

  /// Whether the last line is in sight, with the row behind it where there is one.
  var showsEnd: Bool { list.pager.reaches(.trailing) && list.tableView.isAtEnd }

  /// The lines in sight; with those between them and the last that had a number, if they are held.
  var linesToNumber: [TextLine] {
    let (lines, numbers) = (shown, appearance.numbers)
    guard let first = lines.first, numbers[first.id] == nil, let anchor = numbers.anchor,
      let from = list.pager.index(of: .item(anchor)), let to = list.pager.index(of: .item(first.id))
    else { return lines }
    let between = (min(from, to)..<max(from, to)).compactMap { list.pager[$0].item }
    return from < to ? between + lines : lines + between.drop { $0.id <= lines[lines.count - 1].id }
  }

  // MARK: Entries of a log

  /// Whether the lines of a log that begin with no time belong to the one before them, as those of a stack trace.
  var hasEntries: Bool {
    if let entries, entries.edition == file.edition, entries.has || entries.size == knownSize {
      return entries.has
    }
    let has = source.hasEntries(in: file)
    entries = (has, file.edition, knownSize)
    return has
  }

  /// Takes such lines for a part of the one before them, or each for itself.
  func joinEntries(_ joins: Bool) {
    appearance.joinsEntries = joins
    source.joinEntries(joins)
    entries = nil
    finder.renew()
    guard filter.source != nil else { return }
    filter.renew()
    finder.narrow(to: filter)
    list.open(shownSource, at: shown.first.map { .after($0.id) } ?? .start)
  }

  /// Whether a line belongs to the one before it.
  func isPart(_ line: TextLine) -> Bool {
    line.isContinuation || hasEntries && !line.bytes.beginsEntry
  }

  /// The bytes of a line with those that belong to it, as far as they are held, and whether there may be more.
  func entry(of line: TextLine) -> (bytes: ArraySlice<UInt8>, mayGoOn: Bool) {
    guard hasEntries, let index = list.pager.index(of: .item(line.id)) else {
      return (line.bytes, line.isContinued)
    }
    var (raw, last, next) = (line.raw, line, index + 1)
    while next < list.pager.count, let part = list.pager[next].item, isPart(part),
      raw.count < DetailSubject.most
    {
      raw += part.raw
      (last, next) = (part, next + 1)
    }
    let isOpen = next == list.pager.count && !list.pager.reaches(.trailing)
    return (raw.dropLast(last.raw.count - last.bytes.count), isOpen)
  }

  // MARK: What is held

  var source: TextFileSource { feed.text }
  /// The lines that are shown.
  var shownSource: any PagingSource<TextLine, FileOffset> { filter.source ?? source }

  /// Whether more of a stream may come.
  var isArriving: Bool { stream?.mayGrow == true }

  /// Whether so little of a stream has come that it may still be one of records, whose header takes a line.
  var awaitsFirstScreen: Bool {
    // Lines that were loaded before it was heard that they have come were not looked at.
    stream != nil && appearance.columns == nil
      && (isArriving && list.pager.count <= size?.lines ?? 0 || heldEnd > knownSize)
  }

  /// Whether what is shown is of the file that is read now, and not of what was at its path before.
  var showsFile: Bool { shown.last.map { source.holds($0.id) } ?? true }

  /// Whether one of the last rows has a quote open, which closes in the rows behind it if a writer was within it.
  var hasOpenRow: Bool {
    let count = list.pager.count
    return (max(0, count - Self.mostOpen)..<count).contains {
      list.pager[$0].item?.mayGoOn ?? false
    }
  }

  /// Rows that a writer leaves behind an open quote at the most: what it writes at a time.
  private static let mostOpen = 50

  var lastHeld: TextLine? {
    list.pager.count > 0 ? list.pager[list.pager.count - 1].item : nil
  }

  /// Where the last line ends in the file that is held; where it was searched to, if not all lines are shown.
  var heldEnd: Int {
    if filter.source != nil { return filter.searchedEnd(in: file) ?? 0 }
    return lastHeld.map { $0.id.edition == file.edition ? $0.endOffset : 0 } ?? 0
  }

  /// Where a line ends in the file; the last one held of an earlier file is before its start.
  func end(of line: TextLine) -> Int {
    let isLast = line.id == lastHeld?.id && list.pager.reaches(.trailing)
    if isLast, let end = filter.searchedEnd(in: file) { return end }
    if line.id.edition == file.edition { return line.endOffset }
    return isLast ? 0 : -1
  }

  /// Where a file ends.
  func end(of file: FileStore) -> FileOffset {
    FileOffset(bytes: (try? file.size()) ?? knownSize, edition: file.edition)
  }

  /// Whether a place is held, with all that stands below it on the screen.
  func isHeld(_ offset: FileOffset) -> Bool {
    guard let index = list.pager.index(of: .item(offset)) else { return false }
    return list.pager.count - index >= size?.lines ?? 0 || list.pager.reaches(.trailing)
  }
}

/// Where a reader is in a text, as it can be found in another one.
struct ReaderPlace {
  /// The number of the line at the top, where it is known.
  let line: Int?
  /// How much of the text is above it, from 0 to 1.
  let fraction: Double

  init(in text: ShownText) {
    let first = text.shown.first?.id
    line = first.flatMap { text.appearance.numbers[$0] }
    let (bytes, size) = (first?.bytes ?? 0, text.knownSize)
    fraction = bytes <= text.file.start ? 0 : min(1, Double(bytes) / Double(max(1, size)))
  }
}

extension ArraySlice<UInt8> {
  /// Whether a line begins an entry of a log.
  fileprivate var beginsEntry: Bool { withUnsafeBytes { LogEntries.begins(at: 0, in: $0) } }
}
