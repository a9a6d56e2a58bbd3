public import Paging
import Records

/// A page as it was fetched: its bytes, and the information that came with them, such as header
/// fields.
public struct FetchedPage: Sendable {
  /// The bytes of the page.
  public var bytes: [UInt8]
  /// The addresses of the neighboring pages; nil if none came with the bytes.
  public var links: PageLinks?
  /// The cursor of the next page, if it came with the bytes; an inner nil means that no page
  /// follows.
  public var cursor: AnswerCursor??
  /// The number of all items, if it came with the bytes.
  public var total: Int?
  /// The address of the page, against which relative addresses in its bytes are resolved; nil if
  /// the page has none.
  public var address: String?
  /// The reason why the service does not have the page; nil if the service has it.
  ///
  /// If the missing page follows a page with items, the list ends there, unless more items are
  /// known to exist or another page has a cursor that leads to the missing page.
  public var missing: PagingError?
  /// Whether `missing` may have a reason other than the end of the list.
  ///
  /// If so, the list ends there only if the service has stated how many items it has, and the page
  /// is after all of them.
  package var endsOnlyBehindTotal = false
  /// Whether the content type says that the bytes are comma-separated values.
  package var isCSV = false
  /// The time that the service asks its client to wait before the next request; nil if it does not
  /// ask for a wait.
  public var pause: Duration?
  /// The validator of the first page (see `Page.validator`); nil if the service has none.
  public var validator: String?
  /// Whether the service has confirmed the validator: the first page is unchanged, and the page has
  /// no bytes.
  public var isUnchanged = false
  /// Whether the bytes are declared as JSON, in which case invalid JSON is an error and not text.
  package var isJSON = false
  /// The encoding that the service declares; nil if it declares none.
  package var charset: String?

  /// Creates a page that has only bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// The request for a page.
public struct PageFetch: Hashable, Sendable {
  /// The address of the page.
  public let address: PageAddress
  /// The requested number of items, at least 1; the answer may have fewer or more.
  public let limit: Int
  /// The validator of the held first page, with which the service can tell whether the page has
  /// changed; nil to load the page unconditionally.
  public let validator: String?
  /// Whether the user explicitly requests the page; a pause that the service has asked for is then
  /// ignored.
  public let isUrgent: Bool

  /// Creates a request.
  public init(
    _ address: PageAddress, limit: Int, validator: String? = nil, isUrgent: Bool = false
  ) {
    (self.address, self.limit) = (address, limit)
    (self.validator, self.isUrgent) = (validator, isUrgent)
  }
}

/// The addresses of the neighboring pages.
public struct PageLinks: Hashable, Sendable {
  /// The address of the next page; nil at the end.
  public var next: String?
  /// The address of the previous page; nil at the start, or if it is unknown.
  public var previous: String?

  /// Creates links.
  public init(next: String? = nil, previous: String? = nil) {
    (self.next, self.previous) = (next, previous)
  }
}

extension AnswerCursor {
  /// Creates a cursor from a string.
  public init(text: String) {
    var json: [UInt8] = []
    JSONField.append(text, to: &json)
    (self.json, self.text) = (json, text)
  }
}

extension FetchedPage {
  /// The cursors of the neighboring pages, from the information that came with the bytes, or else
  /// from the answer.
  ///
  /// A link of the answer that does not look like an address is ignored unless the user has named
  /// it.
  ///
  /// - Parameter isNamed: whether the user has named the pointer to the address of the next page.
  func cursors(_ answer: Answer, isNamed: Bool) -> (next: AnswerCursor?, previous: AnswerCursor?) {
    if let links { return (resolved(links.next), resolved(links.previous)) }
    let next = isNamed ? answer.next : answer.link
    return (next.flatMap { resolved($0.text) }, answer.previousLink.flatMap { resolved($0.text) })
  }

  /// The cursor of the next page, from the information that came with the bytes, or else from the
  /// answer.
  func cursor(_ answer: Answer) -> AnswerCursor? { cursor ?? answer.next }

  private func resolved(_ link: String?) -> AnswerCursor? {
    guard let link, !link.isEmpty else { return nil }
    guard let address, let base = WebAddress(address) else { return AnswerCursor(text: link) }
    return AnswerCursor(text: base.resolving(link))
  }
}

extension String {
  /// Whether the text is an address, and not a token: absolute, a path, or a query.
  var looksLikeAddress: Bool {
    if hasPrefix("/") || hasPrefix("?") || hasPrefix("./") || hasPrefix("../") { return true }
    let start = lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://") || isRelativeAddress
  }

  /// Whether the text is the name of a JSON file or has a query, as in `items?page=2`; tokens have
  /// neither.
  private var isRelativeAddress: Bool {
    guard utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return false }
    let path = prefix { $0 != "?" }
    let query = dropFirst(path.count + 1)
    return !path.contains(":") && (query.contains("=") || path.hasSuffix(".json") && query.isEmpty)
  }
}
