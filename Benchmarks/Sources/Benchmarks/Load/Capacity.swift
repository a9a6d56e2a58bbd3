import Foundation

/// The number of simultaneous viewers that the machine serves well.
struct Capacity {
  /// The limit for the 99th percentile of the time from when a key is due until it is answered.
  static let limit = Duration.milliseconds(100)
  /// The maximum number of viewers.
  static let most = 400
  /// The memory that a viewer may need, with a margin.
  private static let memory = 40.0 * 1_048_576

  private let crowd: Crowd
  private let keys: Int

  /// Creates a search with an empty crowd.
  init(_ crowd: Crowd, keys: Int) { (self.crowd, self.keys) = (crowd, keys) }

  /// Searches for the number of viewers: doubles it from 25 until it is too large, then bisects in
  /// at most three steps.
  ///
  /// The result is at most `most`, and no more viewers are tried than the free memory allows.
  func search(upTo most: Int = Self.most) throws(MeasureError) -> Int {
    var (good, bad): (Int, Int?) = (0, nil)
    let possible = min(most, Int(Self.freeMemory / Self.memory))
    for count in [25, 50, 100, 200, 400] where count <= possible && bad == nil {
      if try serves(count) { good = count } else { bad = count }
    }
    for _ in 0..<3 {
      guard let tooMany = bad, tooMany - good > 1 else { break }
      let middle = (good + tooMany) / 2
      if try serves(middle) { good = middle } else { bad = middle }
    }
    return good
  }

  private func serves(_ count: Int) throws(MeasureError) -> Bool {
    _ = try crowd.shrink(to: count)
    try crowd.grow(to: count)
    let round = try crowd.round(keys: keys)
    let time = Unit.seconds.text(round.waits.percentile(99))
    let duration = Unit.seconds.text(round.duration / .seconds(1))
    Progress.say("\(count) viewers: 99th percentile \(time), lost \(round.lost), in \(duration)")
    return round.isWithin(Self.limit)
  }

  /// The number of bytes that programs may still allocate (`MemAvailable`).
  private static var freeMemory: Double {
    let text = (try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    let number = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    return (number ?? 0) * 1_024
  }
}
