import Terminal

/// Time limits of a session, for a public terminal or a network service that other people wait to
/// use.
public struct SessionLimits: Hashable, Sendable {
  /// The longest time without input; nil for no limit.
  public var idle: Duration?
  /// The longest time for the whole session; nil for no limit.
  public var total: Duration?

  /// Creates limits; by default, the time is not limited.
  public init(idle: Duration? = nil, total: Duration? = nil) {
    self.idle = idle
    self.total = total
  }

  /// A limit that was reached.
  public enum Kind: Hashable, Sendable {
    /// No input has arrived for too long.
    case idle
    /// The total time has passed.
    case total
    /// For some time, more input was sent than the screen accepts.
    case input
  }
}

/// The remaining time of a session, which determines its end and the warnings in the status line.
///
/// It is a pure value; moments are durations since some fixed start.
package struct SessionTime: Sendable {
  /// How long before the end a warning is shown, with a countdown in seconds.
  package static let warning = Duration.seconds(30)

  private let limits: SessionLimits
  private let start: Duration
  private var lastInput: Duration

  /// Starts the measurement.
  package init(_ limits: SessionLimits, start: Duration) {
    self.limits = limits
    self.start = start
    lastInput = start
  }

  /// Restarts the idle time, because the reader has sent input.
  package mutating func restartIdleTime(at now: Duration) { lastInput = now }

  /// The limit that has been reached, if any.
  package func reached(at now: Duration) -> SessionLimits.Kind? {
    next.flatMap { $0.end <= now ? $0.kind : nil }
  }

  /// The warning for the reader; nil until the last half minute.
  package func message(at now: Duration) -> Message? {
    guard let next, next.end - now <= Self.warning else { return nil }
    let left = Self.seconds(next.end - now)
    let isIdle = next.kind == .idle
    return Message(
      isIdle ? "session ends in \(left) s: press any key" : "session ends in \(left) s", .accent)
  }

  /// The next time at which the warning begins or changes, or the session ends, if there is no
  /// input until then; nil if there are no limits.
  package func nextChange(after now: Duration) -> Duration? {
    guard let end = next?.end else { return nil }
    guard end - now <= Self.warning else { return end - Self.warning }
    return end - .seconds(max(0, Self.seconds(end - now) - 1))
  }

  /// The limit that will be reached first.
  private var next: (kind: SessionLimits.Kind, end: Duration)? {
    let idle = limits.idle.map { (kind: SessionLimits.Kind.idle, end: lastInput + $0) }
    let total = limits.total.map { (kind: SessionLimits.Kind.total, end: start + $0) }
    guard let idle else { return total }
    guard let total else { return idle }
    return total.end <= idle.end ? total : idle
  }

  /// The duration in seconds, rounded up.
  private static func seconds(_ duration: Duration) -> Int64 {
    let (seconds, rest) = duration.components
    return seconds + (rest > 0 ? 1 : 0)
  }
}

/// Ending a session by time limits.
extension Session {
  /// Limits the session from now on; without limits it lasts until the reader quits.
  ///
  /// When a limit is reached, the session ends with `End.limit`. In the last half minute the status
  /// line counts down, which takes a frame per second; until then the session sleeps. A second call
  /// replaces the first, and restarts the time.
  ///
  /// - Parameters:
  ///   - limits: the limits.
  ///   - clock: measures the time.
  public func limit<C: Clock>(_ limits: SessionLimits, clock: C = ContinuousClock())
  where C.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    time = SessionTime(limits, start: .zero)
    timekeeper?.cancel()
    timekeeper = Task { [weak self] in
      while !Task.isCancelled, let moment = self?.nextMoment {
        // This sleeps with the given clock, so that the clock of a test controls how long it takes.
        try? await clock.sleep(until: start.advanced(by: moment), tolerance: nil)
        self?.tick()
      }
    }
  }

  private var nextMoment: Duration? {
    end == nil ? time?.nextChange(after: now()) : nil
  }

  /// Checks the clock: ends the session, or draws the remaining time.
  private func tick() {
    guard end == nil, let time else { return }
    if let kind = time.reached(at: now()) {
      finish(.limit(kind))
    } else if time.message(at: now()) != nil {
      setNeedsDisplay()
    }
  }
}
