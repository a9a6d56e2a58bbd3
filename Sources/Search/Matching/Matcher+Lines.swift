extension Matcher {
  /// The first line with a match that begins at an offset or after it.
  ///
  /// The offset is that of a line's start.
  ///
  /// - Throws: the line for which the expression is too hard.
  public func nextMatchingLine(in lines: UnsafeRawBufferPointer, from start: Int)
    throws(MatchError) -> LineMatch?
  {
    guard start < lines.count else { return nil }
    let text = TextLines(bytes: lines)
    return try firstMatch(in: lines, from: start).map {
      LineMatch(line: text.line(at: $0.lowerBound), match: $0)
    }
  }

  /// The last line with a match that ends at an offset or before it, and the first match in it.
  ///
  /// The offset is that of a line's start, or the end of all.
  ///
  /// - Throws: the line for which the expression is too hard.
  public func lastMatchingLine(in lines: UnsafeRawBufferPointer, before end: Int)
    throws(MatchError) -> LineMatch?
  {
    let text = TextLines(bytes: UnsafeRawBufferPointer(rebasing: lines.prefix(end)))
    // The first match in a block is found first, so the last one costs all of them: the block is small.
    var (end, size) = (text.bytes.count, LineBlocks.smallest / 8)
    while end > 0 {
      let start = text.lineStart(at: max(0, end - size))
      var last: Range<Int>?
      try forEachLine(in: text, LineBlock(start..<end, of: text, rules)) { last = $0 }
      if let last { return LineMatch(line: text.line(at: last.lowerBound), match: last) }
      end = start
      size = min(size * 2, LineBlocks.largest)
    }
    return nil
  }

  /// The number of lines with a match.
  ///
  /// - Throws: the line for which the expression is too hard.
  public func countMatchingLines(in lines: UnsafeRawBufferPointer) throws(MatchError) -> Int {
    let text = TextLines(bytes: lines)
    var blocks = LineBlocks(text, from: 0, rules, size: LineBlocks.largest)
    var count = 0
    while let block = blocks.next() {
      try forEachLine(in: text, block) { _ in count += 1 }
    }
    return count
  }

  /// Calls with the first match of each line of a block that has one.
  private func forEachLine(
    in text: TextLines, _ block: LineBlock, body: (Range<Int>) -> Void
  ) throws(MatchError) {
    needles.reset()
    var start = block.range.lowerBound
    while start < block.range.upperBound, let match = try firstMatch(in: text, block, from: start) {
      body(match)
      start = text.lineEnd(at: match.lowerBound)
    }
  }
}
