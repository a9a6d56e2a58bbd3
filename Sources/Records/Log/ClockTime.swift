import Bytes

/// A date and a time of day as they are written, without their zone; missing parts are zero.
struct ClockTime: Comparable {
  /// The year, the month and the day, as in 20240102; 1 BC is the year 0, and 2 BC is -1.
  private var date = 0
  /// The hour, the minute and the second, as in 101112.
  private var clock = 0
  /// The first 18 decimal places of the second; further places are ignored.
  private var fraction = 0

  private static let decimalPlaces = 18
  private static let monthAndDay = Array("-00-00".utf8)

  /// Parses a date, optionally with a time of day and `BC`; nil for any other text.
  ///
  /// Anything after the time of day is ignored, because zones have many forms. Years may have up to
  /// six digits, as in PostgreSQL.
  init?(_ text: ArraySlice<UInt8>) {
    let year = text.prefix { $0.isDigit }
    var rest = text[year.endIndex...]
    guard (4...6).contains(year.count), LogTime.fits(Self.monthAndDay, rest) else { return nil }
    let day = Self.number(rest.dropFirst(4).prefix(2))
    let month = Self.number(rest.dropFirst().prefix(2))
    rest = rest.dropFirst(Self.monthAndDay.count)
    let isBefore = Self.isBefore(rest)
    date = (isBefore ? 1 - Self.number(year) : Self.number(year)) * 10_000 + month * 100 + day
    let isSeparated = rest.first == .space || rest.first.map { $0 | 0x20 } == UInt8(ascii: "t")
    if isSeparated, readClock(rest.dropFirst()) { return }
    guard isBefore || rest.allSatisfy({ Self.zoneBytes.contains($0) }) else { return nil }
  }

  /// Parses a time of day, such as `10:02`; anything after it is ignored.
  init?(clock text: ArraySlice<UInt8>) {
    guard readClock(text) else { return nil }
  }

  static func < (one: Self, other: Self) -> Bool {
    (one.date, one.clock, one.fraction) < (other.date, other.clock, other.fraction)
  }

  /// The bytes of the zone that may follow a date, as in XML.
  private static let zoneBytes = Array("Zz+-:0123456789".utf8)

  /// Whether the text after a date ends with `BC`, as PostgreSQL writes years before the year 1.
  private static func isBefore(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let mark = rest.dropLast(2).last, mark == .space || mark == UInt8(ascii: "T") else {
      return false
    }
    return rest.suffix(2).elementsEqual("BC".utf8)
  }

  /// Reads hours and, if they follow, minutes, seconds and decimal places; returns false if the
  /// text does not begin with hours.
  private mutating func readClock(_ text: ArraySlice<UInt8>) -> Bool {
    let hour = text.prefix { $0.isDigit }
    guard (1...2).contains(hour.count) else { return false }
    var rest = text[hour.endIndex...]
    let minute = Self.pair(from: &rest)
    let second = Self.pair(from: &rest)
    clock = Self.number(hour) * 10_000 + (minute ?? 0) * 100 + (second ?? 0)
    guard second != nil, rest.first == .dot || rest.first == .comma else { return true }
    let places = rest.dropFirst().prefix { $0.isDigit }.prefix(Self.decimalPlaces)
    fraction = Self.number(places) * Calendar.power(Self.decimalPlaces - places.count)
    return true
  }

  /// Takes a colon and two digits from the start of a text; nil if it begins otherwise.
  private static func pair(from rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.dropFirst().prefix(2)
    guard rest.first == .colon, digits.count == 2, digits.allSatisfy(\.isDigit) else { return nil }
    rest = rest[digits.endIndex...]
    return number(digits)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1 &- .zero) }
  }
}
