import Bytes

/// The line below a record's time in the detail view: the time in the requested zone, and the
/// difference from the time of the record above.
package struct TimeRemark {
  /// The identity of the row with the time, which is the index of the first byte of its value.
  package let row: Int
  package let text: String

  /// - Parameters:
  ///   - above: the time of the record above, if any.
  ///   - name: the word for a record, as in `the line above`.
  /// - Returns: the remark; nil if the record has no time, or if there is nothing to add.
  package init?(
    _ record: Record, after above: RecordTime?, _ zone: TimeZoneUse, called name: String
  ) {
    guard let (value, time) = Self.time(of: record) else { return nil }
    let isNumber = value.utf8.allSatisfy { $0.isDigit || $0 == .dot }
    let converted = zone == .source && !isNumber ? nil : zone.text(of: time)
    let parts = [
      converted == value.text ? nil : converted, above.flatMap { Self.distance(time, $0, name) },
    ].compactMap { $0 }
    guard !parts.isEmpty else { return nil }
    (row, text) = (value.raw.startIndex, parts.joined(separator: ", "))
  }

  /// The time of a record, taken from the first field that has one of the usual names and a time.
  package static func time(of record: Record) -> (value: Value, time: RecordTime)? {
    for path in LogNames.times {
      if let value = record.value(at: path), let time = RecordTime(value) { return (value, time) }
    }
    return nil
  }

  private static func distance(
    _ time: RecordTime, _ above: RecordTime, _ name: String
  ) -> String? {
    guard let distance = time.distance(after: above) else { return nil }
    if distance == 0 { return "at the same time as the \(name) above" }
    let direction = distance > 0 ? "after" : "before"
    return "\(TimeDistance(nanoseconds: distance)) \(direction) the \(name) above"
  }
}

extension RecordTime {
  /// The distance from another moment in nanoseconds; negative if this moment is the earlier one.
  ///
  /// The distance is nil if the zone of only one of the moments is known, because such moments
  /// cannot be compared, or if the distance exceeds 292 years.
  package func distance(after other: RecordTime) -> Int? {
    let (distance, isTooFar) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    return hasZone == other.hasZone && !isTooFar ? distance : nil
  }
}

/// A distance between two moments, written like `12 ms`, `1.250 s`, `2 min 5 s`, `3 h 20 min` or
/// `2 days 4 h`.
///
/// A distance of less than a minute is exact, with as many digits as necessary.
package struct TimeDistance: CustomStringConvertible {
  private let nanoseconds: UInt

  /// - Parameter nanoseconds: the distance, whose sign is ignored.
  package init(nanoseconds: Int) { self.nanoseconds = nanoseconds.magnitude }

  /// A short form: `12 s`, `12 min`, `3 h 20 min`; a distance of less than a second is exact.
  package var rough: String {
    switch seconds {
    case 0: description
    case ..<60: "\(seconds) s"
    case ..<3_600 where seconds >= 600 || seconds % 60 == 0: "\(seconds / 60) min"
    case ..<86_400 where seconds / 60 % 60 == 0: "\(seconds / 3_600) h"
    case (86_400...) where seconds / 3_600 % 24 == 0: String(whole.dropLast(4))
    default: whole
    }
  }

  package var description: String {
    switch nanoseconds {
    case ..<1_000: "\(nanoseconds) ns"
    case ..<1_000_000: "\(parts(of: 1_000, digits: 3)) µs"
    case ..<1_000_000_000: "\(parts(of: 1_000_000, digits: 6)) ms"
    case ..<60_000_000_000: "\(parts(of: 1_000_000_000, digits: 9, least: 3)) s"
    default: whole
    }
  }

  private var seconds: UInt { nanoseconds / 1_000_000_000 }

  /// The distance in a unit, with decimal places in groups of three; trailing groups of zeros are
  /// omitted, except for the first `least` places.
  private func parts(of unit: UInt, digits: Int, least: Int = 0) -> String {
    var fraction = String("\(unit + nanoseconds % unit)".dropFirst())
    while fraction.count > least, fraction.hasSuffix("000") { fraction.removeLast(3) }
    return "\(nanoseconds / unit)" + (fraction.isEmpty ? "" : "." + fraction)
  }

  private var whole: String {
    let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400)
    if hours == 0 { return "\(minutes) min \(seconds % 60) s" }
    if days == 0 { return "\(hours) h \(minutes % 60) min" }
    return "\(days) \(days == 1 ? "day" : "days") \(hours % 24) h"
  }
}

/// The zone in which times of records are shown.
package enum TimeZoneUse: String, CaseIterable, Sendable {
  /// The zone of this machine, or of `TZ`.
  case local
  case utc
  /// The zone in which a time is written; UTC for a number, which has no zone.
  case source

  /// A moment as a string: `2026-11-23T22:00:01.250+01:00`; nil if its zone is not known.
  ///
  /// - Parameter digits: the minimum number of decimal places of the seconds.
  package func text(of time: RecordTime, digits: Int = 0) -> String? {
    guard time.hasZone else { return nil }
    let seconds = floored(time.nanoseconds, by: 1_000_000_000)
    let offset = self == .local ? SystemTime.offset(at: seconds.quotient) : 0
    let days = floored(seconds.quotient + offset, by: 86_400)
    let day = Calendar.day(after: days.quotient)
    let date = "\(day.year)-\(pair(day.month))-\(pair(day.day))"
    let clock =
      "\(pair(days.rest / 3_600)):\(pair(days.rest / 60 % 60)):\(pair(days.rest % 60))"
    let fraction = fraction(seconds.rest, digits: max(digits, time.fractionDigits))
    return "\(date)T\(clock)\(fraction)\(self == .local ? zone(offset) : "Z")"
  }

  /// A value as it is shown, in RFC 3339 format; nil if it has no date.
  func shown(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    let number = RecordTime(number: value)
    if self != .source || number != nil, let time = number ?? RecordTime(written: value),
      let text = self.text(of: time)
    {
      return Array(text.utf8)
    }
    if let other = LogTime.asRFC3339(value) { return other }
    guard LogTime.fits(Self.day, value) else { return nil }
    var text = Array(value)
    if text.count > Self.day.count, text[Self.day.count] == .space {
      text[Self.day.count] = UInt8(ascii: "T")
    }
    return text
  }

  private static let day = Array("0000-00-00".utf8)

  private func zone(_ offset: Int) -> String {
    let minutes = abs(offset) / 60
    return "\(offset < 0 ? "-" : "+")\(pair(minutes / 60)):\(pair(minutes % 60))"
  }

  private func fraction(_ nanoseconds: Int, digits: Int) -> String {
    guard digits > 0 else { return "" }
    let text = "\(nanoseconds / Calendar.power(9 - digits))"
    return "." + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  private func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func floored(_ number: Int, by divisor: Int) -> (quotient: Int, rest: Int) {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
