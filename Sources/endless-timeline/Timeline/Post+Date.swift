import Foundation
import Timeline

nonisolated extension Post {
  /// When it was posted.
  var date: Date { Date(timeIntervalSince1970: TimeInterval(time)) }
}
