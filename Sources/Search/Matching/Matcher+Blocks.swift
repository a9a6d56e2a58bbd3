extension Matcher {
  /// The first match at or after an offset in some lines.
  ///
  /// Between two calls for the same block, `places` stays, and
  /// the offset never decreases.
  func firstMatch(in text: TextLines, _ block: LineBlock, from start: Int) throws(MatchError)
    -> Range<Int>?
  {
    if block.trustsNeedles {
      return pattern.isLiteral
        ? firstLiteral(in: text, block.range, from: start)
        : try firstCandidate(in: text, block.range, from: start)
    }
    guard let expression = pattern.expression else { return nil }
    guard block.isForBlocks else {
      return try firstByLine(in: text, block.range, from: start)
    }
    let code = block.isASCII ? expression.ascii ?? expression.unicode : expression.unicode
    switch memory?.firstMatch(of: code, in: text.bytes, block.range, from: start) {
    case .match(let match):
      // After the last line feed there is no line.
      return text.isAfterLine(match.lowerBound, block.range) ? nil : match
    case .tooHard:
      // Line by line it is known for which one.
      return try firstByLine(in: text, block.range, from: start)
    case nil, .some(.none): return nil
    }
  }

  /// The needle itself.
  private func firstLiteral(in text: TextLines, _ range: Range<Int>, from start: Int) -> Range<Int>?
  {
    let needle = pattern.needles[0]
    var start = start
    while start < range.upperBound,
      let place = needle.first(in: text.bytes, start..<range.upperBound)
    {
      let match = place..<place + needle.count
      if !needle.endsInCarriageReturn || text.text(of: text.line(at: place)).contains(match) {
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
    while start < range.upperBound, let place = firstPlace(in: text, range, from: start) {
      let line = text.line(at: place)
      if let match = try firstMatch(in: text, line: line, from: max(start, line.lowerBound)) {
        return match
      }
      start = line.upperBound
    }
    return nil
  }

  /// Where any of the needles is first.
  ///
  /// Where each is next is kept, so that none is looked for twice.
  private func firstPlace(in text: TextLines, _ range: Range<Int>, from start: Int) -> Int? {
    if pattern.needles.count == 1 {
      return pattern.needles[0].first(in: text.bytes, start..<range.upperBound)
    }
    if places.isEmpty { places = Array(repeating: -1, count: pattern.needles.count) }
    var first = Int.max
    for (index, needle) in pattern.needles.enumerated() {
      if places[index] < start {
        places[index] = needle.first(in: text.bytes, start..<range.upperBound) ?? .max
      }
      first = min(first, places[index])
    }
    return first == .max ? nil : first
  }
}
