import Feeds
import NCursesTerminal
import Programs
import TableUI
import Timeline
import Viewers

/// The timeline for guests, within all limits.
enum GuestProgram {
  /// The greatest number that a guest may type before a key: what that brings about goes on by itself.
  private static let maximumCount = 999
  /// The most items and lines that a guest's keys wait for: as many screenfuls of a usual terminal.
  private static let maximumPendingMovement = 999 * 24

  /// How much longer than its limit a session may last whose main thread is stuck.
  private static let lateness = Duration.milliseconds(900)

  /// Takes the environment away before anything has looked at it.
  ///
  /// - Throws: where there is no terminal that can be used.
  static func prepare(_ words: [[UInt8]]) throws(Failure) {
    let options = words.prefix { $0 != Array("--".utf8) }
    if options.contains(Array("--secure".utf8)) { try GuestEnvironment.enter() }
  }

  static func run(_ options: CommandLineOptions) throws(Failure) -> Outcome {
    let secure = options.secure
    let slot = try secure.slots.map { folder throws(Failure) in
      try SessionSlot(in: folder, of: secure.maximumSessions)
    }
    // The slot is held as long as the session lasts.
    defer { withExtendedLifetime(slot) {} }
    let feed = TimelineFeed(try TimelineOpening(for: secure, moods: options.timeline))
    let program = try FeedProgram(options: options, positions: nil)
    return try program.run(
      feed,
      prepare: { screen, session in
        if let total = secure.limits.total { screen.end(after: total + lateness) }
        feed.limitWaiting(to: maximumPendingMovement)
        session.allowsSuspend = false
        session.maximumCount = maximumCount
        session.limit(secure.limits)
      }, finish: feed.finish)
  }
}
