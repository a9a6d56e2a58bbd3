package import Answers
package import Feeds
import HTTPSources
package import Paging
import Records
import Viewers

/// The pages of an address: records in columns, or lines.
package struct HTTPFeed: RecordFeed {
  private let pages: AddressSource
  package let title: String
  package let notice: String?

  init(_ asked: AskedAddress, _ pages: AddressSource) {
    (self.pages, title, notice) = (pages, asked.title, asked.notice)
  }

  /// The host and the last part of the path.
  package var shortTitle: String? {
    let parts = title.split(separator: "?")[0].split(separator: "/")
    return parts.count < 3 ? nil : parts.last.map { "…/\($0)" }
  }

  package var source: any PagingSource<AnswerItem, PageCursor> { pages }
  /// The client has time-outs; a walk to the end asks after a number of requests that a service does not mind.
  package var paging: PagingDefaults {
    PagingDefaults(requestsToEnd: 20, loadTimeout: nil, mostRequests: 1_000)
  }

  package var head: RecordHead {
    guard let rows = pages.rows else { return RecordHead(reading: .ndjson) }
    return RecordHead(reading: .csv(rows.reader, rows.header), names: rows.names)
  }

  package var explanation: String? {
    let strangers = pages.strangers
    let told =
      strangers.isEmpty ? nil : "asked without credentials: \(strangers.joined(separator: ", "))"
    guard let found = pages.explanation else { return nil }
    return [found, told, title].compactMap { $0 }.joined(separator: "; ")
  }
}
