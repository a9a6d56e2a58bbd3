import CPCRE2

extension Matcher {
  /// The first match of an expression, line by line.
  func firstByLine(in text: TextLines, _ range: Range<Int>, from start: Int) throws(MatchError)
    -> Range<Int>?
  {
    var line = text.line(at: min(start, max(range.lowerBound, range.upperBound - 1)))
    var start = start
    while true {
      if let match = try firstMatch(in: text, line: line, from: start) { return match }
      guard line.upperBound < range.upperBound else { return nil }
      line = line.upperBound..<text.lineEnd(at: line.upperBound)
      start = line.lowerBound
    }
  }

  /// The first match of an expression in one line.
  func firstMatch(
    in text: TextLines, line: Range<Int>, from start: Int, options: UInt32 = 0
  ) throws(MatchError) -> Range<Int>? {
    let range = text.text(of: line)
    guard start <= range.upperBound else { return nil }
    let isASCII = memory.prefersASCII && text.isASCII(range)
    switch memory.firstMatch(
      in: text.bytes, range, isASCII: isASCII, isLong: range.count > TextLines.usual,
      from: start, options: options)
    {
    case .match(let match): return match
    case .none: return nil
    case .tooHard: throw .tooHard(line: line)
    }
  }

  /// The first match in one line that has at least a byte.
  func nonEmptyMatch(in text: TextLines, _ line: Range<Int>, from start: Int) throws(MatchError)
    -> Range<Int>?
  {
    if memory.hasExpression {
      return try firstMatch(in: text, line: line, from: start, options: PCRE2_NOTEMPTY)
    }
    needles.reset()
    let block = LineBlock(line, of: text, rules)
    return try firstMatch(in: text, block, from: start)
  }
}
