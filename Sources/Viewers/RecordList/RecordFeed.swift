import Bytes
package import Feeds
package import Paging
package import Records
import TableUI
import Terminal

/// A feed of records: its screen is a list in columns, and its plain form objects or rows.
///
/// A new kind of source brings its pages, what it says of its columns, and the words of `=`.
nonisolated package protocol RecordFeed: Feed where Item: RecordItem {
  /// How its records are read, and the columns that are known before the records are; asked once the
  /// first record has come. By default objects, whose columns come with them.
  var head: RecordHead { get }
  /// What was found in the pages that have come, and why; nil before the first.
  var explanation: String? { get }
  /// What goes on at the source and is said behind the title, such as a transaction that is open; nil by default.
  var activity: String? { get }
  /// What stands behind the last item instead of the usual word; nil for that.
  var endWords: String? { get }
  /// Whether its pages are asked for by requests that can be copied; not by default.
  var hasRequests: Bool { get }
  /// The request of the page in which an item came, or of the first one where there is no item or its page is not known.
  func request(of item: Item?) -> CopiedRequest
  /// What may turn out to be no list of records; nil, the default, where that is known.
  var awaited: (any AwaitedFeed)? { get }
  /// Where its screen begins; nil, the default, for the start.
  var start: ListStart<Cursor>? { get }
  /// The item that stands out there, because it was gone to; nil, the default, where no item was.
  var chosen: Item.ID? { get }
  /// Its items read again from the first on, because a refresh does not do that; nil, the default, where it does.
  ///
  /// - Throws: why they cannot be had.
  var renewing: (@Sendable () throws(Failure) -> any PagingSource<Item, Cursor>)? { get }
  /// Reads an item again with all of its values; nil where the list holds them: by default where `rows` is nil.
  var whole: (@Sendable (Item) async -> Result<Record, Failure>)? { get }
  /// Draws the pictures that values of an item are; nil, the default, where none is one.
  var pictures: (@Sendable (Item, PictureArea) async -> DrawnPictures)? { get }
  /// The items that meet all filters, whole, as they are written; nil, the default, where the list holds them so.
  func wholeItems(meeting filters: [FilterPart]) -> WholeItems<Item>?
  /// What else its rows can be asked for, because a database has them; nil by default.
  var rows: RowActions<Item, Cursor>? { get }
}

/// Where the screen of a list begins.
nonisolated package enum ListStart<Cursor: Hashable & Sendable>: Sendable {
  /// At a place of the source.
  case position(PageRequest<Cursor>.Position)
  /// At an item by its number, from 1.
  case item(Int)

  /// What a reader has said on the command line; nil where that says nothing for a list.
  package init?(_ start: StartPosition?) {
    switch start {
    case .end: self = .position(.end)
    case .item(let number), .line(let number): self = .item(number)
    case .match, nil: return nil
    }
  }
}

/// A request as it is copied.
nonisolated package struct CopiedRequest: Sendable {
  /// A line for a shell.
  package let line: String
  /// What it is called.
  package let name: String

  package init(line: String, name: String) { (self.line, self.name) = (line, name) }
}

/// A feed that may turn out to be another one with its first answer.
nonisolated package protocol AwaitedFeed: AnyObject, Sendable {
  /// Whether that is not known yet.
  var isAwaited: Bool { get }
  /// Says what is called with the feed that is to be shown instead.
  func onOther(_ show: @escaping @MainActor @Sendable (any Feed) -> Void)
}

nonisolated extension RecordFeed {
  package var head: RecordHead { RecordHead(reading: .ndjson) }
  package var explanation: String? { nil }
  package var activity: String? { nil }
  package var endWords: String? { nil }
  package var hasRequests: Bool { false }
  package func request(of item: Item?) -> CopiedRequest { CopiedRequest(line: "", name: "") }
  package var awaited: (any AwaitedFeed)? { nil }
  package var rows: RowActions<Item, Cursor>? { nil }
  package var renewing: (@Sendable () throws(Failure) -> any PagingSource<Item, Cursor>)? { nil }
  package var whole: (@Sendable (Item) async -> Result<Record, Failure>)? { rows?.whole }
  package var pictures: (@Sendable (Item, PictureArea) async -> DrawnPictures)? { nil }
  package func wholeItems(meeting filters: [FilterPart]) -> WholeItems<Item>? { nil }
  package var start: ListStart<Cursor>? { nil }
  package var chosen: Item.ID? { nil }

  @MainActor package func screen(
    in viewer: Viewer
  ) throws(Failure) -> FeedScreen<Item, Cursor> {
    let controller = RecordListController(self, try viewer.pager(of: self), in: viewer)
    if let awaited {
      controller.awaited = awaited
      awaited.onOther(viewer.replacing(controller))
    }
    switch start {
    case .position(let position): controller.list.jump(to: position)
    case .item(let number): controller.list.goToItem(number)
    case nil: break
    }
    controller.choose(chosen)
    return FeedScreen(controller: controller, list: controller.list)
  }

  /// The values of a record, each by itself; a line without what colours it.
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

  /// Objects as they are, rows with tabs between under their names, and lines as they are.
  @MainActor package func writePlain(_ form: PlainForm) throws(Failure) {
    var numbers = form.options.paging
    numbers.maxRequests = numbers.maxRequests ?? paging.mostRequests
    var configuration = try numbers.configuration(paging.withoutWayBack)
    // Pages without anything new stop nothing here, but the bound counts them, as of a service that repeats its last page.
    if configuration.maxRequests != nil { configuration.stallLimit = .max }
    let pager = Pager(source: source, configuration: configuration)
    let lines = RecordItemLines(form) { head }
    try form.write(pager, of: self, columns: { RecordColumns(head) }) {
      lines.bytes(of: $0.content)
    }
    if form.options.limit != 0 { _ = try StandardOutput.write(lines.namesAlone()) }
    try tellLimit(of: pager, isAsked: form.options.paging.maxRequests != nil)
  }

  /// Says that the list goes on where no more requests were allowed.
  ///
  /// - Throws: that, where the reader has not set the limit.
  @MainActor private func tellLimit(of pager: Pager<Item, Cursor>, isAsked: Bool) throws(Failure) {
    let states = [LoadReason.refresh, .append].map { pager.state(of: $0) }
    guard
      let state = states.first(where: { if case .paused(.requests) = $0 { true } else { false } }),
      case .paused(.requests(let count)) = state
    else { return }
    let words = "\(title): stopped after \(count) requests"
    guard isAsked else { throw .source("\(words): --max-requests allows more") }
    StandardError.tell(words)
  }
}

