import CPCRE2

extension Matcher {
  /// Returns the first line that has a match and begins at or after an offset; nil if no such line
  /// exists.
  ///
  /// The offset must be the start of a line. Cost: a search of the bytes up to the match.
  ///
  /// - Throws: `tooHard`, with the line on which the expression needs too many steps.
  public func nextMatchingLine(in lines: UnsafeRawBufferPointer, from start: Int)
    throws(MatchError) -> LineMatch?
  {
    guard start < lines.count else { return nil }
    let text = TextLines(bytes: lines)
    return try firstMatch(in: lines, from: start).map {
      LineMatch(line: text.line(at: $0.lowerBound), match: $0)
    }
  }

  /// Returns the last line that has a match and ends at or before an offset, and the first match in
  /// it; nil if no such line exists.
  ///
  /// The offset must be the start of a line, or the end of the bytes. Cost: a search of the bytes
  /// back to the match, and of about as many before it.
  ///
  /// - Throws: `tooHard`, with the line on which the expression needs too many steps.
  public func lastMatchingLine(in lines: UnsafeRawBufferPointer, before end: Int)
    throws(MatchError) -> LineMatch?
  {
    let text = TextLines(bytes: UnsafeRawBufferPointer(rebasing: lines.prefix(end)))
    // A block is searched forward, and the whole block must be searched for its last match.
    // Therefore the block is small.
    var (end, size) = (text.bytes.count, LineBlocks.smallest / 8)
    while end > 0 {
      let start = text.lineStart(at: max(0, end - size))
      var last: Range<Int>?
      _ = try forEachLine(in: text, LineBlock(start..<end, of: text, rules)) {
        last = $0
        return true
      }
      if let last { return LineMatch(line: text.line(at: last.lowerBound), match: last) }
      end = start
      size = min(size * 2, LineBlocks.largest)
    }
    return nil
  }

  /// Returns the number of lines with a match; counting them searches all bytes.
  ///
  /// - Throws: `tooHard`, with the line on which the expression needs too many steps.
  public func countMatchingLines(in lines: UnsafeRawBufferPointer) throws(MatchError) -> Int {
    var count = 0
    try forEachMatchingLine(in: lines) { _ in
      count += 1
      return true
    }
    return count
  }

  /// Calls a closure with the first match in each line that has a match, until the closure returns
  /// false.
  ///
  /// Cost: a search of all bytes, or up to the line for which the closure returns false.
  ///
  /// - Throws: `tooHard`, with the line on which the expression needs too many steps; the closure
  ///   was called for the lines before it.
  public func forEachMatchingLine(
    in lines: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Bool
  ) throws(MatchError) {
    let text = TextLines(bytes: lines)
    var blocks = LineBlocks(text, from: 0, rules, size: LineBlocks.largest)
    while let block = blocks.next(), try forEachLine(in: text, block, body) {}
  }

  /// Returns the number of matches that do not overlap; a line that has only empty matches counts
  /// as one match, and all other empty matches are ignored.
  ///
  /// Cost: a search of all bytes.
  ///
  /// - Throws: `tooHard`, with the line on which the expression needs too many steps.
  public func countMatches(in lines: UnsafeRawBufferPointer) throws(MatchError) -> Int {
    let text = TextLines(bytes: lines)
    var blocks = LineBlocks(text, from: 0, rules, size: LineBlocks.largest)
    var count = 0
    while let block = blocks.next() { count += try countMatches(in: text, block) }
    return count
  }

  private func countMatches(
    in text: TextLines, _ block: LineBlock
  ) throws(MatchError) -> Int {
    needles.reset()
    var (count, start) = (0, block.range.lowerBound)
    while start < block.range.upperBound, let match = try firstMatch(in: text, block, from: start) {
      guard memory.hasExpression else {
        (count, start) = (count + 1, match.upperBound)
        continue
      }
      let line = text.line(at: match.lowerBound)
      count += max(1, try countNonEmpty(in: text, line, from: match.lowerBound))
      start = line.upperBound
    }
    return count
  }

  private func countNonEmpty(
    in text: TextLines, _ line: Range<Int>, from start: Int
  ) throws(MatchError) -> Int {
    var (count, start) = (0, start)
    while let match = try nonEmptyMatch(in: text, line, from: start) {
      (count, start) = (count + 1, match.upperBound)
    }
    return count
  }

  /// Calls a closure with the first match in each line of a block that has a match; returns false
  /// if the closure has returned false.
  private func forEachLine(
    in text: TextLines, _ block: LineBlock, _ body: (Range<Int>) -> Bool
  ) throws(MatchError) -> Bool {
    needles.reset()
    var start = block.range.lowerBound
    while start < block.range.upperBound, let match = try firstMatch(in: text, block, from: start) {
      guard body(match) else { return false }
      start = text.lineEnd(at: match.lowerBound)
    }
    return true
  }
}

extension Matcher {
  /// Returns the first match of an expression, found by a search line by line.
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

  /// Returns the first match of an expression in one line.
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

  /// Returns the first non-empty match in one line.
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

extension Matcher {
  /// Returns the first match at or after an offset in a block of lines.
  ///
  /// Until the needles are reset, the block must stay the same and the offset must not decrease.
  func firstMatch(in text: TextLines, _ block: LineBlock, from start: Int) throws(MatchError)
    -> Range<Int>?
  {
    if block.trustsNeedles {
      return rules.isLiteral
        ? firstLiteral(in: text, block.range, from: start)
        : try firstCandidate(in: text, block.range, from: start)
    }
    guard block.isForBlocks else {
      return try firstByLine(in: text, block.range, from: start)
    }
    switch memory.firstMatch(
      in: text.bytes, block.range, isASCII: block.isASCII, isLong: false, from: start)
    {
    case .match(let match):
      // No line begins after the last line feed.
      return text.isAfterLine(match.lowerBound, block.range) ? nil : match
    case .tooHard:
      // Only a search line by line finds the line on which the expression is too hard to match.
      return try firstByLine(in: text, block.range, from: start)
    case .none: return nil
    }
  }

  /// Returns the first occurrence of the needle.
  private func firstLiteral(in text: TextLines, _ range: Range<Int>, from start: Int) -> Range<Int>?
  {
    var start = start
    while start < range.upperBound,
      let offset = needles.first(in: text.bytes, start..<range.upperBound)
    {
      let match = offset..<offset + needles.length
      if !needles.endsInCarriageReturn || text.text(of: text.line(at: offset)).contains(match) {
        return match
      }
      start = offset + 1
    }
    return nil
  }

  /// Returns the first match, searched for only in lines that contain a needle.
  private func firstCandidate(in text: TextLines, _ range: Range<Int>, from start: Int)
    throws(MatchError) -> Range<Int>?
  {
    var start = start
    while start < range.upperBound,
      let offset = needles.first(in: text.bytes, start..<range.upperBound)
    {
      let line = text.line(at: offset)
      if let match = try firstMatch(in: text, line: line, from: max(start, line.lowerBound)) {
        return match
      }
      start = line.upperBound
    }
    return nil
  }
}
