/// What a service knows an answer by: an entity tag and a date (RFC 9110, 8.8), as they came.
///
/// Weak tags are kept as they are, because a list asks whether it has changed, and not whether each byte is the same.
struct HTTPValidator: Equatable {
  private let tag: String
  private let date: String

  /// The longest value that is sent back.
  private static let longest = 4_096

  /// What a head has; nil where it has neither.
  init?(_ head: HTTPHead) {
    tag = Self.value(of: "ETag", in: head)
    date = Self.value(of: "Last-Modified", in: head)
    if tag.isEmpty, date.isEmpty { return nil }
  }

  /// What `text` has been made of.
  init(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    (tag, date) = (
      lines.first.map { String($0) } ?? "", lines.dropFirst().first.map { String($0) } ?? ""
    )
  }

  /// Both in two lines, as a list keeps them.
  var text: String { "\(tag)\n\(date)" }

  /// The fields that ask for an answer only if it is another by now; none that the reader has given.
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
