import Randomness

/// Bytes as no log has them: lines of all lengths, all line ends, NUL, scalars and parts of them.
struct RandomText {
  private var random: SplitMix64

  init(start: UInt64) {
    random = SplitMix64(start: start)
  }

  /// A number of bytes, or a few more, in lines of up to a length.
  mutating func bytes(_ count: Int, longestLine: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + longestLine + 2)
    while bytes.count < count {
      let isLong = Int.random(in: 0..<4, using: &random) == 0
      let length = Int.random(in: 0...(isLong ? longestLine : longestLine / 8), using: &random)
      let end = bytes.count + length
      while bytes.count < end { bytes += snippet() }
      bytes += [[10], [10], [13, 10], [13], [13, 13, 10]].randomElement(using: &random) ?? []
    }
    return Bool.random(using: &random) ? bytes : bytes.dropLast(2)
  }

  private mutating func snippet() -> [UInt8] {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: [0]
    case 1: [UInt8.random(in: 0x7F...0xFF, using: &random)]
    case 2: Array("é".utf8)
    case 3: Array("漢".utf8)
    case 4: Array("😀".utf8)
    case 5: [13]
    case 6: [0x1B, 0x5B]
    default: Array("ab".utf8)
    }
  }
}
