import Bytes

/// What finds the items that one pattern matches, and the next of them that was found.
struct MatcherMember {
  let matcher: any LineMatcher
  let isNegated: Bool
  private var next = Next.unknown

  /// The next item that matches, as far as it was looked for.
  private enum Next {
    case unknown
    case item(Range<Int>, match: Int)
    case nowhere
  }

  init(_ matcher: any LineMatcher, isNegated: Bool = false) {
    (self.matcher, self.isNegated) = (matcher, isNegated)
  }

  /// Other memory is searched from now on.
  mutating func forget() { next = .unknown }

  /// The next item that matches; looked for once for all the places before it.
  mutating func nextMatch(
    in lines: UnsafeRawBufferPointer, from start: Int, _ unit: MatchUnit
  ) -> Range<Int>? {
    switch next {
    case .item(let item, _) where item.lowerBound >= start: return item
    case .nowhere: return nil
    case .item, .unknown: break
    }
    guard start < lines.count else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: lines[start...])
    guard let found = matcher.firstMatch(in: rest) else {
      next = .nowhere
      return nil
    }
    let item = unit.item(around: start + found, from: start, in: lines)
    // Behind the last line feed there is none.
    guard !item.isEmpty else { return nil }
    next = .item(item, match: start + found)
    return item
  }

  /// Where it matches in an item; nil where that is not the one that was found last.
  func match(in item: Range<Int>) -> Int? {
    if case .item(item, let match) = next { match } else { nil }
  }
}

/// A matcher that goes from one item to the next: all else is made of `forEachMatch`.
public protocol ItemwiseMatcher: LineMatcher {
  /// Where the match is of each item, in bytes from the start of the memory, until the body says no.
  func forEachMatch(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Bool)
}

extension ItemwiseMatcher {
  /// How many there are; costs a search of all items.
  public func countMatches(in lines: UnsafeRawBufferPointer) -> Int {
    var count = 0
    forEachMatch(in: lines) { _ in
      count += 1
      return true
    }
    return count
  }

  /// The first of them; nil where there is none.
  public func firstMatch(in lines: UnsafeRawBufferPointer) -> Int? {
    var first: Int?
    forEachMatch(in: lines) {
      first = $0
      return false
    }
    return first
  }

  /// The last of them, or nil where there is none; costs a search of all items.
  public func lastMatch(in lines: UnsafeRawBufferPointer) -> Int? {
    var last: Int?
    forEachMatch(in: lines) {
      last = $0
      return true
    }
    return last
  }
}

/// Finds the lines, or other items, that meet several conditions.
///
/// Each condition looks for its own next item, and all go on from the furthest: so the bytes are searched
/// once for each, however often one of them matches.
final class ConditionsMatcher: ItemwiseMatcher {
  private var members: [MatcherMember]
  private let unit: MatchUnit

  init(_ conditions: [LineConditions.Condition], _ unit: MatchUnit) {
    self.unit = unit
    members = conditions.map { MatcherMember($0.pattern.makeMatcher(), isNegated: $0.isNegated) }
  }

  var hasGivenUp: Bool { members.contains { $0.matcher.hasGivenUp } }

  /// What finds the lines of a log's entries where there is one condition: all of them are found in one go.
  private var onlyMatcher: (any LineMatcher)? {
    guard members.count == 1, !members[0].isNegated, unit.hasEntries else { return nil }
    return members[0].matcher
  }

  /// The entries of a log in which lines match: two of these are in the same one where that begins in the same line.
  private func forEachEntry(
    of matcher: any LineMatcher, in lines: UnsafeRawBufferPointer, _ body: (Int) -> Bool
  ) {
    var last = -1
    matcher.forEachMatch(in: lines) { match in
      let line = lines.lastIndex(of: .lineFeed, in: 0..<match).map { $0 + 1 } ?? 0
      let entry = unit.entryStart(ofLineAt: line, from: 0, in: lines) ?? line
      guard entry != last else { return true }
      last = entry
      return body(match)
    }
  }

  /// The matches of the pattern that is last in the lines that meet all; items of several lines count once.
  func countAllMatches(in lines: UnsafeRawBufferPointer) -> Int {
    guard let last = members.last, !last.isNegated, !unit.hasSeveralLines, !unit.isAllOfMemory
    else { return countMatches(in: lines) }
    var count = 0
    forEachItem(in: lines) { item in
      count += last.matcher.countAllMatches(in: UnsafeRawBufferPointer(rebasing: lines[item]))
      return true
    }
    return count
  }

  /// An item has to have what each of the patterns looks for.
  func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int? {
    var first = 0
    for member in members where !member.isNegated {
      guard let next = member.matcher.firstCandidate(in: memory) else { return nil }
      first = max(first, next)
    }
    return first
  }

  func forEachMatch(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Bool) {
    if let onlyMatcher { return forEachEntry(of: onlyMatcher, in: lines, body) }
    forEachItem(in: lines) { body(match(of: $0)) }
  }

  private func forEachItem(in lines: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Bool) {
    for index in members.indices { members[index].forget() }
    var start = 0
    while let item = nextItem(in: lines, from: start), body(item) { start = item.upperBound }
  }

  /// The next item that meets all conditions, from the start of one on.
  private func nextItem(in lines: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    var item = item(at: start, in: lines)
    var (index, met) = (0, 0)
    while let candidate = item, met < members.count {
      item = nextItem(of: index, in: lines, from: candidate)
      met = item == candidate ? met + 1 : 1
      index = (index + 1) % members.count
    }
    return item
  }

  /// The next item that meets a condition, from one on.
  private func nextItem(
    of index: Int, in lines: UnsafeRawBufferPointer, from item: Range<Int>
  ) -> Range<Int>? {
    var item = item
    while true {
      let match = members[index].nextMatch(in: lines, from: item.lowerBound, unit)
      guard members[index].isNegated else { return match }
      guard match == item else { return item }
      guard let next = self.item(at: item.upperBound, in: lines) else { return nil }
      item = next
    }
  }

  /// The item that begins at an index; nil at the end.
  private func item(at start: Int, in lines: UnsafeRawBufferPointer) -> Range<Int>? {
    start < lines.count ? start..<unit.end(ofItemAt: start, in: lines) : nil
  }

  /// Where the last pattern that is not negated matches in an item.
  private func match(of item: Range<Int>) -> Int {
    for member in members.reversed() where !member.isNegated {
      if let match = member.match(in: item) { return match }
    }
    return item.lowerBound
  }
}

/// Finds the lines, or other items, that one of several patterns matches.
///
/// Each looks for its own next item, and the first of them comes next.
final class AlternativesMatcher: ItemwiseMatcher {
  private var members: [MatcherMember]
  private let unit: MatchUnit

  init(_ patterns: [any LinePattern], _ unit: MatchUnit) {
    (self.unit, members) = (unit, patterns.map { MatcherMember($0.makeMatcher()) })
  }

  var hasGivenUp: Bool { members.contains { $0.matcher.hasGivenUp } }

  func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int? {
    members.lazy.compactMap { $0.matcher.firstCandidate(in: memory) }.min()
  }

  func forEachMatch(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Bool) {
    for index in members.indices { members[index].forget() }
    var start = 0
    while true {
      let items = members.indices.compactMap {
        members[$0].nextMatch(in: lines, from: start, unit)
      }
      guard let item = items.min(by: { $0.lowerBound < $1.lowerBound }) else { return }
      let match = members.lazy.compactMap { $0.match(in: item) }.min() ?? item.lowerBound
      guard body(match) else { return }
      start = item.upperBound
    }
  }
}
