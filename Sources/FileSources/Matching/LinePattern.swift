/// What lines are looked for by: an expression, a text, anything that some lines match and others do not.
public protocol LinePattern: Sendable {
  /// What one thread needs to match lines; made for each search, and used by one task at a time.
  func makeMatcher() -> any LineMatcher
}

/// Matches the lines of memory against a pattern.
///
/// The memory has whole lines, each with its line feed but perhaps the last. A match is told by where it
/// begins; it never goes beyond its line.
public protocol LineMatcher {
  /// How many lines match.
  func countMatches(in lines: UnsafeRawBufferPointer) -> Int
  /// Where the first match begins of the first line that has one, or nil.
  func firstMatch(in lines: UnsafeRawBufferPointer) -> Int?
  /// Where the first match begins of the last line that has one, or nil.
  func lastMatch(in lines: UnsafeRawBufferPointer) -> Int?
  /// Whether some line was given up, because matching it took too long.
  var hasGivenUp: Bool { get }
}
