public import Paging
import Records

/// What was got for a page: its bytes, and what is said of it beside them, as in the header of an answer.
public struct FetchedPage: Sendable {
  /// The bytes of the page, whole.
  public var bytes: [UInt8]
  /// Where the next page is, and the one before it; nil where that is not said beside the bytes.
  public var links: PageLinks?
  /// What leads to the next page, where that is said beside the bytes; nil within it where it says that none follows.
  public var cursor: AnswerCursor??
  /// How many items there are in all, where that is said beside the bytes.
  public var total: Int?
  /// The address of the page, against which addresses in its bytes are resolved; nil where it has none.
  public var address: String?
  /// Why the service does not have the page; nil where it has.
  ///
  /// Behind pages with items that is the end, unless more items are known to be there, or another page has named it.
  public var missing: PagingError?
  /// How long the service asks to be left alone after it; nil where it does not.
  public var pause: Duration?
  /// What the service knows the first page by, see `Page.validator`; nil where it knows none.
  public var validator: String?
  /// Whether the service has answered that the first page is as the validator knows it; then this has no bytes.
  public var isUnchanged = false

  /// Creates a page of nothing but bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// What is asked for: a page, and what is told along.
public struct PageFetch: Hashable, Sendable {
  /// Which page it is.
  public let address: PageAddress
  /// How many items are wanted, at least 1; an answer may have fewer or more.
  public let limit: Int
  /// What the first page that is held is known by, where only news is wanted; nil for the page as it is.
  public let validator: String?
  /// Whether the reader asks now, whatever time the service wants to be left alone.
  public let isUrgent: Bool

  /// Creates what is asked for.
  public init(
    _ address: PageAddress, limit: Int, validator: String? = nil, isUrgent: Bool = false
  ) {
    (self.address, self.limit) = (address, limit)
    (self.validator, self.isUrgent) = (validator, isUrgent)
  }
}

/// The addresses of the pages beside one.
public struct PageLinks: Hashable, Sendable {
  /// That of the page after it; nil at the end.
  public var next: String?
  /// That of the page before it; nil at the start, or where it is not said.
  public var previous: String?

  /// Creates links.
  public init(next: String? = nil, previous: String? = nil) {
    (self.next, self.previous) = (next, previous)
  }
}

extension AnswerCursor {
  /// The cursor that a text is.
  public init(text: String) {
    var json: [UInt8] = []
    JSONField.append(text, to: &json)
    (self.json, self.text) = (json, text)
  }
}

extension FetchedPage {
  /// The cursors of the pages beside it: as it is said beside the bytes, or else as they say it.
  ///
  /// What does not look like an address leads nowhere without a place to put it, unless a reader has named it.
  ///
  /// - Parameter isNamed: whether a reader has said where the address of the next page is.
  func cursors(_ answer: Answer, isNamed: Bool) -> (next: AnswerCursor?, previous: AnswerCursor?) {
    if let links { return (resolved(links.next), resolved(links.previous)) }
    let next = isNamed ? answer.next : answer.link
    return (next.flatMap { resolved($0.text) }, answer.previousLink.flatMap { resolved($0.text) })
  }

  /// The cursor of the next page: as it is said beside the bytes, or else as they say it.
  func cursor(_ answer: Answer) -> AnswerCursor? { cursor ?? answer.next }

  private func resolved(_ link: String?) -> AnswerCursor? {
    guard let link, !link.isEmpty else { return nil }
    guard let address, let base = WebAddress(address) else { return AnswerCursor(text: link) }
    return AnswerCursor(text: base.resolving(link))
  }
}

extension String {
  /// Whether a value of an answer is an address, and no token: an absolute one, or a path or query.
  var looksLikeAddress: Bool {
    if hasPrefix("/") || hasPrefix("?") || hasPrefix("./") || hasPrefix("../") { return true }
    let start = lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}
