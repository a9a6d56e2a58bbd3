/// What was measured several times.
struct Sample: Sendable {
  private var values: [Double] = []

  /// Takes a value.
  mutating func add(_ value: Double) { values.append(value) }

  /// Takes a time, in seconds.
  mutating func add(_ time: Duration) { add(time / .seconds(1)) }

  /// The value that as many lie below as above.
  var median: Double { percentile(50) }
  /// The smallest value.
  var least: Double { percentile(0) }
  /// The largest value.
  var most: Double { percentile(100) }
  /// How many values there are.
  var count: Int { values.count }

  /// The value that this percentage does not exceed, by the nearest rank; 0 of none.
  func percentile(_ percent: Double) -> Double {
    let sorted = values.sorted()
    let rank = Int((percent / 100 * Double(sorted.count)).rounded(.up))
    return sorted.isEmpty ? 0 : sorted[min(max(rank, 1), sorted.count) - 1]
  }
}
