import Randomness

/// Draws text that is JSON, or nearly so.
extension Noise {
  /// A value with blanks around it; two in five are broken.
  mutating func json() -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    putBlanks()
    if random.occurs(inPercent: 60) { putObject(level: 0) } else { putValue(level: 0) }
    putBlanks()
    if random.occurs(inPercent: 40) {
      for _ in 0...random.within(0...2) { breakSomewhere() }
    }
    return bytes
  }

  /// An array of elements, most of which are objects; one array in three is broken.
  mutating func array() -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    let separator = random.pick(["", "\n", "\n  ", " "])
    put("[" + separator)
    for index in 0..<random.within(1...6) {
      if index > 0 { put("," + separator) }
      if random.occurs(inPercent: 85) { putObject(level: 1) } else { putValue(level: 1) }
      putBlanks()
    }
    put("]")
    putBlanks()
    if random.occurs(inPercent: 33) {
      for _ in 0...random.within(0...2) { breakSomewhere() }
    }
    return bytes
  }

  /// Code points at the borders of the UTF-8 forms, some of which are not scalars.
  private static let ranges: [ClosedRange<UInt32>] = [
    0x7E...0x81, 0x7FE...0x801, 0xFFE...0x1001, 0xD7FE...0xD801, 0xDFFE...0xE001, 0xFFFE...0x10001,
    0x3FFFE...0x40001, 0x10FFFE...0x110001,
  ]

  private mutating func putBlanks() {
    guard random.occurs(inPercent: 25) else { return }
    put(random.pick([" ", "\n", "\t", "\r", "  ", "\r\n"]))
  }

  private mutating func putValue(level: Int) {
    switch random.within(0...(level < 4 ? 9 : 5)) {
    case 0: put(random.pick(["null", "true", "false"]))
    case 1, 2: putNumber()
    case 3...5: putString()
    case 6, 7: putArray(level: level)
    default: putObject(level: level)
    }
  }

  private mutating func putArray(level: Int) {
    put("[")
    for index in 0..<random.within(0...3) {
      if index > 0 { putMark(",") }
      putBlanks()
      putValue(level: level + 1)
      putBlanks()
    }
    putBlanks()
    put("]")
  }

  private mutating func putObject(level: Int) {
    put("{")
    for index in 0..<random.within(0...4) {
      if index > 0 { putMark(",") }
      putBlanks()
      putString()
      putBlanks()
      putMark(":")
      putBlanks()
      putValue(level: level + 1)
      putBlanks()
    }
    putBlanks()
    put("}")
  }

  /// Appends a mark between two parts, or occasionally a wrong one.
  private mutating func putMark(_ mark: String) {
    put(random.occurs(inPercent: 2) ? random.pick(["", ",", ":", ",,", ";"]) : mark)
  }

  private mutating func putNumber() {
    guard !random.occurs(inPercent: 5) else {
      return put(
        random.pick(["+1", "00", "01", "-", ".5", "1.", "1.e1", "1e", "1E+", "-a", "0x1"]))
    }
    put(random.pick(["", "-"]))
    put(random.pick(["0", "1", "10", "9007199254740993", "123456789012345678901"]))
    if random.occurs(inPercent: 30) { put(random.pick([".0", ".5", ".10"])) }
    if random.occurs(inPercent: 30) { put(random.pick(["e1", "E+10", "e-0", "e400"])) }
  }

  private mutating func putString() {
    put("\"")
    for _ in 0..<random.within(0...4) {
      switch random.within(0...99) {
      case ..<3: put(random.pick(Self.brokenPieces))
      case ..<8: put(value(of: Self.ranges), inBytes: random.within(1...4))
      default: put(random.pick(Self.pieces))
      }
    }
    put("\"")
  }

  private static let pieces = [
    "a", "b.c", "name", " ", "{", "]", ",", "ü", "語", "😀", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9",
    "\\uD83D\\uDE00", "\u{7F}", "e\u{301}", "0123456789abcdef",
  ]
  private static let brokenPieces = [
    "\\ud83d", "\\uDE00", "\\uDE00\\uD83D", "\\uDE00\\uDE00", "\\u12", "\\x", "\u{0}", "\n",
    "\u{1F}",
  ]
}

/// Draws text that is comma-separated values, or nearly so.
extension Noise {
  /// Records as a program writes them, sometimes broken in a few places; in a quarter of the cases,
  /// random pieces instead.
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

  /// Appends records as a program writes them.
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
