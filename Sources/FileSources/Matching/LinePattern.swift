import Bytes
import Records

/// What lines are looked for by: an expression, a text, anything that some lines match and others do not.
public protocol LinePattern: Sendable {
  /// What matches as one; each line by default.
  var unit: MatchUnit { get }
  /// What one thread needs to match lines; made for each search, and used by one task at a time.
  func makeMatcher() -> any LineMatcher
}

extension LinePattern {
  /// Each line.
  public var unit: MatchUnit { .line }
}

/// Matches the lines of memory against a pattern.
///
/// The memory has whole lines, each with its line feed but perhaps the last, and whole items where these have several
/// lines. Of an array of JSON it is one element, without what separates it from the next. A match is told by where it
/// begins, in bytes from the start of the memory; it never goes beyond its line or item. Each method costs a search of
/// the bytes up to what it finds; those that count search all.
public protocol LineMatcher {
  /// How many lines match.
  func countMatches(in lines: UnsafeRawBufferPointer) -> Int
  /// How many matches all lines have, at least one each that matches; by default each line has one.
  func countAllMatches(in lines: UnsafeRawBufferPointer) -> Int
  /// Calls with where the first match begins of each line that has one, until the body says no.
  func forEachMatch(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Bool)
  /// Where the first match begins of the first line that has one, or nil.
  func firstMatch(in lines: UnsafeRawBufferPointer) -> Int?
  /// Where the first match begins of the last line that has one, or nil.
  func lastMatch(in lines: UnsafeRawBufferPointer) -> Int?
  /// The first place that may be in an item which matches; nil where there is none.
  ///
  /// The memory may begin and end anywhere. By default any place may be in one.
  func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int?
  /// Whether some line was given up since the matcher was made, because matching it took too long.
  var hasGivenUp: Bool { get }
}

extension LineMatcher {
  /// One of each line that matches.
  public func countAllMatches(in lines: UnsafeRawBufferPointer) -> Int { countMatches(in: lines) }

  /// One line after the other is looked for.
  public func forEachMatch(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Bool) {
    var start = 0
    while start < lines.count,
      let match = firstMatch(in: UnsafeRawBufferPointer(rebasing: lines[start...]))
    {
      guard body(start + match) else { return }
      start = lines.lineEnd(from: start + match)
    }
  }

  /// Any place may be in one.
  public func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int? { 0 }
}
