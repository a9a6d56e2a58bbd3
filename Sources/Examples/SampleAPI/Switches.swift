/// The unusual behavior of the service, selected by the part `with/…` of an address.
struct Switches: Sendable {
  private(set) var count = 1_000
  private(set) var key = "default"
  private(set) var latency: Duration?
  private(set) var failures: [Int: Int] = [:]
  private(set) var failAll: Int?
  private(set) var retryAfter: String?
  private(set) var limit: Int?
  private(set) var window: Duration?
  private(set) var fields: [(name: String, value: String)] = []
  private(set) var hasTags = false
  private(set) var expired: Int?
  private(set) var short = 0
  private(set) var empty: Int?
  private(set) var repeatsLast = false
  private(set) var beyond: Int?
  private(set) var move = 0
  private(set) var hasTotal = true
  private(set) var isTotalNull = false
  private(set) var hasMore = false
  private(set) var base = 1
  private(set) var maximum = 100
  private(set) var name: String?
  private(set) var token: String?
  private(set) var header: String?
  private(set) var isRelative = false
  private(set) var type: String?
  private(set) var holds = false

  init() {}

  /// Parses `KEY=VALUE;KEY=VALUE…`, percent-encoded.
  ///
  /// - Throws: 400 if a switch is unknown or its value is invalid.
  init(_ text: String) throws(Refusal) {
    for part in text.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = pair.count > 1 ? String(pair[1]).percentDecoded : ""
      try set(String(pair[0]).percentDecoded, to: value)
    }
  }

  private mutating func set(_ name: String, to value: String) throws(Refusal) {
    if try setFlag(name) { return }
    if try setNumber(name, value) { return }
    switch name {
    case "key": key = value
    case "fail": failures = try Self.failures(value)
    case "retry-after": retryAfter = value
    case "name": self.name = value
    case "auth": token = value
    case "says": fields = value.split(separator: "|").map(Self.field)
    case "header": header = value
    case "type": type = value
    default: throw Refusal(400, "there is no switch '\(name)'")
    }
  }

  private mutating func setFlag(_ name: String) throws(Refusal) -> Bool {
    switch name {
    case "repeat": repeatsLast = true
    case "no-total": hasTotal = false
    case "total-null": isTotalNull = true
    case "has-more": hasMore = true
    case "relative": isRelative = true
    case "etag": hasTags = true
    case "hold": holds = true
    default: return false
    }
    return true
  }

  private mutating func setNumber(_ name: String, _ value: String) throws(Refusal) -> Bool {
    switch name {
    case "count": count = try Self.number(value, of: name)
    case "latency": latency = .milliseconds(try Self.number(value, of: name))
    case "fail-all": failAll = try Self.status(value, of: name)
    case "limit": limit = try Self.number(value, of: name)
    case "window": window = .milliseconds(try Self.number(value, of: name))
    case "expired": expired = try Self.status(value, of: name)
    case "short": short = try Self.number(value, of: name)
    case "empty": empty = try Self.number(value, of: name)
    case "beyond": beyond = try Self.status(value, of: name)
    case "move": move = try Self.number(value, of: name)
    case "base": base = try Self.number(value, of: name)
    case "max": maximum = max(1, try Self.number(value, of: name))
    default: return false
    }
    return true
  }

  /// Parses the numbers of failing requests and their statuses, such as `3:503,5:429`.
  private static func failures(_ text: String) throws(Refusal) -> [Int: Int] {
    var failures: [Int: Int] = [:]
    for part in text.split(separator: ",") {
      let pair = part.split(separator: ":")
      guard pair.count == 2 else { throw Refusal(400, "fail takes N:STATUS, not '\(part)'") }
      let number = try number(String(pair[0]), of: "fail")
      failures[number] = try status(String(pair[1]), of: "fail")
    }
    return failures
  }

  /// Parses `NAME: VALUE`.
  private static func field(_ text: Substring) -> (name: String, value: String) {
    let pair = text.split(separator: ":", maxSplits: 1)
    return (String(pair[0]), pair.count > 1 ? String(pair[1].drop { $0 == " " }) : "")
  }

  private static func status(_ text: String, of name: String) throws(Refusal) -> Int {
    let status = try number(text, of: name)
    guard 200...599 ~= status else { throw Refusal(400, "\(name): there is no status \(text)") }
    return status
  }

  private static func number(_ text: String, of name: String) throws(Refusal) -> Int {
    guard let number = Int(bounded: text), 0...1_000_000_000 ~= number else {
      throw Refusal(400, "\(name) takes a number, not '\(text)'")
    }
    return number
  }
}
