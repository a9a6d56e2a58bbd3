import Bytes

/// A matcher for one pattern, which caches the next matching item.
struct MatcherMember {
  let matcher: any LineMatcher
  let isNegated: Bool
  private var next = Next.unknown

  /// The state of the search for the next matching item.
  private enum Next {
    case unknown
    case item(Range<Int>, match: Int)
    case nowhere
  }

  init(_ matcher: any LineMatcher, isNegated: Bool = false) {
    (self.matcher, self.isNegated) = (matcher, isNegated)
  }

  /// Discards the cached item, because other memory is to be searched.
  mutating func forget() { next = .unknown }

  /// The next matching item at or after an index; one search serves all indices up to that item.
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
    // There is no item after the last line feed.
    guard !item.isEmpty else { return nil }
    next = .item(item, match: start + found)
    return item
  }

  /// The index of the match in an item; nil unless the item is the cached one.
  func match(in item: Range<Int>) -> Int? {
    if case .item(item, let match) = next { match } else { nil }
  }
}

/// A matcher that goes from item to item, and counts and finds matches with `forEachMatch`.
public protocol ItemwiseMatcher: LineMatcher {
  /// Calls a closure with the index of the match in each matching item, until the closure returns
  /// false.
  func forEachMatch(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Bool)
}

extension ItemwiseMatcher {
  /// The number of matching items; searches all items.
  public func countMatches(in lines: UnsafeRawBufferPointer) -> Int {
    var count = 0
    forEachMatch(in: lines) { _ in
      count += 1
      return true
    }
    return count
  }

  /// The index of the first match; nil if there is none.
  public func firstMatch(in lines: UnsafeRawBufferPointer) -> Int? {
    var first: Int?
    forEachMatch(in: lines) {
      first = $0
      return false
    }
    return first
  }

  /// The index of the last match, or nil; searches all items.
  public func lastMatch(in lines: UnsafeRawBufferPointer) -> Int? {
    var last: Int?
    forEachMatch(in: lines) {
      last = $0
      return true
    }
    return last
  }
}

/// A matcher for the lines, or other items, that meet several conditions.
///
/// Each condition caches its next matching item, and all conditions continue from the furthest of
/// these items. This way the memory is searched once for each condition, even if one condition
/// matches very often.
final class ConditionsMatcher: ItemwiseMatcher {
  private var members: [MatcherMember]
  private let unit: MatchUnit

  init(_ conditions: [LineConditions.Condition], _ unit: MatchUnit) {
    self.unit = unit
    members = conditions.map { MatcherMember($0.pattern.makeMatcher(), isNegated: $0.isNegated) }
  }

  var hasGivenUp: Bool { members.contains { $0.matcher.hasGivenUp } }

  /// The only matcher, if the unit is a log entry and there is a single condition that is not
  /// negated; all matching lines are then found in one pass.
  private var onlyMatcher: (any LineMatcher)? {
    guard members.count == 1, !members[0].isNegated, unit.hasEntries else { return nil }
    return members[0].matcher
  }

  /// Reports each log entry that contains matching lines once, with its first match; two matching
  /// lines are in the same entry if their entries begin with the same line.
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

  /// Counts the matches of the last pattern in the lines that meet all conditions; an item of
  /// several lines counts once, and so does each item if the last pattern is negated.
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

  /// The first index that may be within an item in which all patterns that are not negated match;
  /// nil if there is none.
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

  /// The next item that meets all conditions, starting with the item at an index.
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

  /// The next item that meets one condition, starting with a given item.
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

  /// The index of the match of the last pattern that is not negated; the start of the item if none
  /// is cached.
  private func match(of item: Range<Int>) -> Int {
    for member in members.reversed() where !member.isNegated {
      if let match = member.match(in: item) { return match }
    }
    return item.lowerBound
  }
}

/// A matcher for the lines, or other items, that match at least one of several patterns.
///
/// Each pattern caches its next matching item, and the first of these items is reported.
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
