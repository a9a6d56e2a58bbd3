import ByteStores
import Feeds
import FileSources
import Paging
import Records
import TableUI
import Terminal

/// The screen of a text.
protocol ShownTextDelegate: AnyObject {
  /// Called when the text has to be drawn again.
  func textNeedsDisplay()
  /// Handles input that was typed earlier, because the current input starts at the resulting
  /// position.
  func performPendingInput()
}

/// A text on the screen: its source, its list, and the visible lines.
///
/// It is shared by all objects that work on the text. Of these, it refers only to the search, the
/// filter and its delegate.
final class ShownText {
  typealias List = PagedListController<TextLine, FileOffset>

  let feed: TextFeed
  let list: List
  let appearance: TextAppearance
  let finder: TextSearch
  let filter: TextFilter
  private(set) weak var viewer: Viewer?
  var file: FileStore { didSet { name = Self.name(of: file) } }
  /// The first part of the status line.
  private(set) var name: Message
  /// The stream that fills the file, if it is not a plain file.
  var stream: StreamStore?
  /// The number of bytes before the first line: a byte order mark and header lines.
  var leadEnd = 0
  /// The last known size of the file in bytes.
  var knownSize: Int
  /// The visible lines in the last frame.
  private(set) var shown: [TextLine] = []
  /// The size of the screen in the last frame.
  var size: Size?
  weak var delegate: (any ShownTextDelegate)?
  /// Whether the first lines have been examined, which may show that the file is binary.
  private var knowsKind = false
  /// Whether a file has log entries of several lines (`has`), and the file's edition and size when
  /// this was determined.
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
    // As in less, the last line of a file is directly above the status line, which shows the end.
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

  /// Shows an error of the file and, if the file has changed, the key that reads it again.
  func report(_ error: FileError) {
    say(Message(error.description, .failure, tail: keyHint(for: error)))
  }

  /// Returns the hint for the key that reads a changed file again; empty for other errors.
  func keyHint(for error: FileError) -> String {
    switch error {
    case .cutShort, .replaced: " \(appearance.theme.symbols.dot) r: refresh"
    default: ""
    }
  }

  // MARK: Visible lines

  /// Stores the visible lines; taking them from the cells instead of the list saves a sixth of a
  /// frame.
  func noteShown() {
    shown.removeAll(keepingCapacity: true)
    list.tableView.forEachVisibleCell { cell in
      if let line = (cell as? TextCell)?.line { shown.append(line) }
    }
    noteKind()
  }

  /// Shows a message, once, if the first lines indicate a binary file.
  private func noteKind() {
    guard !knowsKind, !shown.isEmpty else { return }
    knowsKind = true
    if BinaryContent.has(shown) { say(Message("looks like a binary file", .accent)) }
  }

  /// Makes visible cells draw again, because their lines may look different now.
  func invalidateDrawing() {
    for cell in list.tableView.visibleCells { (cell as? TextCell)?.invalidateDrawing() }
  }

  /// Whether the screen is filled with lines and, if no more lines are being loaded, the row after
  /// the last line.
  var isFilled: Bool {
    let cells = list.tableView.visibleCells
    let lines = cells.reduce(0) { $0 + $1.height(forWidth: size?.columns ?? 0) }
    let isLoadingBelow = !(cells.last is TextCell) && list.pager.state(of: .append) == .loading
    return lines >= size?.lines ?? 0 && cells.first is TextCell && !isLoadingBelow
  }

  /// Whether the last line is visible, with the row after it if there is one.
  var showsEnd: Bool { list.pager.reaches(.trailing) && list.tableView.isAtEnd }

  /// The visible lines, with the lines between them and the last numbered ones if those are loaded.
  var linesToNumber: [TextLine] {
    let (lines, numbers) = (shown, appearance.numbers)
    guard let first = lines.first, numbers[first.id] == nil, let anchor = numbers.anchor,
      let from = list.pager.index(of: .item(anchor)), let to = list.pager.index(of: .item(first.id))
    else { return lines }
    // A loop is faster than a closure on the main actor, which would check its isolation for each
    // line.
    var between: [TextLine] = []
    for index in min(from, to)..<max(from, to) {
      if let line = list.pager[index].item { between.append(line) }
    }
    return from < to ? between + lines : lines + between.drop { $0.id <= lines[lines.count - 1].id }
  }

  // MARK: Log entries

  /// Whether the text is a log in which lines without a time, such as those of a stack trace,
  /// belong to an earlier line.
  var hasEntries: Bool {
    if let entries, entries.edition == file.edition, entries.has || entries.size == knownSize {
      return entries.has
    }
    let has = source.hasEntries(in: file)
    entries = (has, file.edition, knownSize)
    return has
  }

