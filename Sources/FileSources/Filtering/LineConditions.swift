/// What lines must meet, all of it, to be shown; itself a pattern, so that matches are searched and counted
/// among those lines.
public struct LineConditions: LinePattern {
  /// A pattern, and whether lines must match it or must not.
  public struct Condition: Sendable {
    let pattern: any LinePattern
    let isNegated: Bool

    /// Creates a condition.
    public init(_ pattern: any LinePattern, isNegated: Bool = false) {
      (self.pattern, self.isNegated) = (pattern, isNegated)
    }
  }

  let all: [Condition]
  /// What meets them or does not.
  public let unit: MatchUnit

  /// Creates conditions, in the order in which a line is held against them; without any every line meets
  /// them.
  ///
  /// A match is told where the last pattern that is not negated matches.
  ///
  /// - Parameters:
  ///   - all: the conditions, all of which have to be met.
  ///   - unit: what has to meet them; of several lines at least one has to match, or none.
  public init(_ all: [Condition], unit: MatchUnit = .line) {
    (self.all, self.unit) = (all, unit)
  }

  /// What finds the lines that meet all of them.
  public func makeMatcher() -> any LineMatcher {
    if all.count == 1, !all[0].isNegated, !unit.hasSeveralLines {
      return all[0].pattern.makeMatcher()
    }
    return ConditionsMatcher(all, unit)
  }
}

/// Finds the lines, or other items, that meet several conditions.
///
/// Each condition looks for its own next item, and all go on from the furthest: so the bytes are searched
/// once for each, however often one of them matches.
final class ConditionsMatcher: LineMatcher {
  private struct Member {
    let matcher: any LineMatcher
    let isNegated: Bool
    /// The next item that matches, as far as it was looked for.
    var next: Next = .unknown
  }

  private enum Next {
    case unknown
    case item(Range<Int>, match: Int)
    case nowhere
  }

  private var members: [Member]
  private let unit: MatchUnit

  init(_ conditions: [LineConditions.Condition], _ unit: MatchUnit) {
    self.unit = unit
    members = conditions.map {
      Member(matcher: $0.pattern.makeMatcher(), isNegated: $0.isNegated)
    }
  }

  var hasGivenUp: Bool { members.contains { $0.matcher.hasGivenUp } }

  func countMatches(in lines: UnsafeRawBufferPointer) -> Int {
    var count = 0
    forEachMatch(in: lines) { _ in
      count += 1
      return true
    }
    return count
  }

  func firstMatch(in lines: UnsafeRawBufferPointer) -> Int? {
    var first: Int?
    forEachMatch(in: lines) {
      first = $0
      return false
    }
    return first
  }

  func lastMatch(in lines: UnsafeRawBufferPointer) -> Int? {
    var last: Int?
    forEachMatch(in: lines) {
      last = $0
      return true
    }
    return last
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

  /// - Parameter body: told where the match is of each item; says whether to go on.
  private func forEachMatch(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Bool) {
    for index in members.indices { members[index].next = .unknown }
    var start = 0
    while let item = nextItem(in: lines, from: start), body(match(of: item)) {
      start = item.upperBound
    }
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
      let match = nextMatch(of: index, in: lines, from: item.lowerBound)
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

  /// The next item that matches a member's pattern; looked for once for all the places before it.
  private func nextMatch(
    of index: Int, in lines: UnsafeRawBufferPointer, from start: Int
  ) -> Range<Int>? {
    switch members[index].next {
    case .item(let item, _) where item.lowerBound >= start: return item
    case .nowhere: return nil
    case .item, .unknown: break
    }
    let rest = UnsafeRawBufferPointer(rebasing: lines[start...])
    guard let found = members[index].matcher.firstMatch(in: rest) else {
      members[index].next = .nowhere
      return nil
    }
    let item = unit.item(around: start + found, from: start, in: lines)
    // Behind the last line feed there is none.
    guard !item.isEmpty else { return nil }
    members[index].next = .item(item, match: start + found)
    return item
  }

  /// Where the last pattern that is not negated matches in an item.
  private func match(of item: Range<Int>) -> Int {
    for member in members.reversed() where !member.isNegated {
      if case .item(item, let match) = member.next { return match }
    }
    return item.lowerBound
  }
}
