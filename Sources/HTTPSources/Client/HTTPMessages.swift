/// A request.
public struct HTTPRequest: Hashable, Sendable {
  /// How something is asked for; no other, because refresh and retry ask again.
  public enum Method: String, Hashable, Sendable {
    /// Reads.
    case get = "GET"
    /// Sends a body along.
    case post = "POST"
  }

  /// The absolute address, encoded.
  public var url: String
  /// How it is asked for.
  public var method = Method.get
  /// The fields of the header beside those that the client sets.
  public var headers: [HTTPField] = []
  /// What a POST sends.
  public var body: [UInt8] = []
  /// A name and a password, as an address may have them; nil for none.
  public var login: String?
  /// Whether a name and a password are looked up in the reader's netrc file.
  public var usesNetrc = true

  /// Creates a request that reads an address.
  public init(url: String) { self.url = url }
}

/// A field of a header: a name and a value.
public struct HTTPField: Hashable, Sendable {
  /// The name as it is written; names are compared without regard to case.
  public let name: String
  /// The value, without blanks around it.
  public let value: String

  /// Creates a field.
  public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// The beginning of an answer: its status and its header.
public struct HTTPHead: Hashable, Sendable {
  /// The address that was asked.
  public var url: String
  /// The status, such as 200.
  public var status: Int
  /// The fields in their order.
  public var fields: [HTTPField]

  /// Creates a head.
  public init(url: String, status: Int, fields: [HTTPField]) {
    (self.url, self.status, self.fields) = (url, status, fields)
  }

  /// The values of all fields of a name.
  public func values(of name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// The first value of a name.
  public func value(of name: String) -> String? { values(of: name).first }

  /// The type of the body in lower case, without its parameters; empty where the header has none.
  public var type: String {
    let type = value(of: "Content-Type")?.split(separator: ";").first ?? ""
    return type.filter { !$0.isWhitespace }.lowercased()
  }

  /// Whether the body is one document of JSON.
  public var isJSON: Bool {
    type == "application/json" || type == "text/json" || type.hasSuffix("+json")
  }
}

/// An answer with all of its body.
public struct HTTPAnswer: Hashable, Sendable {
  /// Its status and header.
  public var head: HTTPHead
  /// Its body, unpacked.
  public var body: [UInt8]

  /// Creates an answer.
  public init(head: HTTPHead, body: [UInt8]) { (self.head, self.body) = (head, body) }
}

/// Why there is no answer.
public enum HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
  /// libcurl is not installed.
  case noLibrary
  /// An address, a header or an option cannot be used; with what is wrong and what to do.
  case invalid(String)
  /// The network or the service has failed; the same may succeed later.
  case passing(String)
  /// The request has failed and would fail again.
  case failed(String)
  /// There is no host of that name.
  case noHost(String)
  /// The body has more bytes than are read.
  case tooLarge(maximum: Int)
  /// The service has asked to be left alone, and so no request was sent; with its host and how long that lasts.
  case resting(String, Duration)
  /// The request was given up.
  case cancelled

  /// One line: what is wrong, and what to do if there is anything.
  public var description: String {
    let text =
      switch self {
      case .noLibrary:
        "addresses need libcurl: install the package libcurl4 (Debian, Ubuntu) or curl"
      case .invalid(let words), .passing(let words), .failed(let words): words
      case .noHost(let host): "no such host: \(host)"
      case .tooLarge(let maximum):
        "the answer is larger than \(maximum >> 20) MiB: ask for fewer items"
      case .resting(let host, _): "\(host) asks for a pause"
      case .cancelled: "the request was stopped"
      }
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Whether trying again may help.
  public var isPassing: Bool {
    switch self {
    case .passing, .resting, .cancelled: true
    case .noLibrary, .invalid, .failed, .noHost, .tooLarge: false
    }
  }

  /// Whether nothing was sent, because the service has asked to be left alone.
  var isResting: Bool { if case .resting = self { true } else { false } }

  /// Whether no host of that name was found, as also where the network is away.
  var isNoHost: Bool { if case .noHost = self { true } else { false } }
}

/// How a client reaches services.
public struct HTTPClientOptions: Hashable, Sendable {
  /// How long nothing may come; 60 seconds by default.
  public var silence = Duration.seconds(60)
  /// How long a connection may take to be made; 15 seconds by default, and never longer than `silence`.
  public var connecting = Duration.seconds(15)
  /// A file of certificates that are trusted instead of the system's.
  public var certificates: String?
  /// A socket of this machine that is connected to, whatever the address says.
  public var unixSocket: String?
  /// The most bytes of a body that is collected; 16 MiB by default.
  public var mostBody = 16 << 20
  /// The most bytes of a header; 256 KiB by default.
  public var mostHeader = 256 << 10
  /// What services are told of the program.
  public var agent = "endless"

  /// Creates options with their defaults.
  public init() {}
}
