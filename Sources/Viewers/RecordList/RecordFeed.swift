import Bytes
package import Feeds
package import Paging
package import Records
import TableUI
import Terminal

/// Facts about the pages of a list of records, for its messages and keys.
nonisolated package protocol RecordPages: Sendable {
  /// A description of how the loaded pages were parsed; nil before the first page, and by default.
  var explanation: String? { get }
  /// The text after the last item; by default nil, which stands for the usual text.
  var endWords: String? { get }
  /// The reason why the list lacks items at its end; nil, the default, if none are known to be
  /// missing.
  var shortfall: String? { get }
  /// Whether the requests for the pages can be copied; false by default.
  var hasRequests: Bool { get }
  /// The source, if it may turn out not to be a list of records; nil, the default, if it certainly
  /// is.
  var awaited: (any AwaitedFeed)? { get }
}

nonisolated extension RecordPages {
  package var explanation: String? { nil }
  package var endWords: String? { nil }
  package var shortfall: String? { nil }
  package var hasRequests: Bool { false }
  package var awaited: (any AwaitedFeed)? { nil }
}

/// A feed of records: its screen is a list in columns, and its plain form consists of objects or
/// rows.
///
/// A new kind of source provides its pages, its columns, and the text for the `=` key.
nonisolated package protocol RecordFeed: Feed, RecordPages where Item: RecordItem {
  /// The format and columns that are known in advance; they may be incomplete before the first
  /// load.
  ///
  /// By default, the records are JSON objects, whose columns are found in the records.
  var head: RecordHead { get }
  /// A remark about the source after the title, such as an open transaction; nil by default.
  var activity: String? { get }
  /// Returns the request for the page that contains an item; the request for the first page if the
  /// item is nil or its page is unknown.
  func request(of item: Item?) -> CopiedRequest
  /// The starting position on the screen; nil, the default, means that of the command line.
  var start: PageRequest<Cursor>.Position? { get }
  /// The item to highlight at the starting position; nil by default.
  var chosen: Item.ID? { get }
  /// Creates a source that reads the items again from the start, if a refresh does not do that; nil
  /// by default.
  ///
  /// - Throws: an error if the items cannot be read.
  var renewing: (@Sendable () throws(Failure) -> any PagingSource<Item, Cursor>)? { get }
  /// Reads an item again with complete values; nil if the list already holds complete values.
  ///
  /// The default is the closure of `rows`, or nil if `rows` is nil.
  var whole: (@Sendable (Item) async -> Result<Record, Failure>)? { get }
  /// Draws the pictures in values of an item; nil, the default, if values contain no pictures.
  var pictures: (@Sendable (Item, PictureArea) async -> DrawnPictures)? { get }
  /// Returns the items that match all filters, with complete values; nil, the default, if the list
  /// itself holds complete items.
  func wholeItems(meeting filters: [FilterPart]) -> WholeItems<Item>?
  /// Further actions on the rows of a database; nil by default.
  var rows: RowActions<Item, Cursor>? { get }
}

/// A request that the reader can copy.
nonisolated package struct CopiedRequest: Sendable {
  /// The shell command.
  package let line: String
  /// The name of the request in messages.
  package let name: String

  package init(line: String, name: String) { (self.line, self.name) = (line, name) }
}

/// A feed that may be replaced by another one after its first answer.
nonisolated package protocol AwaitedFeed: AnyObject, Sendable {
  /// Whether the kind of the source is still unknown.
  var isAwaited: Bool { get }
  /// Sets the closure that is called with the feed to show instead.
  func onOther(_ show: @escaping @MainActor @Sendable (any Feed) -> Void)
}

