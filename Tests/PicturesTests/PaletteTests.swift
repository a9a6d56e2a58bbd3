import Pictures
import Randomness
import Terminal
import Testing

@Suite struct `The nearest of 256 colours` {
  /// The entries from 16 on as defined by xterm, written here a second time on purpose.
  private static let entries: [(Int, [Int])] = {
    let levels = [0, 95, 135, 175, 215, 255]
    let cube = levels.flatMap { red in
      levels.flatMap { green in levels.map { blue in [red, green, blue] } }
    }
    let greys = (0..<24).map { [Int](repeating: 8 + 10 * $0, count: 3) }
    return (cube + greys).enumerated().map { ($0 + 16, $1) }
  }()

  private static func distance(_ a: [Int], _ b: [Int]) -> Int {
    zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }

  private static func nearest(to color: [UInt8]) throws -> Int {
    let style = drawn(try picture(ofRow: [color]), .palette256).styles[0]
    guard case .indexed(let entry) = style.foreground else { return -1 }
    return Int(entry)
  }

  @Test(
    arguments: [
      ([0, 0, 0], 16), ([255, 255, 255], 231), ([255, 0, 0], 196), ([0, 255, 0], 46),
      ([0, 0, 255], 21), ([8, 8, 8], 232), ([238, 238, 238], 255), ([128, 128, 128], 244),
      ([95, 135, 175], 67), ([250, 130, 5], 208),
    ] as [([UInt8], Int)])
  func `is the known one`(color: [UInt8], entry: Int) throws {
    #expect(try Self.nearest(to: color) == entry)
  }

  @Test func `is itself for each entry`() throws {
    for (_, color) in Self.entries {
      let found = try Self.nearest(to: color.map { UInt8($0) })
      #expect(Self.entries[found - 16].1 == color)
    }
  }

  @Test func `is never farther than any other`() throws {
    var random = SplitMix64(start: 3)
    for _ in 0..<2000 {
      let color = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
      let whole = color.map { Int($0) }
      let found = Self.entries[try Self.nearest(to: color) - 16].1
      let best = Self.entries.map { Self.distance(whole, $0.1) }.min()
      #expect(Self.distance(whole, found) == best)
    }
  }
}
