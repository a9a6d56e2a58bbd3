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
