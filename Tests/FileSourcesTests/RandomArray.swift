import Randomness

/// Arrays of JSON as programs write them: on one line, or indented.
struct RandomArray {
  private var random: SplitMix64
  private let isIndented: Bool

  init(start: UInt64, isIndented: Bool) {
    random = SplitMix64(start: start)
    self.isIndented = isIndented
  }

  /// An array of about some bytes, and the elements in it with what separates them.
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