nonisolated extension RecordFeed {
  package var head: RecordHead { RecordHead(reading: .ndjson) }
  package var activity: String? { nil }
  package func request(of item: Item?) -> CopiedRequest { CopiedRequest(line: "", name: "") }
  package var rows: RowActions<Item, Cursor>? { nil }
  package var renewing: (@Sendable () throws(Failure) -> any PagingSource<Item, Cursor>)? { nil }
  package var whole: (@Sendable (Item) async -> Result<Record, Failure>)? { rows?.whole }
  package var pictures: (@Sendable (Item, PictureArea) async -> DrawnPictures)? { nil }
  package func wholeItems(meeting filters: [FilterPart]) -> WholeItems<Item>? { nil }
  package var start: PageRequest<Cursor>.Position? { nil }
  package var chosen: Item.ID? { nil }

  @MainActor package func screen(
    in viewer: Viewer
  ) throws(Failure) -> FeedScreen<Item, Cursor> {
    let controller = RecordListController(self, try viewer.pager(of: self), in: viewer)
    if let awaited {
      controller.awaited = awaited
      awaited.onOther(viewer.replacing(controller))
    }
    if let start {
      controller.list.jump(to: start)
    } else {
      controller.begin(at: viewer.askedOptions.start)
    }
    controller.choose(chosen)
    return FeedScreen(controller: controller, list: controller.list)
  }

  /// Returns the values of a record, each as a separate string, or a line without its colors.
  package func texts(of item: Item) -> [ArraySlice<UInt8>] {
    switch item.content {
    case .record(let record): return record.map(\.value.utf8)
    case .text(let text):
      guard text.withUnsafeBytes({ ShownBytes.isNeeded(for: $0) }) else { return [text] }
      var plain: [UInt8] = []
      LineText.appendPlain(text, to: &plain)
      return [plain[...]]
    }
  }

  package func record(of item: Item) -> Record? { item.record }

  package func line(of item: Item) -> String {
    switch item.content {
    case .record(let record): String(decoding: record.jsonLine(), as: UTF8.self)
    case .text(let text): String(decoding: text, as: UTF8.self)
    }
  }

  package func fields(of item: Item) -> [JSONField] {
    guard let record = item.record else { return [JSONField("text", .string(line(of: item)))] }
    return record.map { field in
      var value: [UInt8] = []
      field.value.appendJSON(to: &value)
      return JSONField(field.name, .written(value))
    }
  }

  /// Writes objects unchanged, rows as tab-separated values below the column names, and lines
  /// unchanged, unless options or a terminal require another form.
  @MainActor package func writePlain(_ form: PlainForm) throws(Failure) {
    var numbers = form.options.paging
    numbers.maxRequests = numbers.maxRequests ?? paging.mostRequests
    let pager = Pager(
      source: source, configuration: try numbers.configuration(paging.withoutWayBack))
    let lines = RecordItemLines(form) { head }
    try form.write(pager, of: self, columns: { RecordColumns(head) }) {
      if !lines.hasBegun { try checkColumns(form.options) }
      return lines.bytes(of: $0.content)
    }
    if !lines.hasBegun { try checkColumns(form.options) }
    if form.options.limit != 0 { _ = try StandardOutput.write(lines.namesAlone()) }
    try tellLimit(of: pager, isAsked: form.options.paging.maxRequests != nil)
    if let shortfall, lines.count < form.options.limit ?? .max {
      throw .source("\(title): \(shortfall)")
    }
  }

  /// Checks that the columns exist, in a list whose columns are known in advance.
  ///
  /// - Throws: an error if a column does not exist.
  private func checkColumns(_ options: ViewerOptions) throws(Failure) {
    let head = head
    let columns = (options.columns ?? []).map { RecordColumn($0, of: head.names) }
    let missing = columns.first { !$0.mayBe(in: head.reading) }
    if let missing { throw .source("\(title) has no column '\(SafeText(missing.name))'") }
  }

  /// Reports that the maximum number of requests has stopped the list, if it has.
  ///
  /// - Throws: a failure, unless the reader has set the maximum.
  @MainActor private func tellLimit(of pager: Pager<Item, Cursor>, isAsked: Bool) throws(Failure) {
    let states = LoadReason.allCases.map { pager.state(of: $0) }
    guard
      let state = states.first(where: { if case .paused(.requests) = $0 { true } else { false } }),
      case .paused(.requests(let count)) = state
    else { return }
    let words = "\(title): stopped after \(count) request\(count == 1 ? "" : "s")"
    guard isAsked else { throw .source("\(words): allow more with --max-requests") }
    StandardError.tell(words)
  }
}

