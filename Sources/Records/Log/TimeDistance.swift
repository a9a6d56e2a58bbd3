/// How long one moment is after another, in words: `12 ms`, `1.250 s`, `2 min 5 s`, `3 h 20 min`, `2 days 4 h`.
struct TimeDistance: CustomStringConvertible {
  private let nanoseconds: UInt

  /// - Parameter nanoseconds: of any sign, which is left out.
  init(nanoseconds: Int) { self.nanoseconds = nanoseconds.magnitude }

  var description: String {
    switch nanoseconds {
    case ..<1_000: "\(nanoseconds) ns"
    case ..<1_000_000: "\(nanoseconds / 1_000) µs"
    case ..<1_000_000_000: "\(nanoseconds / 1_000_000) ms"
    case ..<60_000_000_000: "\(seconds).\(thousandths) s"
    default: whole
    }
  }

  private var seconds: UInt { nanoseconds / 1_000_000_000 }

  private var thousandths: String {
    String("\(1_000 + nanoseconds / 1_000_000 % 1_000)".dropFirst())
  }

  private var whole: String {
    let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400)
    if hours == 0 { return "\(minutes) min \(seconds % 60) s" }
    if days == 0 { return "\(hours) h \(minutes % 60) min" }
    return "\(days) \(days == 1 ? "day" : "days") \(hours % 24) h"
  }
}
