import NCursesTerminal
import TableUI
import Timeline

/// The program for guests.
extension Program {
  /// The greatest number that a guest may type before a key: what that brings about goes on by itself.
  private static let greatestNumber = 999
  /// The most items and lines that a guest's keys wait for: as many screenfuls of a usual terminal.
  private static let longestWait = 999 * 24

  /// How much longer than its limit a session may last whose main thread is stuck.
  private static let lateness = Duration.milliseconds(900)

  /// Shows the sample timeline to a guest, within all limits.
  func runSecure() throws -> Outcome {
    let options = options.secure
    let slot = try options.slots.map { folder throws(Failure) in
      try SessionSlot(in: folder, of: options.mostSessions)
    }
    let source = try TimelineOpening(for: options, moods: self.options.timeline)
    var timeline: TimelineController?
    return try withExtendedLifetime(slot) {
      try runScreen(nil) { screen, theme in
        if let total = options.limits.total { screen.end(after: total + Self.lateness) }
        let controller = TimelineController(
          source, configuration: try self.options.paging.configuration(), theme: theme,
          depth: screen.colorDepth, pictureRest: pictureRest)
        timeline = controller
        return controller.list
      } prepare: { session in
        timeline?.session = session
        timeline?.list.tableView.longestWait = Self.longestWait
        session.allowsSuspend = false
        session.greatestNumber = Self.greatestNumber
        session.limit(options.limits)
      } finish: { screen in
        timeline?.keepLikes(on: screen).map { Failure($0) }
      }
    }
  }
}
