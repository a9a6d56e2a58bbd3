/// How fast the reader goes and how long the source takes: from the two follows how far ahead the
/// next load has to start.
struct ReaderPace: Hashable, Sendable {
  /// Entries a second; below zero towards the leading edge.
  private(set) var speed = 0.0
  /// How long a load takes.
  private(set) var latency = Duration.zero
  private var ordinal: Int?
  private var time = Duration.zero

  /// The share by which the distance exceeds what is just enough.
  private static let margin = 1.5
  /// How long an earlier speed counts.
  private static let memory = Duration.milliseconds(500)

  /// Records the ordinal of the first entry drawn.
  ///
  /// Ordinals reported at one moment count as one, because they have no speed.
  mutating func record(ordinal new: Int, at now: Duration) {
    guard let old = ordinal else { return begin(at: new, now) }
    let passed = now - time
    guard passed > .zero else { return }
    let weight = min(1, passed / Self.memory)
    speed += weight * (Double(new - old) / (passed / .seconds(1)) - speed)
    begin(at: new, now)
  }

  /// Records how long a load took: a longer one counts at once, a shorter one by and by.
  mutating func record(latency new: Duration) {
    latency = max(new, latency * 0.7 + new * 0.3)
  }

  /// The list was replaced: ordinals before and after do not compare.
  mutating func forgetOrdinal() { ordinal = nil }

  /// How many entries the reader covers towards an edge while a load is out.
  ///
  /// - Parameter most: what is enough in any case.
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
