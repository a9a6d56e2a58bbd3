import Testing

@testable import HTTPSources

/// The limits that services report, with cases for the notations of many services.
@Suite struct `What an answer says of limits` {
  /// The time of `date`, in seconds since 1970.
  private static let now = 784_111_777.0
  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let year = Duration.seconds(31_536_000)

  /// Reads the limits from header fields, one per line.
  private func rates(_ fields: String, status: Int = 200, now: Double = now) -> RateLimits {
    let fields = fields.split(separator: "\n").map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return HTTPField(String(parts[0]), parts[1].trimmed)
    }
    return RateLimits(HTTPHead(url: "", status: status, fields: fields), now: now)
  }

  private func asked(_ value: String, of name: String = "Retry-After") -> Duration? {
    rates("\(name): \(value)", status: 503).wait
  }

  @Test(arguments: [
    ("7", Duration.seconds(7)), ("0", .zero), ("1.5", .milliseconds(1_500)),
    ("0.25", .milliseconds(250)), ("120", .seconds(120)), ("1e3", .seconds(1_000)),
    ("999999999", .seconds(31_536_000)), ("99999999999999999999", .seconds(31_536_000)),
    ("784111807", .seconds(31_536_000)), ("6m0s", .seconds(360)), ("1.5s", .milliseconds(1_500)),
    ("200ms", .milliseconds(200)), ("1h2m3s", .seconds(3_723)), ("300µs", .milliseconds(1)),
    ("Sun, 06 Nov 1994 08:50:07 GMT", .seconds(30)), ("Sun, 06 Nov 1994 08:49:07 GMT", .zero),
    ("Mon, 07 Nov 1994 08:49:37 GMT", .seconds(86_400)),
    ("Sunday, 06-Nov-94 08:50:37 GMT", .seconds(60)),
    ("Sun Nov  6 08:51:37 1994", .seconds(120)),
    ("Fri, 31 Dec 9999 23:59:59 GMT", .seconds(31_536_000)),
    ("1994-11-06T08:49:47Z", .seconds(10)), ("1994-11-06T09:49:47.5+01:00", .milliseconds(10_500)),
  ]) func `is when it may be asked again, a year at most`(value: String, time: Duration) {
    #expect(asked(value) == time)
    #expect(rates("Date: \(Self.date)\nRetry-After: \(value)", now: 0).wait == time)
  }

  @Test(arguments: [
    "", " ", "soon", "-1", "-0.5", "nan", "inf", "infinity", "0x10", "1 2", "1,5", "-5s", "7 s",
    "s", "1x", "5m6", "..s", "1..2s", ".", "e", "-", "+", "1e999", "Sun, 06 Nov 1994",
    "Sun, 06 Nov 1994 08:49:37 CET", "1994-13-06T08:49:47Z", "9999-01-01T00:00:00Z", "💥",
    String(repeating: "9", count: 100_000), String(repeating: "1h", count: 50_000),
  ]) func `is nothing where it is nonsense`(value: String) {
    #expect(asked(value) == nil)
    #expect(asked(value, of: "X-Retry-In") == nil)
    _ = rates("X-RateLimit-Remaining: \(value)\nX-RateLimit-Reset: \(value)", status: 429)
    _ = rates("RateLimit: \(value);r=\(value);t=\(value), limit=\(value), \"\(value)", status: 429)
  }

  @Test func `is the longest of several times`() {
    #expect(rates("Retry-After: 3\nRetry-After: 9\nretry-after: 5").wait == .seconds(9))
    #expect(rates("Retry-After: 1\nX-Retry-In: 1.2s").wait == .milliseconds(1_200))
  }

  @Test func `is counted from the date of the answer, and by this clock where it has none`() {
    let field = "Retry-After: Sun, 06 Nov 1994 08:50:07 GMT"
    #expect(rates("Date: Sun, 06 Nov 1994 08:50:00 GMT\n\(field)").wait == .seconds(7))
    #expect(rates("Date: yesterday\n\(field)").wait == .seconds(30))
    #expect(rates(field).wait == .seconds(30))
  }

  /// Notations for a limit that is used up, each with the time until the limit is reset; nil if the
  /// fields do not say when it is reset.
  private static let usedUp: [(String, Duration?)] = [
    // The drafts of the IETF, from the oldest to the newest.
    ("RateLimit-Limit: 100\nRateLimit-Remaining: 0\nRateLimit-Reset: 50", .seconds(50)),
    (
      "RateLimit-Limit: 10, 10;w=1, 50;w=60\nRateLimit-Remaining: 0\nRateLimit-Reset: 5",
      .seconds(5)
    ),
    ("RateLimit: limit=100, remaining=0, reset=50", .seconds(50)),
    ("RateLimit: limit=100;w=60,remaining=0,reset=30", .seconds(30)),
    ("RateLimit: \"default\";r=0;t=30", .seconds(30)),
    ("RateLimit: default; r=0; t=30", .seconds(30)),
    ("RateLimit: \"hour\";r=50;t=3000, \"minute\";r=0;t=20", .seconds(20)),
    ("RateLimit: \"hour\";r=0;t=3000\nRateLimit: \"minute\";r=0;t=20", .seconds(3_000)),
    ("RateLimit: \"a,b;r=9\";r=0;t=30", .seconds(30)),
    ("RateLimit: \"default\";r=0", nil),
    // GitLab sends a time in seconds since 1970, and also the date.
    ("RateLimit-Remaining: 0\nRateLimit-Reset: 1784111807", .seconds(31_536_000)),
    ("RateLimit-Remaining: 0\nRateLimit-ResetTime: Sun, 06 Nov 1994 08:50:07 GMT", .seconds(30)),
    // GitHub and X.
    ("X-RateLimit-Remaining: 0\nX-RateLimit-Used: 60\nX-RateLimit-Reset: 60", .seconds(60)),
    ("x-rate-limit-limit: 15\nx-rate-limit-remaining: 0\nx-rate-limit-reset: 9", .seconds(9)),
    // Reddit has decimals.
    ("X-Ratelimit-Used: 600\nX-Ratelimit-Remaining: 0.0\nX-Ratelimit-Reset: 240", .seconds(240)),
    ("X-Ratelimit-Limit: 600\nX-Ratelimit-Used: 600\nX-Ratelimit-Reset: 240", .seconds(240)),
    // Vimeo, Akamai, OpenAI, Upstash, Discord.
    ("X-RateLimit-Remaining: 0\nX-RateLimit-Reset: Sun, 06 Nov 1994 08:49:47 GMT", .seconds(10)),
    ("X-RateLimit-Remaining: 0\nX-RateLimit-Next: 1994-11-06T08:49:47Z", .seconds(10)),
    ("X-RateLimit-Remaining: 0\nX-RateLimit-Reset: 6m0s", .seconds(360)),
    ("X-RateLimit-Remaining: 0\nX-RateLimit-Reset: 200ms", .milliseconds(200)),
    ("X-RateLimit-Remaining: 0\nX-RateLimit-Reset-After: 1.25", .milliseconds(1_250)),
    // If several limits are reported together, only the exhausted ones count, and the longest of
    // their times applies.
    (
      "x-ratelimit-remaining-requests: 0\nx-ratelimit-remaining-tokens: 149984\n"
        + "x-ratelimit-reset-requests: 1s\nx-ratelimit-reset-tokens: 6m0s", .seconds(1)
    ),
    (
      "anthropic-ratelimit-requests-remaining: 40\nanthropic-ratelimit-tokens-remaining: 0\n"
        + "anthropic-ratelimit-requests-reset: 1994-11-06T08:59:37Z\n"
        + "anthropic-ratelimit-tokens-reset: 1994-11-06T08:49:57Z", .seconds(20)
    ),
    (
      "X-RateLimit-Remaining-Minute: 0\nX-RateLimit-Remaining-Hour: 9\nRateLimit-Reset: 12",
      .seconds(12)
    ),
    // The same field twice: the lowest number and the longest time count.
    ("X-RateLimit-Remaining: 5\nX-RateLimit-Remaining: 0\nX-RateLimit-Reset: 5", .seconds(5)),
    ("RateLimit-Remaining: -3\nRateLimit-Reset: 5\nX-RateLimit-Reset: 8", .seconds(8)),
    // A limit whose reset is in the past is over.
    ("X-RateLimit-Remaining: 0\nX-RateLimit-Reset: 1994-11-06T08:49:07Z", .zero),
    ("X-RateLimit-Remaining: 0", nil),
  ]

  @Test(arguments: usedUp) func `is how long nothing is left`(fields: String, wait: Duration?) {
    #expect(rates(fields).wait == wait)
    #expect(rates(fields).isUsedUp && !rates(fields).isAsked)
  }

  /// The clock is in this century, because numbers below 10^9 are seconds from now.
  @Test(arguments: [
    ("1784111807", 30), ("1784111807000", 30), ("1784111807.0", 30), ("1784111770", 0),
  ])
  func `may be an epoch in seconds or milliseconds`(reset: String, seconds: Int) {
    for name in ["X-RateLimit-Reset", "RateLimit-Reset", "x-rate-limit-reset"] {
      let rates = rates("X-RateLimit-Remaining: 0\n\(name): \(reset)", now: 1_784_111_777)
      #expect(rates.wait == .seconds(seconds))
    }
  }

  @Test(arguments: [
    "X-RateLimit-Remaining: 1\nX-RateLimit-Reset: 50", "RateLimit: \"a\";r=50;t=30",
    "RateLimit: limit=100, remaining=1, reset=50", "X-RateLimit-Reset: 50", "X-Limit: 0",
    "X-RateLimit-Remaining: many\nX-RateLimit-Reset: 50", "RateLimit-Policy: \"a\";q=0;w=50",
  ]) func `is no time where something is left, or nothing is said`(fields: String) {
    #expect(rates(fields).wait == nil)
    #expect(!rates(fields).isUsedUp)
  }

  /// If the answer to a refused request names only a reset, the request may be repeated at that
  /// time.
  @Test func `is the reset of a request that was refused`() {
    #expect(rates("X-RateLimit-Reset: 50", status: 429).wait == .seconds(50))
    #expect(rates("X-RateLimit-Remaining: 9\nX-RateLimit-Reset: 50", status: 429).wait == nil)
  }

  @Test func `is first what it asks for by name`() {
    let rates = rates(
      "X-RateLimit-Remaining: 0\nX-RateLimit-Reset: 50\nRetry-After: 2", status: 429)
    #expect(rates.wait == .seconds(2) && rates.isAsked && rates.isUsedUp)
  }

  @Test(arguments: [200, 202, 302, 403, 429, 503]) func `counts with any status`(status: Int) {
    #expect(rates("Retry-After: 2", status: status).wait == .seconds(2))
  }

  @Test func `is how many are left, of the limit that has the fewest`() {
    #expect(rates("X-RateLimit-Remaining: 12.5").remaining == 12.5)
    #expect(rates("RateLimit: \"a\";r=50;t=1, \"b\";r=7;t=2").remaining == 7)
    #expect(rates("X-RateLimit-Limit: 60\nX-RateLimit-Used: 20").remaining == 40)
    #expect(rates("X-RateLimit-Limit: 60").remaining == nil)
  }

  @Test func `is read of thousands of fields`() {
    var lines = (0..<20_000).map { "x-ratelimit-remaining-\($0): 5" }
    lines.append("x-ratelimit-remaining-last: 0\nx-ratelimit-reset-last: 3")
    lines.append("RateLimit: " + String(repeating: "\"a\";r=1;t=1,", count: 20_000))
    lines.append("x-ratelimit-" + String(repeating: "-", count: 100_000) + "reset: 1")
    #expect(rates(lines.joined(separator: "\n")).wait == .seconds(3))
  }
}
