import Records

/// A parser for the pause that a service asks for, in one of many notations.
///
///     let time = ServiceTime(now: 784_111_777)
///     time.delay("7")                              // 7 s
///     time.delay("1784111777")                     // a time in seconds since 1970: at most a year
///     time.delay("Sun, 06 Nov 1994 08:50:07 GMT")  // 30 s
///     time.delay("6m0s")                           // 6 min
struct ServiceTime {
  /// The time of the answer, in seconds since 1970.
  let now: Double

  /// The maximum pause: a year, in seconds.
  static let longest = 31_536_000.0

  /// The pause after the answer, from zero to a year; nil if the string is not a time.
  ///
  /// A number of at least 10^12 counts milliseconds since 1970, and a number of at least 10^9
  /// counts seconds since 1970; a smaller number is a duration in seconds. Other text is a date or
  /// a duration. A time in the past is zero, and fractions are rounded up to a millisecond.
  func delay(_ text: String) -> Duration? {
    guard let seconds = seconds(text) else { return nil }
    return .milliseconds(Int((min(max(0, seconds), Self.longest) * 1_000).rounded(.up)))
  }

  private func seconds(_ text: String) -> Double? {
    // Longer text cannot be a time, and a header field may be very long.
    guard text.utf8.count <= 64 else { return nil }
    if let number = Self.number(text) {
      guard number >= 0 else { return nil }
      return number >= 1e12 ? number / 1_000 - now : number >= 1e9 ? number - now : number
    }
    if let date = HTTPDate(text) { return Double(date.seconds) - now }
    if let time = RecordTime(text: ArraySlice(text.utf8)) {
      return Double(time.nanoseconds) / 1e9 - now
    }
    return Self.duration(text)
  }

  /// A decimal number, possibly with an exponent; nil for other notations that Swift accepts, such
  /// as `nan` and `0x10`.
  static func number(_ text: some StringProtocol) -> Double? {
    let isDecimal = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
    }
    guard isDecimal, let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// The seconds of a duration in Go's notation: `1h2m3.5s`, `200ms`; nil if the text is not one.
  private static func duration(_ text: String) -> Double? {
    var (rest, sum) = (text[...], 0.0)
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let unit = rest[digits.endIndex...].prefix { $0.isLetter }
      guard let number = number(digits), let factor = units[String(unit)] else { return nil }
      sum += number * factor
      rest = rest[unit.endIndex...]
    }
    return text.isEmpty ? nil : sum
  }

  private static let units = [
    "d": 86_400, "h": 3_600, "m": 60, "s": 1, "ms": 1e-3, "us": 1e-6, "\u{B5}s": 1e-6,
    "\u{3BC}s": 1e-6, "ns": 1e-9,
  ]
}
