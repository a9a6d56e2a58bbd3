/// A limiter of the number of input bytes per second; the caller drops the bytes beyond the limit.
///
/// It is a pure value: moments are durations since some fixed start. After a pause, a burst of as
/// many bytes as one second allows is accepted. A limit on bytes is not enough, because some keys
/// move a list by a line, while others load a page: see `WorkMeter`.
package struct InputMeter: Sendable {
  /// The time after which one more byte is allowed.
  private let interval: Duration
  /// The time from which the allowed bytes are counted.
  private var start: Duration?
  /// The first and the last time at which more bytes arrived than allowed, in a period without a
  /// pause of more than a second.
  private var overflow: (first: Duration, last: Duration)?

  /// Creates a meter.
  ///
  /// - Parameter limit: the number of bytes per second, at least 1.
  package init(bytesPerSecond limit: Int) { interval = .seconds(1) / max(1, limit) }

  /// Returns how many of the received bytes are accepted, counted from the first one.
  package mutating func admit(_ count: Int, at now: Duration) -> Int {
    let earliest = now - .seconds(1)
    let start = max(start ?? earliest, earliest)
    let admitted = min(count, max(0, Int((now - start) / interval)))
    self.start = start + interval * admitted
    if admitted < count { noteOverflow(at: now) }
    return admitted
  }

  /// How long more bytes than allowed have been arriving.
  package var floodTime: Duration { overflow.map { $0.last - $0.first } ?? .zero }

  private mutating func noteOverflow(at now: Duration) {
    if let overflow, now - overflow.last <= .seconds(1) {
      self.overflow = (overflow.first, now)
    } else {
      overflow = (now, now)
    }
  }
}

/// A meter that determines how long a program must rest so that it works only for a part of the
/// time.
///
/// It is a pure value: moments are durations since some fixed start. Work must be followed by a
/// rest that is a multiple of its duration; up to a second of rest can be saved up before the work.
/// Keys are delayed this way, but none is lost.
package struct WorkMeter: Sendable {
  /// The divisor of the time that work may take: work may take 1/`share` of the time.
  ///
  /// Together with the credit, this is less than 0.18 of a core over ten seconds or more, unless
  /// `longest` shortens a rest.
  package static let share = 7
  /// The largest amount of rest that can be saved up before the work.
  package static let credit = Duration.seconds(1)
  /// The longest rest, for any amount of work.
  package static let longest = Duration.seconds(5)

  /// The end of the required rest.
  private var end: Duration?

  package init() {}

  /// Adds the work since the last call, up to now.
  package mutating func charge(_ work: Duration, at now: Duration) {
    let earliest = now - Self.credit
    end = min(max((end ?? earliest) + work * Self.share, earliest), now + Self.longest)
  }

  /// The time to rest from now on; zero if no rest is required.
  package func debt(at now: Duration) -> Duration { max(.zero, (end ?? now) - now) }
}
