/// Lets a number of bytes pass per second; what exceeds it is to be dropped.
///
/// A pure value: moments are durations since any one start. After a pause, as many bytes as belong
/// to one second pass at once. Bytes alone are no bound, because some keys move a list by a line,
/// and others load a page: see `WorkMeter`.
package struct InputMeter: Sendable {
  /// The time that brings a byte.
  private let interval: Duration
  /// The bytes that may pass are those that time has brought since then.
  private var start: Duration?
  /// When more came than may pass, first and last, without a second's break.
  private var overflow: (first: Duration, last: Duration)?

  /// Creates a meter.
  ///
  /// - Parameter limit: bytes a second; at least 1.
  package init(bytesPerSecond limit: Int) { interval = .seconds(1) / max(1, limit) }

  /// How many of the bytes that have come may pass, counted from the first.
  package mutating func admit(_ count: Int, at now: Duration) -> Int {
    let earliest = now - .seconds(1)
    let start = max(start ?? earliest, earliest)
    let admitted = min(count, max(0, Int((now - start) / interval)))
    self.start = start + interval * admitted
    if admitted < count { noteOverflow(at: now) }
    return admitted
  }

  /// How long more has been coming than may pass.
  package var floodTime: Duration { overflow.map { $0.last - $0.first } ?? .zero }

  private mutating func noteOverflow(at now: Duration) {
    if let overflow, now - overflow.last <= .seconds(1) {
      self.overflow = (overflow.first, now)
    } else {
      overflow = (now, now)
    }
  }
}

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
