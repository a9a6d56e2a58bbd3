import Bytes

/// The lines from a given line on, divided into growing blocks, because the first match may be
/// near.
///
/// A block is examined as a whole before it is searched, so a larger block would delay the first
/// match.
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

/// A block of lines, and the ways to search it.
struct LineBlock {
  let range: Range<Int>
  /// Whether the block is known to be ASCII; it is examined only if that matters.
  let isASCII: Bool
  /// Whether it is certain that every match in the block contains a needle.
  let trustsNeedles: Bool
  /// Whether the expression is matched against the whole block, and not line by line.
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

/// The properties of a pattern that determine how lines are searched for it.
struct BlockRules {
  /// Whether the pattern has needles.
  let hasNeedles: Bool
  /// Whether the pattern has one needle, and every match is that needle, apart from case.
  let isLiteral: Bool
  /// Whether a letter outside ASCII is equal to a letter of a needle if case is ignored (as the
  /// Kelvin sign is to k), so that the needles are reliable only in text without such letters.
  let hasForeignCases: Bool
  /// Whether the expression finds the same matches in a block of lines as in each line alone.
  let isForBlocks: Bool
  /// Whether all lines form a single block: the pattern has one needle, and the lines need not be
  /// examined for letters outside ASCII.
  let isUndivided: Bool

  init(_ pattern: SearchPattern) {
    hasNeedles = !pattern.needles.isEmpty
    isLiteral = pattern.isLiteral
    hasForeignCases = pattern.hasForeignCases
    isForBlocks = pattern.expression?.isForBlocks ?? false
    isUndivided = pattern.needles.count == 1 && !pattern.hasForeignCases
  }
}
