/// The speed of the reader and the latency of the source, which determine how far ahead the next
/// load must start.
struct ReaderPace: Hashable, Sendable {
  /// The number of entries per second; negative toward the leading edge.
  private(set) var speed = 0.0
  /// The typical duration of a load.
  private(set) var latency = Duration.zero
  private var ordinal: Int?
  private var time = Duration.zero

  /// The factor by which loads start further ahead than the measured speed and latency require.
  private static let margin = 1.5
  /// The time after which an earlier speed is forgotten.
  private static let memory = Duration.milliseconds(500)

  /// Records the ordinal of the first drawn entry.
  ///
  /// Only the first of several ordinals at the same time counts, because a speed needs two times.
  mutating func record(ordinal new: Int, at now: Duration) {
    guard let old = ordinal else { return begin(at: new, now) }
    let passed = now - time
    guard passed > .zero else { return }
    let weight = min(1, passed / Self.memory)
    speed += weight * (Double(new - old) / (passed / .seconds(1)) - speed)
    begin(at: new, now)
  }

  /// Records the duration of a load: a longer one counts immediately, a shorter one gradually.
  mutating func record(latency new: Duration) {
    latency = max(new, latency * 0.7 + new * 0.3)
  }

  /// Forgets the last ordinal after the list was replaced, because ordinals of the old list and of
  /// the new one cannot be compared.
  mutating func forgetOrdinal() { ordinal = nil }

  /// Returns the number of entries that the reader passes toward an edge during a load, plus a
  /// margin.
  ///
  /// - Parameter most: the upper limit.
  func reach(towards edge: Edge, atMost most: Int) -> Int {
    let towards = edge == .trailing ? speed : -speed
    let entries = towards * (latency / .seconds(1)) * Self.margin
    return entries < Double(most) ? max(0, Int(entries.rounded(.up))) : most
  }

  private mutating func begin(at ordinal: Int, _ time: Duration) {
    self.ordinal = ordinal
    self.time = time
  }
}
