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
