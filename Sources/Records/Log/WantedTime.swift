import Bytes

/// A time to compare values with, as the reader has typed it: a day, a moment, a time of day, or a
/// duration before now.
///
/// A value is compared by the date and time of day that are shown for it, without its zone; a
/// missing time of day is midnight. If only a time of day was typed, dates are ignored. If a
/// duration before now was typed, a value whose zone is known is compared as a moment instead.
package struct WantedTime: Sendable {
  private enum Form {
    /// A date, optionally with a time of day.
    case moment(Written)
    /// A time of day: `10:02`.
    case clock(ClockTime)
    /// The moment at a typed distance before now, and the same moment on the clock of this machine.
    case ago(nanoseconds: Int, clock: Written)
  }

  /// A moment as it is written, with a `T` after its date.
  private struct Written {
    let text: [UInt8]
    /// The value; nil if the text after the date has an unknown form.
    ///
    /// The bytes are then compared.
    let time: ClockTime?

    init(_ text: [UInt8]) { (self.text, time) = (text, ClockTime(text[...])) }
  }

  private let form: Form
  private let zone: TimeZoneUse
  /// Whether a time in another form may be equal to this one; a text that is only similar to a
  /// time, and a duration before now, are equal only to the same text.
  package let hasEquals: Bool

  private static let day = Array("0000-00-00".utf8)
  private static let clock = Array("00:00".utf8)
  /// The largest number of bytes of a time with its zone.
  private static let longest = 40

  /// Parses `2024-01-02`, `2024-01-02T10:11`, `10:11`, `-15m` and similar forms; nil for anything
  /// else.
  ///
  /// - Parameters:
  ///   - zone: the zone in which values are shown.
  ///   - now: returns the current time in nanoseconds since 1970-01-01 00:00 UTC.
  package init?(_ text: [UInt8], in zone: TimeZoneUse = .source, now: () -> Int = SystemTime.now) {
    guard text.count <= Self.longest, let form = Self.form(text, now) else { return nil }
    (self.form, self.zone) = (form, zone)
    if case .ago = form { hasEquals = false } else { hasEquals = Self.isWhole(text[...]) }
  }

  private static func form(_ text: [UInt8], _ now: () -> Int) -> Form? {
    if text.first == .minus {
      guard let duration = Quantity(text.dropFirst()), duration.kind == .duration else {
        return nil
      }
      let moment = RecordTime(nanoseconds: now() - Int(min(duration.amount * 1e9, 1e18)))
      let clock = TimeZoneUse.local.text(of: moment).map { Array($0.utf8) } ?? []
      return .ago(nanoseconds: moment.nanoseconds, clock: Written(clock))
    }
    if LogTime.fits(clock, text[...]) {
      guard text.dropFirst(clock.count).allSatisfy({ $0.isDigit || $0 == .colon || $0 == .dot })
      else { return nil }
      return ClockTime(clock: text[...]).map { Form.clock($0) }
    }
    guard LogTime.fits(day, text[...]) else {
      // PostgreSQL has years of up to six digits.
      return ClockTime(text[...]).map { _ in Form.moment(Written(text)) }
    }
    var text = text
    if text.count > day.count {
      guard text[day.count] == .space || text[day.count] == UInt8(ascii: "T") else { return nil }
      text[day.count] = UInt8(ascii: "T")
    }
    return .moment(Written(text))
  }

  /// Whether a text is a time and nothing else, unlike a sentence that begins with a time.
  private static func isWhole(_ text: ArraySlice<UInt8>) -> Bool {
    RecordTime(written: text) != nil || TypedTime(String(decoding: text, as: UTF8.self)) != nil
  }

  // MARK: Values

  /// Compares a value with this time; nil if the value is not a time, or cannot be compared with
  /// this time.
  package func isMet(by value: ArraySlice<UInt8>, _ comparison: ColumnOperator) -> Bool? {
    guard let first = value.first, first.isDigit || first.isUppercase,
      value.count <= Self.longest, comparison.isOrder || Self.isWhole(value)
    else { return nil }
    switch form {
    case .moment(let wanted): return isMet(by: value, wanted, comparison)
    case .clock(let wanted):
      let shown = zone.shown(value) ?? Array(value)
      return Self.clock(in: shown[...]).map { comparison.isMet(by: $0, beside: wanted) }
    case .ago(let nanoseconds, let clock):
      if let time = RecordTime(written: value), time.hasZone {
        return comparison.isMet(by: time.nanoseconds, beside: nanoseconds)
      }
      return isMet(by: value, clock, comparison)
    }
  }

  /// The time of day anywhere in a string; nil if there is none.
  private static func clock(in text: ArraySlice<UInt8>) -> ClockTime? {
    let start = text.indices.first { index in
      LogTime.fits(clock, text[index...])
        && (index == text.startIndex || !text[index - 1].isDigit && text[index - 1] != .colon
          || text[..<index].contains(.slash) && text[index - 1] == .colon)
    }
    return start.flatMap { ClockTime(clock: text[$0...]) }
  }

  private func isMet(
    by value: ArraySlice<UInt8>, _ wanted: Written, _ comparison: ColumnOperator
  ) -> Bool? {
    // A date whose year has more than four digits is shown as it is written.
    let shown = zone.shown(value)
    if let time = ClockTime(shown?[...] ?? value), let other = wanted.time {
      return comparison.isMet(by: time, beside: other)
    }
    guard comparison.isOrder else { return nil }
    return shown.map { Self.isMet(by: $0[...], wanted.text, comparison) }
  }

  private static func isMet(
    by value: ArraySlice<UInt8>, _ wanted: [UInt8], _ comparison: ColumnOperator
  ) -> Bool {
    if value.elementsEqual(wanted) { return comparison == .atLeast || comparison == .atMost }
    let isLess = value.lexicographicallyPrecedes(wanted)
    return comparison == .less || comparison == .atMost ? isLess : !isLess
  }
}

