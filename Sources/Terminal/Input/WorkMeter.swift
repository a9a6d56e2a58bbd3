/// Tells for how long nothing more may be asked of a program, so that it works only a part of the
/// time.
///
/// A pure value: moments are durations since any one start. Work is made up for by as many times of
/// rest; a second of rest can be had before the work. So keys are late, and none is lost.
package struct WorkMeter: Sendable {
  /// The part of the time that work may take: one in this many.
  ///
  /// With the credit that is less than 0.18 of a core over ten seconds and more.
  package static let share = 7
  /// The rest that is saved up at most.
  package static let credit = Duration.seconds(1)
  /// The longest that is rested, however much was done.
  package static let longest = Duration.seconds(5)

  /// When all that was done is made up for.
  private var end: Duration?

  package init() {}

  /// Counts what was worked since the last time, up to now.
  package mutating func charge(_ work: Duration, at now: Duration) {
    let earliest = now - Self.credit
    end = min(max((end ?? earliest) + work * Self.share, earliest), now + Self.longest)
  }

  /// How long to rest from now on; zero if more may be done.
  package func debt(at now: Duration) -> Duration { max(.zero, (end ?? now) - now) }
}
