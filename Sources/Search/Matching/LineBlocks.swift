/// Some lines, and how they can be searched.
struct LineBlock {
  let range: Range<Int>
  let isASCII: Bool
  /// Whether the needles tell of all matches.
  let trustsNeedles: Bool
  /// Whether an expression can be run over all of it.
  let isForBlocks: Bool
}

/// The lines from one on, in blocks: small ones first, because the first match may be near.
///
/// What a block is made of is found out once; that is why it is not larger still.
struct LineBlocks {
  private let text: TextLines
  private let pattern: SearchPattern
  private var start: Int
  private var size: Int

  static let smallest = 4 << 10
  static let largest = 64 << 10

  init(_ text: TextLines, from start: Int, for pattern: SearchPattern, size: Int = smallest) {
    self.text = text
    self.pattern = pattern
    self.start = start
    // One needle is looked for without knowing what there is, and without looking twice.
    self.size = pattern.needles.count == 1 && !pattern.hasForeignCases ? text.bytes.count : size
  }

  mutating func next() -> LineBlock? {
    guard start < text.bytes.count else { return nil }
    let end = text.lineEnd(at: min(start + size, text.bytes.count) - 1)
    defer {
      start = end
      size = min(size * 2, Self.largest)
    }
    return LineBlock(start..<end, of: text, for: pattern)
  }
}

extension LineBlock {
  /// The Kelvin sign and the long s, whose other cases are ASCII.
  private static let foreign = [
    Needle(Array("\u{212A}".utf8), ignoresCase: false),
    Needle(Array("\u{17F}".utf8), ignoresCase: false),
  ]

  init(_ range: Range<Int>, of text: TextLines, for pattern: SearchPattern) {
    self.range = range
    if !pattern.needles.isEmpty, !pattern.hasForeignCases {
      (isASCII, trustsNeedles, isForBlocks) = (false, true, false)
      return
    }
    let isASCII = text.isASCII(range)
    self.isASCII = isASCII
    trustsNeedles =
      !pattern.needles.isEmpty
      && (isASCII || Self.foreign.allSatisfy { $0.first(in: text.bytes, range) == nil })
    isForBlocks =
      !trustsNeedles && pattern.expression?.isForBlocks == true
      && !text.has(UInt8(ascii: "\r"), in: range)
  }
}