/// An amount with its unit: a duration, such as `1.5s` or `1h30m`, or a size, such as `10 MB`.
package struct Quantity: Equatable, Sendable {
  /// The kind of an amount.
  package enum Kind: Sendable { case duration, size }

  package let kind: Kind
  /// The number of seconds or bytes.
  package let amount: Double

  /// The largest number of bytes in the text of a quantity.
  private static let longest = 30

  /// Parses numbers, each with its unit; nil for anything else.
  package init?(_ text: some BidirectionalCollection<UInt8>) {
    guard (2...Self.longest).contains(text.count), let first = text.first, first.isDigit,
      text.last.map({ !$0.isDigit }) ?? false
    else { return nil }
    var (rest, amount, kind): (ArraySlice<UInt8>, Double, Kind?) = (Array(text)[...], 0, nil)
    while !rest.isEmpty {
      let number = rest.prefix { $0.isDigit || $0 == .dot }
      rest = rest[number.endIndex...].drop { $0 == .space }
      let unit = rest.prefix { !$0.isDigit && $0 != .space }
      rest = rest[unit.endIndex...].drop { $0 == .space }
      guard let value = Double(String(decoding: number, as: UTF8.self)),
        let found = Self.units[String(decoding: unit, as: UTF8.self)],
        kind ?? found.kind == found.kind
      else { return nil }
      amount += value * found.factor
      kind = found.kind
    }
    guard let kind else { return nil }
    (self.kind, self.amount) = (kind, amount)
  }

  private static let units: [String: (kind: Kind, factor: Double)] = {
    var units: [String: (kind: Kind, factor: Double)] = [
      "ns": (.duration, 1e-9), "us": (.duration, 1e-6), "µs": (.duration, 1e-6),
      "μs": (.duration, 1e-6), "ms": (.duration, 1e-3), "s": (.duration, 1),
      "sec": (.duration, 1), "m": (.duration, 60), "min": (.duration, 60),
      "h": (.duration, 3_600), "d": (.duration, 86_400), "B": (.size, 1), "k": (.size, 1_024),
    ]
    for (power, letter) in ["K", "M", "G", "T", "P"].enumerated() {
      let (decimal, binary) = (Self.power(1_000, power + 1), Self.power(1_024, power + 1))
      units[letter] = (.size, binary)
      units[letter + "iB"] = (.size, binary)
      units[letter + "B"] = (.size, decimal)
    }
    units["kB"] = (.size, 1_000)
    return units
  }()

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * base }
  }
}
