import FlyingFox
import Foundation

/// A request, converted from the type of the server.
struct Request: Sendable {
  let method: String
  /// The path and query, unchanged.
  let target: String
  /// The path, unchanged, and its components.
  let path: String
  let components: [String]
  /// The parameters of the query in order, decoded.
  private(set) var query: [(name: String, value: String)]
  let headers: [(name: String, value: String)]
  let body: Data

  init(_ request: HTTPRequest) async throws {
    method = request.method.rawValue
    target = request.target.rawValue
    path = request.target.path()
    components = path.split(separator: "/").map(String.init)
    query = Self.fields(request.target.query())
    headers = request.headers.map { ($0.key.rawValue.lowercased(), $0.value) }.sorted { $0 < $1 }
    body = try await request.bodyData
  }

  /// The value of a header field, by its case-insensitive name.
  func header(_ name: String) -> String? {
    headers.first { $0.name == name.lowercased() }?.value
  }

  /// The request with the fields of its form body as parameters.
  var asForm: Request {
    var request = self
    request.query = Self.fields(String(decoding: body, as: UTF8.self))
    return request
  }

  /// The scheme and host as the client uses them.
  var origin: String { "http://" + (header("host") ?? "localhost") }

  /// The path and query with some parameters changed, or removed if their value is nil.
  func target(_ changes: [(name: String, value: String?)]) -> String {
    let kept = query.filter { field in !changes.contains { $0.name == field.name } }
    let changed = changes.compactMap { change in change.value.map { (change.name, $0) } }
    let fields = (kept + changed).map { "\($0.0.percentEncoded)=\($0.1.percentEncoded)" }
    return fields.isEmpty ? path : path + "?" + fields.joined(separator: "&")
  }

  /// Parses `a=b&c=d`, as in a query or form; a plus is a blank.
  static func fields(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: "&").map { part in
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let texts = pair.map { String($0.replacing("+", with: " ")).percentDecoded }
      return (texts[0], texts.count > 1 ? texts[1] : "")
    }
  }
}

/// An answer, which `response` converts to the type of the server.
struct Answer: Sendable {
  var status = 200
  var headers: [(name: String, value: String)] = []
  var body: HTTPBodySequence

  init(status: Int = 200, type: String, _ body: HTTPBodySequence) {
    self.status = status
    self.body = body
    headers = [("Content-Type", type)]
  }

  init(status: Int = 200, type: String, _ bytes: [UInt8]) {
    self.init(
      status: status, type: type,
      HTTPBodySequence(data: Data(bytes), suggestedBufferSize: max(1, bytes.count)))
  }

  init(status: Int = 200, _ json: JSON) {
    self.init(status: status, type: "application/json", json.bytes)
  }

  /// The answer with a further header field, unless the value is nil.
  func with(_ name: String, _ value: String?) -> Answer {
    guard let value else { return self }
    var answer = self
    answer.headers.append((name, value))
    return answer
  }

  /// The answer with further header fields.
  func with(_ fields: [(name: String, value: String)]) -> Answer {
    fields.reduce(self) { $0.with($1.name, $1.value) }
  }

  /// The answer with another content type; an empty type removes the header field, and nil changes
  /// nothing.
  func of(type: String?) -> Answer {
    guard let type else { return self }
    var answer = self
    answer.headers.removeAll { $0.name == "Content-Type" }
    if !type.isEmpty { answer.headers.append(("Content-Type", type)) }
    return answer
  }

  /// The answer in the server's type.
  var response: HTTPResponse {
    let status = HTTPStatusCode(status, phrase: Self.phrases[status] ?? "Status")
    var response = HTTPResponse(statusCode: status, body: body)
    for header in headers { response.headers.addValue(header.value, for: HTTPHeader(header.name)) }
    return response
  }

  private static let phrases = [
    200: "OK", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently", 302: "Found",
    303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 410: "Gone", 416: "Range Not Satisfiable",
    429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}

/// A status that is thrown instead of an answer, usually that of an error.
struct Refusal: Error {
  let status: Int
  let message: String
  private var headers: [(name: String, value: String)] = []

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  /// The error with a further header field, unless the value is nil.
  func with(_ name: String, _ value: String?) -> Refusal {
    var refusal = self
    if let value { refusal.headers.append((name, value)) }
    return refusal
  }

  /// The answer for this error.
  var answer: Answer {
    // Answers with these two statuses have no body.
    guard status != 204, status != 304 else {
      return Answer(status: status, type: "text/plain", [])
    }
    var answer = Answer(status: status, ["error": .text(message)])
    answer.headers += headers
    return answer
  }
}

extension String {
  /// The percent-decoded string; unchanged if it is not valid.
  var percentDecoded: String { removingPercentEncoding ?? self }

  /// The string with all characters except letters, digits and `-._~` percent-encoded.
  var percentEncoded: String { addingPercentEncoding(withAllowedCharacters: .unreserved) ?? self }
}

extension CharacterSet {
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
}
