package import Answers
package import Feeds
package import Paging
import Records

/// A list that is requested page by page: the output of a command, or the answers of an address.
nonisolated package protocol AskedList: Sendable {
  /// The title at the start of the status line.
  var title: String { get }
  /// The title for narrow screens; nil to use `title`.
  var shortTitle: String? { get }
  /// A notice about the address; nil by default.
  var notice: String? { get }
  /// The source of the pages.
  var source: any PagingSource<AnswerItem, PageCursor> { get }
  /// The columns of comma-separated values, known after the first page; nil for other formats.
  var columns: AnswerRows? { get }
  /// The defaults for paging.
  var paging: PagingDefaults { get }
  /// The encoding of positions that are stored between runs; nil, the default, if no positions are
  /// stored.
  var positionCoding: PositionCoding<AnswerItem, PageCursor>? { get }
  /// A description of how the loaded pages were parsed; nil before the first page.
  var explanation: String? { get }
  /// The text after the last item; nil, the default, for the usual text.
  var endWords: String? { get }
  /// The reason why the list lacks items at its end; nil, the default, if none are known to be
  /// missing.
  var shortfall: String? { get }
  /// Whether the requests for its pages can be copied; false by default.
  var hasRequests: Bool { get }
  /// Returns the request for the page that contains an item; the request for the first page if the
  /// item is nil or its page is unknown.
  func request(of item: AnswerItem?) -> CopiedRequest
  /// The source, if it may turn out not to be a list of records; nil, the default, if it certainly
  /// is.
  var awaited: (any AwaitedFeed)? { get }
  /// Ends pending work, such as a command.
  func close()
}

nonisolated extension AskedList {
  package var notice: String? { nil }
  package var positionCoding: PositionCoding<AnswerItem, PageCursor>? { nil }
  package var endWords: String? { nil }
  package var shortfall: String? { nil }
  package var hasRequests: Bool { false }
  package func request(of item: AnswerItem?) -> CopiedRequest { CopiedRequest(line: "", name: "") }
  package var awaited: (any AwaitedFeed)? { nil }
}

/// The feed of a list that is requested page by page: records in columns, or lines.
///
/// It is one type for commands and addresses, and in this module, because the compiler specializes
/// the generic code of a list only for feeds of its own module. Unspecialized, this code takes three
/// times as long.
nonisolated package struct AskedFeed: RecordFeed {
  private let list: any AskedList

  package init(_ list: any AskedList) { self.list = list }

  package var title: String { list.title }
  package var shortTitle: String? { list.shortTitle }
  package var notice: String? { list.notice }
  package var source: any PagingSource<AnswerItem, PageCursor> { list.source }
  package var paging: PagingDefaults { list.paging }
  package var positionCoding: PositionCoding<AnswerItem, PageCursor>? { list.positionCoding }

  package var head: RecordHead {
    guard let columns = list.columns else { return RecordHead(reading: .ndjson) }
    return RecordHead(reading: .csv(columns.reader, columns.header), names: columns.names)
  }

  package var explanation: String? { list.explanation }
  package var endWords: String? { list.endWords }
  package var shortfall: String? { list.shortfall }
  package var hasRequests: Bool { list.hasRequests }
  package func request(of item: AnswerItem?) -> CopiedRequest { list.request(of: item) }
  package var awaited: (any AwaitedFeed)? { list.awaited }
  package func close() { list.close() }
}
