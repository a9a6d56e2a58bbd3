/// Looks for a pattern in lines; one for each thread that does.
///
/// Lines are bytes with a line feed at the end of each, which the last may lack. A line feed, or the two of a carriage
/// return and a line feed, is a line's end and no part of its text; no match reaches over it. The bytes need not be
/// UTF-8. All offsets are in bytes of what was given.
///
///     let matcher = Matcher(try SearchPattern("error"))
///     let first = try matcher.nextMatchingLine(in: bytes, from: 0)
public final class Matcher {
  /// What it looks for.
  public let pattern: SearchPattern
  let rules: BlockRules
  let needles: NeedleSearch
  let memory: MatchMemory

  /// Creates one; for an expression it takes 32 KiB, and up to 1 MiB while one needs more.
  public init(_ pattern: SearchPattern) {
    self.pattern = pattern
    rules = BlockRules(pattern)
    needles = NeedleSearch(pattern.needles)
    memory = MatchMemory(pattern.expression)
  }

  /// The first match at or after an offset, or nil; a match may be empty.
  ///
  /// What is before the offset in its line counts for what looks back, as `\b` and `^` do. Cost: a search of the bytes
  /// from the start of that line up to the match.
  ///
  /// - Throws: the line for which the expression is too hard.
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

  /// The first place of one of the texts that each match has, in memory that need not be whole lines; its start where none
  /// is known, and nil where there is none.
  ///
  /// Cost: the bytes up to there.
  public func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int? {
    guard rules.hasNeedles, !rules.hasForeignCases else { return 0 }
    needles.reset()
    return needles.first(in: memory, 0..<memory.count)
  }

  /// The matches of one line in their order, without the empty ones, and no more than a limit.
  ///
  /// What is behind the first line feed is not looked at. Cost: a search of the line up to the last of them.
  ///
  /// - Throws: that the expression is too hard.
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

/// A line, and where in it the first match is.
public struct LineMatch: Equatable, Sendable {
  /// The line with its end, in bytes of what was searched: the next one begins where it ends.
  public let line: Range<Int>
  /// The match, which may be empty, in bytes of what was searched.
  public let match: Range<Int>
}

/// Why a search did not come to its end.
///
/// Where a throwing method names a line, it is that of `tooHard(line:)`.
public enum MatchError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The expression needs too many steps on this line, which is given in bytes of what was searched. The search can
  /// go on after it.
  case tooHard(line: Range<Int>)

  /// One line for a reader.
  public var description: String { "the expression is too hard for a line" }
}
