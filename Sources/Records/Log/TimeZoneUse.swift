import Glibc

/// In which zone times of records are shown.
package enum TimeZoneUse: String, CaseIterable, Sendable {
  /// That of this machine, or of `TZ`.
  case local
  case utc
  /// As they are written; a number, which has no zone, in UTC.
  case source

  /// A moment as text: `2026-11-23T22:00:01.250+01:00`; nil where its zone is not known.
  package func text(of time: RecordTime) -> String? {
    guard time.hasZone else { return nil }
    let seconds = floored(time.nanoseconds, by: 1_000_000_000)
    let offset = self == .local ? Self.offset(at: seconds.quotient) : 0
    let days = floored(seconds.quotient + offset, by: 86_400)
    let day = Calendar.day(after: days.quotient)
    let date = "\(day.year)-\(pair(day.month))-\(pair(day.day))"
    let clock =
      "\(pair(days.rest / 3_600)):\(pair(days.rest / 60 % 60)):\(pair(days.rest % 60))"
    let fraction = fraction(seconds.rest, digits: time.fractionDigits)
    return "\(date)T\(clock)\(fraction)\(self == .local ? zone(offset) : "Z")"
  }

  /// The seconds that this machine's clock is ahead of UTC at a moment (localtime_r(3)).
  private static func offset(at seconds: Int) -> Int {
    var (time, parts) = (time_t(seconds), tm())
    return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
  }

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
