import Terminal

/// How long a session may last where others wait for it: at a public place, over a network.
public struct SessionLimits: Hashable, Sendable {
  /// How long it lasts without an input; nil for as long as it takes.
  public var idle: Duration?
  /// How long it lasts in all; nil for as long as it takes.
  public var total: Duration?

  /// Creates limits; there is none by default.
  public init(idle: Duration? = nil, total: Duration? = nil) {
    self.idle = idle
    self.total = total
  }

  /// Which limit was reached.
  public enum Kind: Hashable, Sendable {
    /// There was no input for too long.
    case idle
    /// The whole time is over.
    case total
    /// Far more was sent than anyone types.
    case input
  }
}

/// What is left of a session's time: told each input and each moment, it says when the session
/// ends and what the status line says of it.
///
/// A pure value; moments are durations since any one start.
package struct SessionTime: Sendable {
  /// How long before an end it is said, counted down by the second.
  package static let warning = Duration.seconds(30)

  private let limits: SessionLimits
  private let start: Duration
  private var lastInput: Duration

  /// Starts to count.
  package init(_ limits: SessionLimits, start: Duration) {
    self.limits = limits
    self.start = start
    lastInput = start
  }

  /// The reader did something.
  package mutating func restartIdleTime(at now: Duration) { lastInput = now }

  /// The limit that is reached, if one is.
  package func reached(at now: Duration) -> SessionLimits.Kind? {
    next.flatMap { $0.end <= now ? $0.kind : nil }
  }

  /// What the reader should know; nil until the last half minute.
  package func message(at now: Duration) -> Message? {
    guard let next, next.end - now <= Self.warning else { return nil }
    let left = Self.seconds(next.end - now)
    let isIdle = next.kind == .idle
    return Message(
      isIdle ? "ends in \(left) s without a key" : "your time ends in \(left) s", .accent)
  }

  /// When there is something to do if there is no input until then: to begin the warning, to count
  /// on, or to end; nil for never.
  package func nextChange(after now: Duration) -> Duration? {
    guard let end = next?.end else { return nil }
    guard end - now <= Self.warning else { return end - Self.warning }
    return end - .seconds(max(0, Self.seconds(end - now) - 1))
  }

  /// The limit that comes first.
  private var next: (kind: SessionLimits.Kind, end: Duration)? {
    let idle = limits.idle.map { (kind: SessionLimits.Kind.idle, end: lastInput + $0) }
    let total = limits.total.map { (kind: SessionLimits.Kind.total, end: start + $0) }
    guard let idle else { return total }
    guard let total else { return idle }
    return total.end <= idle.end ? total : idle
  }

  /// Seconds, begun ones counted whole.
  private static func seconds(_ duration: Duration) -> Int64 {
    let (seconds, rest) = duration.components
    return seconds + (rest > 0 ? 1 : 0)
  }
}

/// The ends that come by themselves.
extension Session {
  /// Limits the session from now on; without a call it lasts until the reader leaves.
  ///
  /// Its end is then `End.limit`. In the last half minute the status line counts down. Cost: none
  /// until then, because the session sleeps; after it, a frame a second. A second call takes the place
  /// of the first, and the time begins again.
  ///
  /// - Parameters:
  ///   - limits: how long it may last.
  ///   - clock: what it is measured by.
  public func limit<C: Clock>(_ limits: SessionLimits, clock: C = ContinuousClock())
  where C.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    time = SessionTime(limits, start: .zero)
    timekeeper?.cancel()
    timekeeper = Task { [weak self] in
      while !Task.isCancelled, let moment = self?.nextMoment {
        // The clock's own sleep, so that a test's clock decides how long it takes.
        try? await clock.sleep(until: start.advanced(by: moment), tolerance: nil)
        self?.tick()
      }
    }
  }

  private var nextMoment: Duration? {
    end == nil ? time?.nextChange(after: now()) : nil
  }

  /// Looks at the clock: ends the session, or draws what is left.
  private func tick() {
    guard end == nil, let time else { return }
    if let kind = time.reached(at: now()) {
      finish(.limit(kind))
    } else if time.message(at: now()) != nil {
      setNeedsDisplay()
    }
  }
}
