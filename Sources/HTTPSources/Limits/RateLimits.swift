/// The rate limits in the head of an answer, in any common notation.
///
/// - `Retry-After` (RFC 9110, section 10.2.3) and Traefik's `X-Retry-In`.
/// - `RateLimit-Remaining` and `-Reset`, `RateLimit: limit=…, remaining=…, reset=…` and `RateLimit:
///   "name";r=…;t=…`, from successive drafts of the IETF (httpapi-ratelimit-headers).
/// - `X-RateLimit-…`, `x-rate-limit-…`, and longer names such as
///   `anthropic-ratelimit-tokens-remaining`.
///
/// Cost: one pass over the header.
struct RateLimits: Equatable {
  /// The pause that the service asks for; nil if it asks for none.
  ///
  /// An explicit request such as `Retry-After` takes precedence. Otherwise, the pause is the
  /// longest time until the reset of a limit that is, or may be, exhausted.
  let wait: Duration?
  /// Whether the service has asked for the pause explicitly.
  let isAsked: Bool
  /// The smallest number that remains of any limit, such as a number of requests or of tokens; nil
  /// if it is unknown.
  let remaining: Double?

  /// Whether a limit is exhausted.
  var isUsedUp: Bool { remaining.map { $0 < 1 } ?? false }

  /// Reads the limits from a head.
  ///
  /// - Parameter now: seconds since 1970, for an answer without a date.
  init(_ head: HTTPHead, now: Double) {
    let date = head.value(of: "Date").flatMap { HTTPDate($0) }.map { Double($0.seconds) }
    var reading = LimitReading(time: ServiceTime(now: date ?? now))
    for field in head.fields { reading.take(field) }
    remaining = reading.limits.values.compactMap(\.left).min()
    isAsked = reading.asked != nil
    wait = reading.asked ?? reading.reset(isRefused: head.status == 429)
  }
}

/// The fields read so far.
private struct LimitReading {
  /// One of several limits, such as those for requests and for tokens, or for an hour and for a
  /// day.
  struct Limit {
    var size: Double?
    var used: Double?
    var remaining: Double?
    var reset: Duration?

    /// The remaining number; nil if it is unknown.
    var left: Double? {
      if let remaining { return remaining }
      guard let size, let used else { return nil }
      return size - used
    }
  }

  /// The meaning of a field for its limit.
  enum Role: String {
    case remaining, reset, used, limit
  }

  let time: ServiceTime
  var asked: Duration?
  /// The limits, each under the part of its field names that does not state the role; this part is
  /// empty for the usual limit.
  var limits: [String: Limit] = [:]

  init(time: ServiceTime) { self.time = time }

  /// The longest time until a limit is reset.
  ///
  /// Only exhausted limits count, or all limits if a request was refused and no field states a
  /// remaining number.
  func reset(isRefused: Bool) -> Duration? {
    let usual = limits[""]?.reset
    let isSaid = limits.values.contains { $0.left != nil }
    let usedUp = limits.values.filter { limit in
      limit.left.map { $0 < 1 } ?? (isRefused && !isSaid)
    }
    return usedUp.compactMap { $0.reset ?? usual }.max()
  }

  mutating func take(_ field: HTTPField) {
    switch field.name.lowercased() {
    case "retry-after", "x-retry-in": asked = longer(asked, time.delay(field.value))
    case "ratelimit": takePolicies(field.value)
    case let name:
      guard let (role, key) = Self.role(of: name) else { return }
      take(field.value[...], role, of: key)
    }
  }

  private func longer(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
  }

  /// Stores a field; if it is repeated, the smallest remaining number and the longest time are
  /// used.
  private mutating func take(_ text: Substring, _ role: Role, of key: String) {
    var limit = limits[key] ?? Limit()
    let first = text.prefix { $0 != "," && $0 != ";" }.trimmed
    let number = ServiceTime.number(first)
    switch role {
    case .remaining: limit.remaining = [limit.remaining, number].compactMap { $0 }.min()
    case .used: limit.used = number ?? limit.used
    case .limit: limit.size = number ?? limit.size
    case .reset:
      limit.reset = longer(limit.reset, time.delay(String(text)) ?? time.delay(first))
    }
    limits[key] = limit
  }

  /// The role of a field and the rest of its name: `x-ratelimit-reset-tokens` is the reset of
  /// `tokens`.
  private static func role(of name: String) -> (Role, key: String)? {
    guard name.utf8.count <= 128 else { return nil }
    var words = name.split(separator: "-")
    if let rate = words.firstIndex(of: "rate"), words[(rate + 1)...].first == "limit" {
      words.replaceSubrange(rate...rate + 1, with: ["ratelimit"])
    }
    guard let mark = words.firstIndex(of: "ratelimit") else { return nil }
    words.remove(at: mark)
    guard let place = words.firstIndex(where: { roles[String($0)] != nil }),
      let role = roles[String(words.remove(at: place))]
    else { return nil }
    return (role, words.filter { $0 != "x" && $0 != "after" }.joined(separator: "-"))
  }

  /// The role for each word.
  ///
  /// Akamai uses `next` for the time of the next request; GitLab uses `resettime` for a date in
  /// addition to the number in `reset`.
  private static let roles: [String: Role] = [
    "remaining": .remaining, "reset": .reset, "resettime": .reset, "next": .reset, "used": .used,
    "limit": .limit,
  ]

  // MARK: The field of later drafts

  /// Parses `limit=100, remaining=0, reset=50`, or `"hour";r=0;t=50, "day";r=900;t=70000`.
  private mutating func takePolicies(_ text: String) {
    for member in text.parts(at: ",") {
      let parts = member.parts(at: ";")
      guard let first = parts.first else { continue }
      if let (name, value) = Self.pair(first) {
        if let role = Role(rawValue: name) { take(value, role, of: "") }
        continue
      }
      for (name, value) in parts.dropFirst().compactMap(Self.pair) {
        if name == "r" { take(value, .remaining, of: "\"\(first)") }
        if name == "t" { take(value, .reset, of: "\"\(first)") }
      }
    }
  }

  private static func pair(_ text: Substring) -> (name: String, value: Substring)? {
    guard !text.hasPrefix("\""), let equals = text.firstIndex(of: "=") else { return nil }
    return (text[..<equals].trimmed.lowercased(), text[text.index(after: equals)...].trimmed[...])
  }
}

extension StringProtocol {
  /// The parts between separators outside quotes, without surrounding blanks.
  fileprivate func parts(at mark: Character) -> [Substring] {
    var isQuoted = false
    let parts = split {
      if $0 == "\"" { isQuoted.toggle() }
      return $0 == mark && !isQuoted
    }
    return parts.map { Substring($0.trimmed) }
  }
}
