import Bytes

/// The time of a record, which is written in RFC 3339 format, in another form used in logs, or as a
/// number of seconds or smaller units since 1970.
package struct RecordTime: Equatable, Sendable {
  /// The time since 1970-01-01 00:00 in UTC, or on a clock whose zone is not known; the range
  /// covers the years 1678 to 2261.
  package let nanoseconds: Int
  /// Whether the zone of the time is known.
  package let hasZone: Bool
  /// The number of decimal places of the seconds: 0, 3, 6 or 9.
  package let fractionDigits: Int

  /// Creates a moment whose zone is known, such as one of this machine's clock.
  ///
  /// - Parameter nanoseconds: the time since 1970-01-01 00:00 UTC.
  package init(nanoseconds: Int) { self.init(nanoseconds: nanoseconds, hasZone: true) }

  /// Creates a moment whose zone may be unknown.
  init(nanoseconds: Int, hasZone: Bool) {
    (self.nanoseconds, self.hasZone, fractionDigits) = (nanoseconds, hasZone, 0)
  }

  /// Creates the moment in a value; nil if the value is not a moment.
  package init?(_ value: Value) {
    switch value.kind {
    case .number: self.init(number: value.raw)
    case .string:
      self.init(written: value.utf8)
    case .null, .bool, .object, .array: return nil
    }
  }

  /// Parses `2026-11-23T22:00:01.25+01:00`, optionally with a blank in place of the `T`, and
  /// optionally without the zone.
  package init?(text: ArraySlice<UInt8>) {
    guard text.count >= 19, text.count <= 40 else { return nil }
    var scan = Scan(text)
    guard let year = scan.digits(4), scan.skip("-"), let month = scan.digits(2), scan.skip("-"),
      let day = scan.digits(2), scan.skip("T") || scan.skip("t") || scan.skip(" "),
      let hour = scan.digits(2), scan.skip(":"), let minute = scan.digits(2), scan.skip(":"),
      let second = scan.digits(2), let fraction = scan.fraction(), let zone = scan.zone(),
      scan.isAtEnd, (1...12).contains(month), (1...31).contains(day), (1678...2261).contains(year),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = Calendar.days(before: year, month, day)
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second - (zone.offset ?? 0)
    nanoseconds = seconds * 1_000_000_000 + fraction.nanoseconds
    (hasZone, fractionDigits) = (zone.offset != nil, fraction.digits)
  }

  /// Parses the text of a value in any of the known forms.
  init?(written text: ArraySlice<UInt8>) {
    guard let time = Self(text: text) ?? Self(number: text) ?? Self(form: text) else { return nil }
    self = time
  }

  /// Parses the other forms found in logs.
  private init?(form text: ArraySlice<UInt8>) {
    guard let text = LogTime.asRFC3339(text) else { return nil }
    self.init(text: text[...])
  }

  /// Parses seconds, milliseconds, microseconds or nanoseconds since 1970; the size of the number
  /// determines its unit.
  ///
  /// Numbers before 1973 are not accepted, because they are more likely durations.
  package init?(number: ArraySlice<UInt8>) {
    var scan = Scan(number)
    guard let whole = scan.allDigits(), let fraction = scan.fraction(), scan.isAtEnd,
      let unit = Unit.all.first(where: { $0.range.contains(whole) })
    else { return nil }
    nanoseconds = whole * unit.nanoseconds + fraction.nanoseconds * unit.nanoseconds / 1_000_000_000
    hasZone = true
    fractionDigits = min(9, unit.digits + fraction.digits)
  }

  /// A unit and the range of numbers that it applies to: each unit covers the years 1973 to 2255.
  private struct Unit {
    let range: Range<Int>
    let nanoseconds: Int
    let digits: Int

    static let all = [
      Unit(range: 100_000_000..<9_000_000_000, nanoseconds: 1_000_000_000, digits: 0),
      Unit(range: 100_000_000_000..<9_000_000_000_000, nanoseconds: 1_000_000, digits: 3),
      Unit(range: 100_000_000_000_000..<9_000_000_000_000_000, nanoseconds: 1_000, digits: 6),
      Unit(range: 100_000_000_000_000_000..<9_000_000_000_000_000_000, nanoseconds: 1, digits: 9),
    ]
  }

  private struct Zone {
    /// The offset from UTC in seconds; nil if none is given.
    let offset: Int?
  }

  /// The state of a parser that reads a text from left to right.
  private struct Scan {
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { rest = text }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ mark: Unicode.Scalar) -> Bool {
      guard let first = rest.first, UInt32(first) == mark.value else { return false }
      rest.removeFirst()
      return true
    }

    mutating func digits(_ count: Int) -> Int? {
      let digits = rest.prefix(count).compactMap(\.decimalValue)
      guard digits.count == count else { return nil }
      rest = rest.dropFirst(count)
      return digits.reduce(0) { $0 * 10 + $1 }
    }

    mutating func allDigits() -> Int? {
      let count = rest.prefix { $0.isDigit }.count
      // Numbers of 19 digits that begin with a 9 may be too large.
      return (1...18).contains(count) || count == 19 && rest.first != UInt8(ascii: "9")
        ? digits(count) : nil
    }

    /// The fraction after the decimal point, if any; digits beyond nanoseconds are ignored.
    mutating func fraction() -> (nanoseconds: Int, digits: Int)? {
      guard skip(".") || skip(",") else { return (0, 0) }
      let count = rest.prefix { $0.isDigit }.count
      guard count > 0 else { return nil }
      let known = min(count, 9)
      let value = (digits(known) ?? 0) * Calendar.power(9 - known)
      rest = rest.dropFirst(count - known)
      return (value, (known + 2) / 3 * 3)
    }

    mutating func zone() -> Zone? {
      if skip("Z") || skip("z") { return Zone(offset: 0) }
      let isBehind = rest.first == .minus
      guard skip("+") || skip("-") else { return Zone(offset: nil) }
      guard let hours = digits(2) else { return nil }
      _ = skip(":")
      // PostgreSQL omits minutes that are zero.
      guard let minutes = rest.isEmpty ? 0 : digits(2) else { return nil }
      let offset = (hours * 60 + minutes) * 60
      return Zone(offset: isBehind ? -offset : offset)
    }
  }
}

