import Randomness

/// Random bytes: lines of many lengths, all line ends, NUL, scalars and parts of scalars.
struct RandomText {
  private var random: SplitMix64

  init(start: UInt64) {
    random = SplitMix64(start: start)
  }

  /// About `count` bytes, in lines of up to about `longestLine` bytes.
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

/// Comma-separated values as programs write them, and some as no program should write them.
struct RandomCSV {
  private var random: SplitMix64
  private let hasQuotes: Bool

  init(start: UInt64, hasQuotes: Bool = true) {
    random = SplitMix64(start: start)
    self.hasQuotes = hasQuotes
  }

  /// Records of up to 200 bytes, `count` bytes or more in all; the last record may have no line
  /// end.
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
      // After a line end in the field, text after the quote would mean that the quote is a mistake.
      let isOneLine = !inside.utf8.contains { $0 == 10 || $0 == 13 }
      return "\"\(inside)\"" + (isOneLine && random.occurs(inPercent: 3) ? "tail" : "")
    }
  }

  private var piece: String {
    mutating get { random.pick(["a", "word ", "\"\"", "\n", "\r\n", "\r", ",", "語", "1\n\n2"]) }
  }
}

/// JSON arrays as programs write them: on one line, or indented.
struct RandomArray {
  private var random: SplitMix64
  private let isIndented: Bool

  init(start: UInt64, isIndented: Bool) {
    random = SplitMix64(start: start)
    self.isIndented = isIndented
  }

  /// An array of about `size` bytes: the text before its elements, and the elements with their
  /// separators.
  mutating func array(_ size: Int) -> (head: String, elements: [String]) {
    let gap = isIndented ? "\n  " : random.pick(["", " "])
    var (elements, count) = ([String](), 0)
    while count < size {
      elements.append(element(gap))
      count += elements[elements.count - 1].utf8.count
    }
    let last = elements.removeLast()
    elements = elements.map { $0 + "," + gap }
    return ("[" + gap, elements + [last + (isIndented ? "\n]\n" : "]")])
  }

  private mutating func element(_ gap: String) -> String {
    guard !random.occurs(inPercent: 5) else {
      return random.pick(["17", "null", "\"a, b\"", "[1,{\"a\":2}]", "{}"])
    }
    let inner = isIndented ? gap + "  " : ""
    let fields = (0..<random.within(1...4)).map { "\"name\($0)\":" + value(inner) }
    return "{" + inner + fields.joined(separator: "," + inner) + (isIndented ? gap : "") + "}"
  }

  private mutating func value(_ gap: String) -> String {
    switch random.within(0...9) {
    case 0...2: return "\(random.within(0...10_000))"
    case 3: return "[{\"id\":1},\(gap){\"id\":2}]"
    case 4: return "{\"a\":{\"b\":[]},\(gap)\"c\":null}"
    default: return "\"" + (0..<random.within(0...5)).map { _ in piece }.joined() + "\""
    }
  }

  private var piece: String {
    mutating get {
      random.pick(["a ", "word", "\\\"", "\\\\", "},{", "[", "]", ", ", "語", "\\n", ":", "12"])
    }
  }
}
