package import Answers
package import Feeds
package import Paging
import Records

/// A list that is requested page by page: the output of a command, or the answers of an address.
nonisolated package protocol AskedList: RecordPages {
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
  /// The encoding of positions that are stored between runs; by default nil, so that none are
  /// stored.
  var positionCoding: PositionCoding<AnswerItem, PageCursor>? { get }
  /// Returns the request for the page that contains an item; the request for the first page if the
  /// item is nil or its page is unknown.
  func request(of item: AnswerItem?) -> CopiedRequest
  /// Ends pending work, such as a command.
  func close()
}

nonisolated extension AskedList {
  package var notice: String? { nil }
  package var positionCoding: PositionCoding<AnswerItem, PageCursor>? { nil }
  package func request(of item: AnswerItem?) -> CopiedRequest { CopiedRequest(line: "", name: "") }
}

/// The feed of a list that is requested page by page: records in columns, or lines.
///
/// It is one type for commands and addresses, and it is in this module, because the compiler
/// specializes the generic code of a list only for feeds of the same module. Without specialization,
/// this code takes three times as long.
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
