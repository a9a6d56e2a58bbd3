/// A request.
public struct HTTPRequest: Hashable, Sendable {
  /// A method; only these two are supported, because a refresh repeats the request.
  public enum Method: String, Hashable, Sendable {
    /// Reads a resource.
    case get = "GET"
    /// Sends a body with the request.
    case post = "POST"
  }

  /// The absolute address, percent-encoded.
  public var url: String
  /// The method of the request.
  public var method = Method.get
  /// The header fields, in addition to those that the client sets.
  public var headers: [HTTPField] = []
  /// The body of a POST.
  public var body: [UInt8] = []
  /// A name and password, percent-encoded and separated by a colon; nil if there are none.
  public var login: String?
  /// Whether a name and password are looked up in the reader's netrc file.
  public var usesNetrc = true

  /// Creates a GET request.
  public init(url: String) { self.url = url }
}

/// A header field: a name and a value.
public struct HTTPField: Hashable, Sendable {
  /// The name as it was written; names are compared case-insensitively.
  public let name: String
  /// The value, without surrounding blanks.
  public let value: String

  /// Creates a field.
  public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// The head of an answer: its status and header fields.
public struct HTTPHead: Hashable, Sendable {
  /// The address of the request.
  public var url: String
  /// The status code, such as 200.
  public var status: Int
  /// The header fields, in order.
  public var fields: [HTTPField]

  /// Creates a head.
  public init(url: String, status: Int, fields: [HTTPField]) {
    (self.url, self.status, self.fields) = (url, status, fields)
  }

  /// The values of all fields with the given name.
  public func values(of name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// The value of the first field with the given name; nil if there is none.
  public func value(of name: String) -> String? { values(of: name).first }

  /// The content type in lower case, without parameters; empty if the header has none.
  public var type: String {
    let type = (value(of: "Content-Type") ?? "").utf8.prefix { $0 != UInt8(ascii: ";") }
    let blanks = " \t".utf8
    return String(decoding: type.filter { !blanks.contains($0) }, as: UTF8.self).lowercased()
  }

  /// The encoding that the content type declares; nil if it declares none, and for JSON, which is
  /// always UTF-8 (RFC 8259, sections 8.1 and 11).
  var charset: String? {
    guard !isJSON, let field = value(of: "Content-Type") else { return nil }
    let parameters = field.split(separator: ";").dropFirst().map { $0.trimmed }
    let charset = parameters.first { $0.lowercased().hasPrefix("charset=") }
    return charset?.dropFirst("charset=".count).filter { $0 != "\"" }
  }

  /// Whether the content type is JSON.
  public var isJSON: Bool {
    type == "application/json" || type == "text/json" || type.hasSuffix("+json")
  }
}

/// An answer with its complete body.
public struct HTTPAnswer: Hashable, Sendable {
  /// The status and header fields.
  public var head: HTTPHead
  /// The body, decompressed.
  public var body: [UInt8]

  /// Creates an answer.
  public init(head: HTTPHead, body: [UInt8]) { (self.head, self.body) = (head, body) }
}

/// The reason why a request has failed.
public enum HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
  /// libcurl is not installed.
  case noLibrary
  /// An address, a header field or an option cannot be used; the string contains the reason and a
  /// remedy.
  case invalid(String)
  /// A failure that may be temporary, such as one of the network or the service.
  case passing(String)
  /// A failure that a retry would repeat.
  case failed(String)
  /// The name of the host cannot be resolved.
  case noHost(String)
  /// The body is larger than the maximum, in bytes.
  case tooLarge(maximum: Int)
  /// A request has to wait, because the service has asked for a pause; the values are the host and
  /// the remaining time.
  case resting(String, Duration)
  /// The request was cancelled.
  case cancelled

  /// The error on one line, with a remedy if there is one.
  public var description: String {
    let text =
      switch self {
      case .noLibrary:
        "addresses need libcurl: install the package libcurl4 (Debian, Ubuntu) or curl"
      case .invalid(let words), .passing(let words), .failed(let words): words
      case .noHost(let host): "no such host: \(host)"
      case .tooLarge(let maximum):
        "the page is larger than \(maximum >> 20) MiB: request fewer items"
      case .resting(let host, _): "\(host) asks for a pause"
      case .cancelled: "the request was stopped"
      }
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Whether a retry may succeed.
  public var isPassing: Bool {
    switch self {
    case .passing, .resting, .cancelled: true
    case .noLibrary, .invalid, .failed, .noHost, .tooLarge: false
    }
  }

  /// Whether a request has to wait, because the service has asked for a pause.
  var isResting: Bool { if case .resting = self { true } else { false } }

  /// Whether the name of the host cannot be resolved, which also happens when the network is down.
  var isNoHost: Bool { if case .noHost = self { true } else { false } }
}

/// Options of a client.
public struct HTTPClientOptions: Hashable, Sendable {
  /// The maximum time without data; 60 seconds by default.
  public var silence = Duration.seconds(60)
  /// The maximum time to establish a connection; 15 seconds by default, and limited to `silence`.
  public var connecting = Duration.seconds(15)
  /// A file of certificates that are trusted in place of the system's.
  public var certificates: String?
  /// The path of a local socket to connect to, instead of the host in the address.
  public var unixSocket: String?
  /// The maximum size of a collected body, in bytes; 16 MiB by default.
  public var mostBody = 16 << 20
  /// The maximum size of a header, in bytes; 256 KiB by default.
  public var mostHeader = 256 << 10
  /// The name by which the program identifies itself to services (`User-Agent`).
  public var agent = "endless"

  /// Creates options with default values.
  public init() {}
}
