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
/// begins; it never goes beyond its line or item.
public protocol LineMatcher {
  /// How many lines match.
  func countMatches(in lines: UnsafeRawBufferPointer) -> Int
  /// Where the first match begins of the first line that has one, or nil.
  func firstMatch(in lines: UnsafeRawBufferPointer) -> Int?
  /// Where the first match begins of the last line that has one, or nil.
  func lastMatch(in lines: UnsafeRawBufferPointer) -> Int?
  /// The first place that may be in an item which matches; nil where there is none.
  ///
  /// The memory may begin and end anywhere. By default any place may be in one.
  func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int?
  /// Whether some line was given up, because matching it took too long.
  var hasGivenUp: Bool { get }
}

extension LineMatcher {
  /// Any place may be in one.
  public func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int? { 0 }
}

/// What matches as one in memory: a line, a record of comma-separated values with all of its lines, or an element of an
/// array of JSON.
///
/// Lines and such records end with a line feed, so that many of them can be searched at once. An element may end
/// anywhere: so it is found first, and is all of the memory that is searched.
public struct MatchUnit: Sendable {
  /// Each line by itself.
  public static let line = MatchUnit(rule: ItemRule(.text))

  let rule: ItemRule
  /// What tells records of comma-separated values apart, where these are the items.
  let values: CSVBorders?
  /// What tells elements apart, where these are the items.
  let elements: ElementBorders?

  init(rule: ItemRule) {
    self.rule = rule
    (values, elements) = (rule.borders as? CSVBorders, rule.borders as? ElementBorders)
  }

  /// Whether the memory is always one item, which may have several lines and no line feed at its end.
  public var isAllOfMemory: Bool { elements != nil }

  /// Where the item ends that begins at an index of some memory: behind its line feed, or with the memory.
  ///
  /// Cost: the bytes of the item.
  public func end(ofItemAt start: Int, in lines: UnsafeRawBufferPointer) -> Int {
    knownEnd(ofItemAt: start, in: lines) ?? lines.count
  }

  /// The same; nil where the item may go on behind the memory.
  func knownEnd(ofItemAt start: Int, in lines: UnsafeRawBufferPointer) -> Int? {
    if isAllOfMemory { return nil }
    let feed = lines.firstIndex(of: .lineFeed, in: start..<lines.count)
    guard let values, lines.firstIndex(of: .quote, in: start..<(feed ?? lines.count)) != nil else {
      return feed.map { $0 + 1 }
    }
    return values.reader.recordEnd(from: start, in: lines, isComplete: false)?.end
  }

  /// The item that an index is in, which is not before another one's start; nothing behind the last line feed.
  ///
  /// Cost: the bytes between.
  func item(around index: Int, from start: Int, in lines: UnsafeRawBufferPointer) -> Range<Int> {
    if isAllOfMemory { return start..<lines.count }
    // Without quotes between, each line feed ends an item.
    let quote = values.flatMap { _ in lines.firstIndex(of: .quote, in: start..<index) } ?? index
    var first = lines.lastIndex(of: .lineFeed, in: start..<quote).map { $0 + 1 } ?? start
    while first < lines.count {
      let end = end(ofItemAt: first, in: lines)
      if index < end || end == lines.count && lines[end - 1] != .lineFeed { return first..<end }
      first = end
    }
    return first..<first
  }
}

extension TextFileSource {
  /// What matches as one in its bytes, by what its items are now.
  public var matchUnit: MatchUnit { MatchUnit(rule: current.rule) }
}
