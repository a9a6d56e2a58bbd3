/// The values of repeated measurements.
struct Sample: Sendable {
  private var values: [Double] = []

  /// Adds a value.
  mutating func add(_ value: Double) { values.append(value) }

  /// Adds a time, in seconds.
  mutating func add(_ time: Duration) { add(time / .seconds(1)) }

  /// The median of the values.
  var median: Double { percentile(50) }
  /// The smallest value.
  var least: Double { percentile(0) }
  /// The largest value.
  var most: Double { percentile(100) }
  /// The number of values.
  var count: Int { values.count }

  /// The percentile by the nearest-rank method; 0 if the sample is empty.
  func percentile(_ percent: Double) -> Double {
    let sorted = values.sorted()
    let rank = Int((percent / 100 * Double(sorted.count)).rounded(.up))
    return sorted.isEmpty ? 0 : sorted[min(max(rank, 1), sorted.count) - 1]
  }
}
