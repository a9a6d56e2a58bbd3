import ByteStores
import Bytes
import Records

/// A pattern that lines may match, such as a regular expression or a string.
public protocol LinePattern: Sendable {
  /// The unit that is matched; a line by default.
  var unit: MatchUnit { get }
  /// Creates a matcher, which is used in one task at a time.
  func makeMatcher() -> any LineMatcher
}

extension LinePattern {
  /// The probes for a search of this pattern; nil if the search requires decoding the text.
  var probes: TextProbes? { unit.elements == nil ? makeProbes() : nil }

  /// The probes of the pattern; if it has several conditions, those of the first one that has
  /// probes are sufficient, because all conditions must be met.
  private func makeProbes() -> TextProbes? {
    guard let conditions = self as? LineConditions else {
      return (self as? any ProbedPattern)?.makeProbes()
    }
    for condition in conditions.all where !condition.isNegated {
      if let probes = condition.pattern.makeProbes() { return probes }
    }
    return nil
  }
}

extension LinePattern {
  /// The default unit: a line.
  public var unit: MatchUnit { .line }
}

/// A matcher that compares the lines in memory with a pattern.
///
/// The memory holds whole lines, each with its line feed except perhaps the last, and whole items
/// if these have several lines. In a JSON array it holds a single element, without its separator. A
/// match is given by its start, in bytes from the start of the memory, and never extends beyond its
/// line or item. Each method searches the bytes up to its result, and a count searches all bytes.
public protocol LineMatcher {
  /// The number of matching lines.
  func countMatches(in lines: UnsafeRawBufferPointer) -> Int
  /// The number of matches in all lines, at least one for each matching line; by default exactly
  /// one for each.
  func countAllMatches(in lines: UnsafeRawBufferPointer) -> Int
  /// Calls a closure with the start of the first match in each matching line, until the closure
  /// returns false.
  func forEachMatch(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Bool)
  /// The start of the first match in the first matching line, or nil.
  func firstMatch(in lines: UnsafeRawBufferPointer) -> Int?
  /// The start of the first match in the last matching line, or nil.
  func lastMatch(in lines: UnsafeRawBufferPointer) -> Int?
  /// The first index that may be within a matching item; nil if there is none.
  ///
  /// The memory may begin and end anywhere. The default implementation returns 0.
  func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int?
  /// Whether the matcher has, since it was created, abandoned the search of any line because it
  /// took too long.
  var hasGivenUp: Bool { get }
}

extension LineMatcher {
  /// Counts one match for each matching line.
  public func countAllMatches(in lines: UnsafeRawBufferPointer) -> Int { countMatches(in: lines) }

  /// Searches the lines one after the other.
  public func forEachMatch(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Bool) {
    var start = 0
    while start < lines.count,
      let match = firstMatch(in: UnsafeRawBufferPointer(rebasing: lines[start...]))
    {
      guard body(start + match) else { return }
      start = lines.lineEnd(from: start + match)
    }
  }

  /// Returns 0, because any item may match.
  public func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int? { 0 }
}
