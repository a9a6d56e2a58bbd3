import Randomness

/// Texts that are comma-separated values, or nearly.
extension Noise {
  /// Some records as a program writes them, of which a third are broken, or pieces without any order.
  package mutating func csv(delimiter: String) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    if random.occurs(inPercent: 25) {
      for _ in 0..<random.within(0...30) { put(piece(delimiter)) }
      return bytes
    }
    putRecords(delimiter: delimiter)
    if random.occurs(inPercent: 33) {
      for _ in 0...random.within(0...2) { breakSomewhere() }
    }
    return bytes
  }

  private mutating func piece(_ delimiter: String) -> String {
    random.pick(["\"", "\"", "\"\"", "a", "b c", "\n", "\r", "\r\n", delimiter, delimiter])
  }

  /// Adds records as a program writes them.
  package mutating func putRecords(delimiter: String) {
    let end = random.pick(["\n", "\n", "\r\n", "\r"])
    let columns = random.within(1...4)
    for _ in 0..<random.within(0...7) {
      for column in 0..<columns {
        if column > 0 { put(delimiter) }
        putField(delimiter)
      }
      put(end)
    }
    if random.occurs(inPercent: 20) { put("last") }
    if random.occurs(inPercent: 10) { put(end) }
  }

  private mutating func putField(_ delimiter: String) {
    guard random.occurs(inPercent: 45) else {
      return put(random.pick(["", "x", "12.50", "a b", "ü", "2024-01-02"]))
    }
    put("\"")
    for _ in 0..<random.within(0...4) {
      put(random.pick(["a", "word ", "\"\"", "\n", "\r\n", delimiter, "語", "1"]))
    }
    put("\"")
  }
}
