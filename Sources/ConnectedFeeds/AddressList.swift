package import Answers
package import Feeds
import HTTPSources
package import Paging
import Records
package import Viewers

/// The pages of an address.
package struct AddressList: AskedList {
  private let pages: AddressSource
  private let asked: AskedAddress
  package let title: String
  package let notice: String?
  /// Whether a page is requested by the key of an item.
  private let isKeyed: Bool
  private let body: String?

  init(_ asked: AskedAddress, _ pages: AddressSource) {
    (self.asked, self.pages, title, notice) = (asked, pages, asked.title, asked.notice)
    (isKeyed, body) = (asked.template.style == .last, asked.body)
  }

  /// Starts loading libcurl on another thread, so that the first request starts sooner.
  package static func prepare() { HTTPClient.prepare() }

  /// The last component of the path, preceded by `…/`; nil if the address has no path.
  package var shortTitle: String? {
    let parts = title.split(separator: "?")[0].split(separator: "/")
    return parts.count < 3 ? nil : parts.last.map { "…/\($0)" }
  }

  package var source: any PagingSource<AnswerItem, PageCursor> { pages }
  package var awaited: (any AwaitedFeed)? { pages.isAwaited ? pages : nil }
  package func close() { pages.close() }
  /// The defaults for paging: a load has no timeout, because the client has one, and the reader is
  /// asked after a number of requests that services tolerate.
  package var paging: PagingDefaults {
    PagingDefaults(requestsToEnd: 20, loadTimeout: nil, mostRequests: 1_000)
  }

  /// The encoding of a position, which is stored only if it is the key of an item, because numbers
  /// and cursors may later lead elsewhere.
  ///
  /// In the file, the address is identified by a hash of its displayed form.
  package var positionCoding: PositionCoding<AnswerItem, PageCursor>? {
    guard isKeyed else { return nil }
    return PositionCoding(
      identity: "address:" + (title + (body ?? "")).digest, cursorText: { $0.id.key?.text ?? "" },
      cursor: { $0.isEmpty ? nil : .last(AnswerKey($0)) }, idText: { $0.key?.text ?? "" },
      id: { .key(AnswerKey($0)) })
  }

  package var columns: AnswerRows? { pages.rows }

  package var endWords: String? { pages.advice }
  package var shortfall: String? { pages.missesItems ? pages.advice : nil }

  package var hasRequests: Bool { true }

  package func request(of item: AnswerItem?) -> CopiedRequest {
    asked.copiedRequest(of: item, from: pages)
  }

  package var explanation: String? {
    let strangers = pages.strangers
    let told =
      strangers.isEmpty
      ? nil : "no credentials sent to \(strangers.joined(separator: ", "))"
    guard let found = pages.explanation else { return nil }
    return [found, told, title].compactMap { $0 }.joined(separator: "; ")
  }
}

extension String {
  /// A hash of the bytes as 16 hexadecimal digits (64-bit FNV-1a), which hides the string.
  ///
  /// It is not cryptographic: a guess at the string can be confirmed.
  fileprivate var digest: String {
    let number = utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
