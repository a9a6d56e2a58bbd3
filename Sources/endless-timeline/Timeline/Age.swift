import Foundation

/// How long ago something was, as short as a timeline says it.
enum Age {
  /// The age of what was at a time, in seconds since 1970, which may be any number at all.
  static func text(of time: Int, at now: Date) -> String {
    let (age, isBeyond) = Int(now.timeIntervalSince1970).subtractingReportingOverflow(time)
    return text(seconds: isBeyond ? time < 0 ? .max : .min : age)
  }

  static func text(seconds: Int) -> String {
    switch seconds {
    case ..<60: "now"
    case ..<3_600: "\(seconds / 60)m"
    case ..<86_400: "\(seconds / 3_600)h"
    case ..<(7 * 86_400): "\(seconds / 86_400)d"
    case ..<(365 * 86_400): "\(seconds / (7 * 86_400))w"
    default: "\(seconds / (365 * 86_400))y"
    }
  }
}
