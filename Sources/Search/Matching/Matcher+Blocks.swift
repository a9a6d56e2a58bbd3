extension Matcher {
  /// The first match at or after an offset in some lines.
  ///
  /// Between two resets of the needles it is one block, and the offset never decreases.
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
      // After the last line feed there is no line.
      return text.isAfterLine(match.lowerBound, block.range) ? nil : match
    case .tooHard:
      // Line by line it is known for which one.
      return try firstByLine(in: text, block.range, from: start)
    case .none: return nil
    }
  }

  /// The needle itself.
  private func firstLiteral(in text: TextLines, _ range: Range<Int>, from start: Int) -> Range<Int>?
  {
    var start = start
    while start < range.upperBound,
      let place = needles.first(in: text.bytes, start..<range.upperBound)
    {
      let match = place..<place + needles.length
      if !needles.endsInCarriageReturn || text.text(of: text.line(at: place)).contains(match) {
        return match
      }
      start = place + 1
    }
    return nil
  }

  /// A match in a line that has a needle.
  private func firstCandidate(in text: TextLines, _ range: Range<Int>, from start: Int)
    throws(MatchError) -> Range<Int>?
  {
    var start = start
    while start < range.upperBound,
      let place = needles.first(in: text.bytes, start..<range.upperBound)
    {
      let line = text.line(at: place)
      if let match = try firstMatch(in: text, line: line, from: max(start, line.lowerBound)) {
        return match
      }
      start = line.upperBound
    }
    return nil
  }
}
