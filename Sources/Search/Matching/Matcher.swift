/// A matcher that searches lines for a pattern; each thread needs its own matcher.
///
/// A line ends with a line feed, which the last line may lack. A line feed, or a carriage return
/// and a line feed, is not part of the line's text, and no match extends across it. The bytes need
/// not be valid UTF-8. All offsets are in bytes of the given memory.
///
///     let matcher = Matcher(try SearchPattern("error"))
///     let first = try matcher.nextMatchingLine(in: bytes, from: 0)
public final class Matcher {
  /// The pattern to search for.
  public let pattern: SearchPattern
  let rules: BlockRules
  let needles: NeedleSearch
  let memory: MatchMemory

  /// Creates a matcher; for an expression it allocates 32 KiB, and temporarily up to 1 MiB.
  public init(_ pattern: SearchPattern) {
    self.pattern = pattern
    rules = BlockRules(pattern)
    needles = NeedleSearch(pattern.needles)
    memory = MatchMemory(pattern.expression)
  }

  /// Returns the first match at or after an offset, or nil; a match may be empty.
  ///
  /// The text before the offset in the same line is considered for assertions such as `\b` and `^`.
  /// Cost: a search of the bytes from the start of that line up to the match.
  ///
  /// - Throws: `tooHard`, with the line on which the expression needs too many steps.
  public func firstMatch(in lines: UnsafeRawBufferPointer, from start: Int) throws(MatchError)
    -> Range<Int>?
  {
    let (text, start) = (TextLines(bytes: lines), min(start, lines.count))
    guard !text.isAfterLine(start, 0..<lines.count) else { return nil }
    var blocks = LineBlocks(text, from: text.lineStart(at: start), rules)
    while let block = blocks.next() {
      needles.reset()
      if let match = try firstMatch(in: text, block, from: max(start, block.range.lowerBound)) {
        return match
      }
    }
    return nil
  }

  /// Returns the first index at which one of the pattern's required strings occurs, in memory that
  /// need not consist of whole lines.
  ///
  /// Every match contains at least one of the required strings. The result is 0 if no such strings
  /// are known with certainty, and nil if none of them occurs. Cost: a search of the bytes for each
  /// of the strings.
  public func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int? {
    guard rules.hasNeedles, !rules.hasForeignCases else { return 0 }
    needles.reset()
    return needles.first(in: memory, 0..<memory.count)
  }

  /// Returns the matches of one line in order, without the empty ones, up to a limit.
  ///
  /// Bytes after the first line feed are ignored. Cost: a search of the line, and for some patterns
  /// a check of the whole line for each match.
  ///
  /// - Throws: an error if the expression is too hard to match.
  public func matches(inLine bytes: UnsafeRawBufferPointer, limit: Int = 1000) throws(MatchError)
    -> [Range<Int>]
  {
    let text = TextLines(bytes: bytes)
    var found: [Range<Int>] = []
    guard !bytes.isEmpty else { return found }
    let line = 0..<text.lineEnd(at: 0)
    var start = 0
    while found.count < limit, let match = try nonEmptyMatch(in: text, line, from: start) {
      found.append(match)
      start = match.upperBound
    }
    return found
  }
}

/// A line, and the first match in it.
public struct LineMatch: Equatable, Sendable {
  /// The line with its end, as byte offsets in the searched memory: the next line begins at its
  /// upper bound.
  public let line: Range<Int>
  /// The match, which may be empty, as byte offsets in the searched memory.
  public let match: Range<Int>
}

/// The error of a search that could not be completed.
public enum MatchError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The expression needs too many steps on this line, which is given as byte offsets in the
  /// searched memory.
  ///
  /// The search can continue after the line.
  case tooHard(line: Range<Int>)

  /// The error in one line.
  public var description: String { "the pattern is too complex for this line" }
}
