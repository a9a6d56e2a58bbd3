/// The validator of an answer: an entity tag and a date (RFC 9110, section 8.8), as the service
/// wrote them.
///
/// Weak tags are accepted, because a list only needs to know whether its content has changed, and
/// not whether each byte is the same.
struct HTTPValidator: Equatable {
  private let tag: String
  private let date: String

  /// The maximum length of a value that is sent back, in bytes.
  private static let longest = 4_096

  /// Reads the validator from a head; nil if the head has neither a usable tag nor a usable date.
  init?(_ head: HTTPHead) {
    tag = Self.value(of: "ETag", in: head)
    date = Self.value(of: "Last-Modified", in: head)
    if tag.isEmpty, date.isEmpty { return nil }
  }

  /// Parses a validator from `text`.
  init(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    (tag, date) = (
      lines.first.map { String($0) } ?? "", lines.dropFirst().first.map { String($0) } ?? ""
    )
  }

  /// The tag and the date on two lines, which is the form that a list stores.
  var text: String { "\(tag)\n\(date)" }

  /// The conditional header fields, without those that the reader has set.
  func fields(besides request: HTTPRequest) -> [HTTPField] {
    [HTTPField("If-None-Match", tag), HTTPField("If-Modified-Since", date)]
      .filter { !$0.value.isEmpty && !request.has($0.name) }
  }

  private static func value(of name: String, in head: HTTPHead) -> String {
    guard let value = head.value(of: name), value.utf8.count <= longest, value.isHeaderValue else {
      return ""
    }
    return value
  }
}
