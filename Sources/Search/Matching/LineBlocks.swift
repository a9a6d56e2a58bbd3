import Bytes

/// The lines from one on, in blocks: small ones first, because the first match may be near.
///
/// What a block is made of is found out once; that is why it is not larger still.
struct LineBlocks {
  private let text: TextLines
  private let rules: BlockRules
  private var start: Int
  private var size: Int

  static let smallest = 4 << 10
  static let largest = 64 << 10

  init(_ text: TextLines, from start: Int, _ rules: BlockRules, size: Int = smallest) {
    self.text = text
    self.rules = rules
    self.start = start
    self.size = rules.isUndivided ? text.bytes.count : size
  }

  mutating func next() -> LineBlock? {
    guard start < text.bytes.count else { return nil }
    let end = text.lineEnd(at: min(start + size, text.bytes.count) - 1)
    defer {
      start = end
      size = min(size * 2, Self.largest)
    }
    return LineBlock(start..<end, of: text, rules)
  }
}

/// Some lines, and how they can be searched.
struct LineBlock {
  let range: Range<Int>
  /// Known only where it matters.
  let isASCII: Bool
  /// Whether the needles tell of all matches.
  let trustsNeedles: Bool
  /// Whether an expression can be run over all of it.
  let isForBlocks: Bool

  init(_ range: Range<Int>, of text: TextLines, _ rules: BlockRules) {
    self.range = range
    if rules.hasNeedles, !rules.hasForeignCases {
      (isASCII, trustsNeedles, isForBlocks) = (false, true, false)
      return
    }
    isASCII = text.isASCII(range)
    trustsNeedles = rules.hasNeedles && (isASCII || !text.hasForeignCases(range))
    isForBlocks =
      !trustsNeedles && rules.isForBlocks && !text.has(.carriageReturn, in: range)
      && !text.hasLongLine(range)
  }
}

/// What of a pattern says how lines are searched for it.
struct BlockRules {
  /// Whether there are needles, one of which is in every match.
  let hasNeedles: Bool
  /// Whether a match is the needle, and nothing else.
  let isLiteral: Bool
  /// Whether the needles tell only of text without the foreign cases of their letters.
  let hasForeignCases: Bool
  /// Whether the expression finds in many lines what it finds in each of them.
  let isForBlocks: Bool
  /// Whether any number of lines is one block: there is one needle, and nothing has to be known of the lines.
  let isUndivided: Bool

  init(_ pattern: SearchPattern) {
    hasNeedles = !pattern.needles.isEmpty
    isLiteral = pattern.isLiteral
    hasForeignCases = pattern.hasForeignCases
    isForBlocks = pattern.expression?.isForBlocks ?? false
    isUndivided = pattern.needles.count == 1 && !pattern.hasForeignCases
  }
}