/// Items of a list of records as lines of the plain form.
nonisolated final class RecordItemLines {
  private let options: ViewerOptions
  private let toTerminal: Bool
  private let head: () -> RecordHead
  /// How a record is written, known from the first one on.
  private var line: RecordLine?
  /// Rows on a terminal.
  private var rows = AlignedRows()

  /// - Parameters:
  ///   - toTerminal: whether a terminal reads it, which would obey what is in it.
  ///   - head: what is known of the columns; asked once the first item has come.
  init(_ options: ViewerOptions, toTerminal: Bool, head: @escaping () -> RecordHead) {
    (self.options, self.toTerminal, self.head) = (options, toTerminal, head)
  }

  @MainActor convenience init(_ form: PlainForm, head: @escaping () -> RecordHead) {
    self.init(form.options, toTerminal: form.toTerminal, head: head)
  }

  /// An item's line with its end; before the first one of rows and columns their names.
  func bytes(of item: RecordContent) -> [UInt8] {
    var bytes: [UInt8] = []
    switch item {
    case .record(let record):
      let line = self.line ?? begin(&bytes)
      if toTerminal, !line.isJSON {
        rows.append(
          line.values(of: record).map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "" })
        rows.take(to: &bytes)
        return bytes
      }
      line.append(record, to: &bytes)
    case .text(let text) where options.writesJSON || options.columns != nil:
      (self.line ?? begin(&bytes)).append(text: text, to: &bytes)
    case .text(let text): bytes += text + [UInt8(ascii: "\n")]
    }
    return toTerminal ? safe(bytes) : bytes
  }

  /// The names of the columns where no item has come, as a file has them that has no records.
  func namesAlone() -> [UInt8] {
    var bytes: [UInt8] = []
    if line == nil { _ = begin(&bytes) }
    return bytes
  }

  /// Lines as a terminal may get them.
  private func safe(_ lines: [UInt8]) -> [UInt8] {
    lines.dropLast().split(separator: .lineFeed, omittingEmptySubsequences: false)
      .flatMap {
        Array(SafeText(String(decoding: $0, as: UTF8.self)).description.utf8) + [UInt8(ascii: "\n")]
      }
  }

  /// Begins with the names of the columns, where there are some: objects have their own.
  private func begin(_ bytes: inout [UInt8]) -> RecordLine {
    let head = head()
    let columns = options.columns?.map { RecordColumn($0, of: head.names) }
    let isJSON = options.writesJSON || columns == nil && head.reading.namesFields
    let line = RecordLine(reading: head.reading, columns: columns, isJSON: isJSON)
    self.line = line
    let names = head.headings(of: columns)
    guard !isJSON, !names.isEmpty else { return line }
    if toTerminal {
      rows.append(names)
      rows.take(to: &bytes)
    } else {
      RecordLine.append(names.map { Array($0.utf8)[...] }, to: &bytes)
    }
    return line
  }
}

/// A line of a list of records, or a record as it is written: in one line, or wrapped.
final class RecordTextCell: TableViewCell {
  private var text = StyledText(SafeText(""))
  private var wraps = false
  private var folded: (width: Int, lines: [StyledText])?

  private var appearance: RecordAppearance?

  init() {}

  /// - Parameter isFound: whether it is the one that was found last.
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

  /// Bytes of a line that are shown, as of a piece of a file's line.
  private static let mostBytes = 32 << 10

  private static func text(of line: ArraySlice<UInt8>, _ rules: LineRules) -> StyledText {
    var text = LineText(line.prefix(mostBytes), rules).text
    if line.count > mostBytes { text.append(SafeText("…")) }
    return text
  }

  /// What goes on below does not go on to the right.
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
