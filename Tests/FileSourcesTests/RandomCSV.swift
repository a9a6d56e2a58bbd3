import Randomness

/// Comma-separated values as programs write them, and some as none should.
struct RandomCSV {
  private var random: SplitMix64
  private let hasQuotes: Bool

  init(start: UInt64, hasQuotes: Bool = true) {
    random = SplitMix64(start: start)
    self.hasQuotes = hasQuotes
  }

  /// Records of up to 200 bytes; the last may have no line end.
  mutating func bytes(_ count: Int) -> [UInt8] {
    let end = random.pick(["\n", "\r\n"])
    var bytes: [UInt8] = []
    while bytes.count < count {
      let fields = random.occurs(inPercent: 5) ? 0 : random.within(1...4)
      bytes += (0..<fields).map { _ in field }.joined(separator: ",").utf8
      bytes += end.utf8
    }
    if random.occurs(inPercent: 50) { bytes += "7,last".utf8 }
    return bytes
  }

  private var field: String {
    mutating get {
      guard hasQuotes, random.occurs(inPercent: 40) else {
        return random.pick(["", "x", "12.50", "a b", "ü", "2026-01-02", "5 inch"])
      }
      if random.occurs(inPercent: 4) { return "a\"b\"\"c" }
      let inside = (0..<random.within(0...4)).map { _ in piece }.joined()
      return "\"\(inside)\"" + (random.occurs(inPercent: 3) ? "tail" : "")
    }
  }

  private var piece: String {
    mutating get { random.pick(["a", "word ", "\"\"", "\n", "\r\n", "\r", ",", "語", "1\n\n2"]) }
  }
}
