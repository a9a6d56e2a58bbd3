import Glibc

/// A moment in the zone of this machine, by the minute: `2026-11-22 13:43`.
package struct LocalTime: CustomStringConvertible {
  private let seconds: Int

  /// - Parameter seconds: since 1970-01-01 00:00 UTC.
  package init(_ seconds: Int) { self.seconds = seconds }

  /// Sixteen columns from the year 1000 to 9999 (localtime_r(3)).
  package var description: String {
    var (time, parts) = (time_t(seconds), tm())
    guard localtime_r(&time, &parts) != nil else { return "-" }
    let date = "\(Int(parts.tm_year) + 1900)-\(pair(parts.tm_mon + 1))-\(pair(parts.tm_mday))"
    return "\(date) \(pair(parts.tm_hour)):\(pair(parts.tm_min))"
  }

  private func pair(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
