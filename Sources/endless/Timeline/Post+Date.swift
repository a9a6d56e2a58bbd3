import Foundation
import Timeline

extension Post {
  /// When it was posted.
  var date: Date { Date(timeIntervalSince1970: TimeInterval(time)) }
}
