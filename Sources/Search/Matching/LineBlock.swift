import Bytes

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
