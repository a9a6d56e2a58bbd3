import Foundation

/// How long ago something was, as short as a timeline says it.
enum Age {
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