/// A converter that turns the items of a record list into lines of the plain form.
nonisolated final class RecordItemLines {
  private let options: ViewerOptions
  private let toTerminal: Bool
  private let head: () -> RecordHead
  /// The format of a line, known from the first record on.
  private var line: RecordLine?
  /// The names of the columns of comma-separated values, if all columns are written; otherwise
  /// empty.
  private var names: [String] = []
  /// Whether `line` is known, so that the column names, if any, have been written.
  var hasBegun: Bool { line != nil }
  /// The rows that are aligned for a terminal.
  private var rows = AlignedRows()
  /// The number of items so far.
  private(set) var count = 0

  /// - Parameters:
  ///   - toTerminal: whether the output goes to a terminal, which would interpret control
  ///     characters.
  ///   - head: returns the format and the columns; called only after the first load.
  init(_ options: ViewerOptions, toTerminal: Bool, head: @escaping () -> RecordHead) {
    (self.options, self.toTerminal, self.head) = (options, toTerminal, head)
  }

  @MainActor convenience init(_ form: PlainForm, head: @escaping () -> RecordHead) {
    self.init(form.options, toTerminal: form.toTerminal, head: head)
  }

  /// Returns the line of an item including its end, preceded by the column names if it is the first
  /// row.
  func bytes(of item: RecordContent) -> [UInt8] {
    var bytes: [UInt8] = []
    count += 1
    switch item {
    case .record(let record):
      let line = self.line ?? begin(&bytes)
      if toTerminal, !line.isJSON {
        rows.append(
          values(of: record, line).map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "" })
        rows.take(to: &bytes)
        return bytes
      }
      if line.isJSON {
        line.append(record, to: &bytes)
      } else {
        RecordLine.append(values(of: record, line), to: &bytes)
      }
    case .text(let text) where options.writesJSON || options.columns != nil:
      (self.line ?? begin(&bytes)).append(text: text, to: &bytes)
    case .text(let text): bytes += text + [UInt8(ascii: "\n")]
    }
    return toTerminal ? safe(bytes) : bytes
  }

  /// Returns the values of a row in the order of the names that were written first, followed by
  /// values with other names.
  ///
  /// A later page may have its columns in another order, or other columns.
  private func values(of record: Record, _ line: RecordLine) -> [ArraySlice<UInt8>?] {
    let values = line.values(of: record)
    guard !zip(record, names).allSatisfy({ $0.name == $1 }) else { return values }
    var others = Array(zip(record.map(\.name), values))
    let known = names.map { name -> ArraySlice<UInt8>? in
      others.firstIndex { $0.0 == name }.flatMap { others.remove(at: $0).1 }
    }
    return known + others.map { $0.1 }
  }

  /// Returns the column names alone, as for a file that has only a header; empty if they were
  /// written before, or if the lines are objects.
  func namesAlone() -> [UInt8] {
    var bytes: [UInt8] = []
    if line == nil { _ = begin(&bytes) }
    return bytes
  }

  /// Returns the lines, made safe for a terminal.
  private func safe(_ lines: [UInt8]) -> [UInt8] {
    lines.dropLast().split(separator: .lineFeed, omittingEmptySubsequences: false)
      .flatMap {
        Array(SafeText(String(decoding: $0, as: UTF8.self)).description.utf8) + [UInt8(ascii: "\n")]
      }
  }

  /// Determines and returns the format of a line, and appends the column names if the lines are
  /// rows.
  ///
  /// Objects contain the names themselves.
  private func begin(_ bytes: inout [UInt8]) -> RecordLine {
    let head = head()
    let columns = options.columns?.map { RecordColumn($0, of: head.names) }
    let isJSON = options.writesJSON || columns == nil && head.reading.namesFields
    let line = RecordLine(reading: head.reading, columns: columns, isJSON: isJSON)
    self.line = line
    let names = head.headings(of: columns)
    guard !isJSON, !names.isEmpty else { return line }
    if columns == nil, head.reading.csv != nil { self.names = names }
    if toTerminal {
      rows.append(names)
      rows.take(to: &bytes)
    } else {
      RecordLine.append(names.map { Array($0.utf8)[...] }, to: &bytes)
    }
    return line
  }
}

/// A cell for a line of a record list, or for a record as written: on one line, or wrapped.
final class RecordTextCell: TableViewCell {
  private var text = StyledText(SafeText(""))
  private var wraps = false
  private var folded: (width: Int, lines: [StyledText])?

  private var appearance: RecordAppearance?

  init() {}

  /// - Parameter isFound: whether the item was found last.
  func show(
    _ content: RecordContent, _ appearance: RecordAppearance, wraps: Bool, isFound: Bool = false
  ) {
    switch content {
    case .record(let record): text = Self.text(of: record.jsonLine()[...], appearance.rules)
    case .text(let line): text = Self.text(of: line, appearance.rules)
    }
    text = appearance.matches.marked(text, isCurrent: isFound)
    (self.wraps, folded) = (wraps, nil)
    self.appearance = appearance
  }

  /// The maximum number of bytes of a line that are shown, which is about the size of a piece of a
  /// long line in a file.
  private static let mostBytes = 32 << 10

  private static func text(of line: ArraySlice<UInt8>, _ rules: LineRules) -> StyledText {
    var text = LineText(line.prefix(mostBytes), rules).text
    if line.count > mostBytes { text.append(SafeText("…")) }
    return text
  }

  /// The width of the content; wrapped text does not scroll sideways.
  var contentWidth: Int { wraps ? 0 : text.width }

  func height(forWidth width: Int) -> Int { lines(for: width).count }

  func draw(in canvas: inout Canvas) {
    for (index, line) in lines(for: canvas.visibleColumns.count).enumerated() {
      canvas.draw(line, at: Point(line: index, column: 0))
    }
  }

  private func lines(for width: Int) -> [StyledText] {
    guard wraps, width > 0, text.width > width else { return [text] }
    if let folded, folded.width == width { return folded.lines }
    let lines = text.folded(to: width, atBlanks: appearance?.wrapsAtBlanks == true)
    folded = (width, lines)
    return lines
  }
}