  /// Sets whether lines without a time belong to the line before them.
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

  /// Whether a line belongs to the line before it.
  func isPart(_ line: TextLine) -> Bool {
    line.isContinuation || hasEntries && !line.bytes.beginsEntry
  }

  /// Returns the bytes of a line and of the loaded lines that belong to it, up to a limit, and
  /// whether lines that are not loaded may belong to it.
  func entry(of line: TextLine) -> (bytes: ArraySlice<UInt8>, mayGoOn: Bool) {
    guard hasEntries else { return (line.bytes, line.isContinued) }
    guard let index = list.pager.index(of: .item(line.id)) else { return (line.bytes, true) }
    var (raw, last, next) = (line.raw, line, index + 1)
    while next < list.pager.count, let part = list.pager[next].item, isPart(part),
      raw.count < DetailSubject.most
    {
      raw += part.raw
      (last, next) = (part, next + 1)
    }
    // Behind a gap, more lines of the entry may follow.
    let isOpen =
      next < list.pager.count ? list.pager[next].item == nil : !list.pager.reaches(.trailing)
    return (raw.dropLast(last.raw.count - last.bytes.count), isOpen)
  }

  // MARK: Loaded lines

  var source: TextFileSource { feed.text }
  /// The source of the shown lines.
  var shownSource: any PagingSource<TextLine, FileOffset> { filter.source ?? source }

  /// Whether more of a stream may arrive.
  var isArriving: Bool { stream?.mayGrow == true }

  /// Whether so few lines of a stream have arrived that the stream may still turn out to have
  /// records.
  ///
  /// One more line than fits on the screen is awaited, because the header of records takes a line.
  var awaitsFirstScreen: Bool {
    // Lines that were loaded before their arrival was recorded have not been examined.
    stream != nil && appearance.columns == nil
      && (isArriving && list.pager.count <= size?.lines ?? 0 || heldEnd > knownSize)
  }

  /// Whether the file of the last shown line is still open.
  var showsFile: Bool { shown.last.map { source.holds($0.id) } ?? true }

  /// Whether one of the last rows has an open quote, which later rows may close if the writer has
  /// not finished the field.
  var hasOpenRow: Bool {
    let count = list.pager.count
    return (max(0, count - Self.mostOpen)..<count).contains {
      list.pager[$0].item?.mayGoOn ?? false
    }
  }

  /// The number of rows at the end that are examined for an open quote.
  private static let mostOpen = 50

  var lastHeld: TextLine? {
    list.pager.count > 0 ? list.pager[list.pager.count - 1].item : nil
  }

  /// The end of the last loaded line in the file; with a filter, the offset up to which the file
  /// was searched.
  var heldEnd: Int {
    if filter.source != nil { return filter.searchedEnd(in: file) ?? 0 }
    return lastHeld.map { $0.id.edition == file.edition ? $0.endOffset : 0 } ?? 0
  }

  /// Returns the end of a line in the current file or, for the last line under a filter, the offset
  /// up to which the file was searched; for any other line of an earlier file, an offset that is
  /// not after the start.
  func end(of line: TextLine) -> Int {
    let isLast = line.id == lastHeld?.id && list.pager.reaches(.trailing)
    if isLast, let end = filter.searchedEnd(in: file) { return end }
    if line.id.edition == file.edition { return line.endOffset }
    return isLast ? 0 : -1
  }

  /// Returns the end of a file, at the known size if the size cannot be read.
  func end(of file: FileStore) -> FileOffset {
    FileOffset(bytes: (try? file.size()) ?? knownSize, edition: file.edition)
  }

  /// Whether a position is loaded, together with a screenful of lines from there on, or with all
  /// lines up to the end of the text.
  func isHeld(_ offset: FileOffset) -> Bool {
    guard let index = list.pager.index(of: .item(offset)) else { return false }
    return list.pager.count - index >= size?.lines ?? 0 || list.pager.reaches(.trailing)
  }
}

/// The reader's position in a text, in a form that still applies when the file has changed.
struct ReaderPlace {
  /// The number of the top line, if it is known.
  let line: Int?
  /// The fraction of the text above the top line, from 0 to 1.
  let fraction: Double

  init(in text: ShownText) {
    let first = text.shown.first?.id
    line = first.flatMap { text.appearance.numbers[$0] }
    let (bytes, size) = (first?.bytes ?? 0, text.knownSize)
    fraction = bytes <= text.file.start ? 0 : min(1, Double(bytes) / Double(max(1, size)))
  }
}

extension ArraySlice<UInt8> {
  /// Whether a line begins a log entry.
  fileprivate var beginsEntry: Bool { withUnsafeBytes { LogEntries.begins(at: 0, in: $0) } }
}