extension RecordTime: Comparable {
  /// Whether the first moment is earlier; a moment without a known zone is compared as if it were
  /// in UTC.
  package static func < (one: Self, other: Self) -> Bool { one.nanoseconds < other.nanoseconds }
}

/// Dates of the Gregorian calendar, which is also used for the time before its introduction.
enum Calendar {
  /// A date; months and days count from 1.
  struct Day: Equatable {
    let year: Int
    let month: Int
    let day: Int
  }

  private static let daysOf400Years = 146_097

  /// The number of days from 1970-01-01 to a date; negative for an earlier date.
  ///
  /// Years are counted from March, so that the leap day is the last day of a year.
  static func days(before year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let cycle = (year >= 0 ? year : year - 399) / 400
    let yearOfCycle = year - cycle * 400
    let month = (month + 9) % 12
    let dayOfYear = (153 * month + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    // 0000-03-01 is 719,468 days before 1970.
    return cycle * daysOf400Years + dayOfCycle - 719_468
  }

  /// The date a given number of days after 1970-01-01.
  static func day(after days: Int) -> Day {
    let days = days + 719_468
    let cycle = (days >= 0 ? days : days - daysOf400Years + 1) / daysOf400Years
    let dayOfCycle = days - cycle * daysOf400Years
    let leapDays = dayOfCycle / 1_460 - dayOfCycle / 36_524 + dayOfCycle / (daysOf400Years - 1)
    let yearOfCycle = (dayOfCycle - leapDays) / 365
    let dayOfYear = dayOfCycle - (yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100)
    let month = (5 * dayOfYear + 2) / 153
    return Day(
      year: yearOfCycle + cycle * 400 + (month >= 10 ? 1 : 0), month: (month + 2) % 12 + 1,
      day: dayOfYear - (153 * month + 2) / 5 + 1)
  }

  /// A power of ten.
  static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
