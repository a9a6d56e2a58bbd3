/// Finds the lines that meet several conditions.
///
/// Each condition looks for its own next line, and all go on from the furthest: so the bytes are searched
/// once for each, however often one of them matches.
final class ConditionsMatcher: LineMatcher {
  private struct Member {
    let matcher: any LineMatcher
    let isNegated: Bool
    /// The next line that matches, as far as it was looked for.
    var next: Next = .unknown
  }

  private enum Next {
    case unknown
    case line(Range<Int>, match: Int)
    case nowhere
  }

  private var members: [Member]

  init(_ conditions: [LineConditions.Condition]) {
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

  /// - Parameter body: told where the match is of each line; says whether to go on.
  private func forEachMatch(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Bool) {
    for index in members.indices { members[index].next = .unknown }
    var start = 0
    while let line = nextLine(in: lines, from: start), body(match(of: line)) {
      start = line.upperBound
    }
  }

  /// The next line that meets all conditions, from the start of one on.
  private func nextLine(in lines: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    var line = lines.line(at: start)
    var (index, met) = (0, 0)
    while let candidate = line, met < members.count {
      line = nextLine(of: index, in: lines, from: candidate)
      met = line == candidate ? met + 1 : 1
      index = (index + 1) % members.count
    }
    return line
  }

  /// The next line that meets a condition, from one on.
  private func nextLine(
    of index: Int, in lines: UnsafeRawBufferPointer, from line: Range<Int>
  ) -> Range<Int>? {
    var line = line
    while true {
      let match = nextMatch(of: index, in: lines, from: line.lowerBound)
      guard members[index].isNegated else { return match }
      guard match == line else { return line }
      guard let next = lines.line(at: line.upperBound) else { return nil }
      line = next
    }
  }

  /// The next line that matches a member's pattern; looked for once for all the places before it.
  private func nextMatch(
    of index: Int, in lines: UnsafeRawBufferPointer, from start: Int
  ) -> Range<Int>? {
    switch members[index].next {
    case .line(let line, _) where line.lowerBound >= start: return line
    case .nowhere: return nil
    case .line, .unknown: break
    }
    let rest = UnsafeRawBufferPointer(rebasing: lines[start...])
    guard let found = members[index].matcher.firstMatch(in: rest) else {
      members[index].next = .nowhere
      return nil
    }
    let line = lines.line(around: start + found)
    // Behind the last line feed there is none.
    guard !line.isEmpty else { return nil }
    members[index].next = .line(line, match: start + found)
    return line
  }

  /// Where the last pattern that is not negated matches in a line.
  private func match(of line: Range<Int>) -> Int {
    for member in members.reversed() where !member.isNegated {
      if case .line(line, let match) = member.next { return match }
    }
    return line.lowerBound
  }
}

extension UnsafeRawBufferPointer {
  /// The line that begins at an index, with its line feed; nil at the end.
  fileprivate func line(at start: Int) -> Range<Int>? {
    start < count ? start..<(firstLineFeed(in: start..<count).map { $0 + 1 } ?? count) : nil
  }

  /// The line that an index is in, which may be the end behind a last line that is empty.
  fileprivate func line(around index: Int) -> Range<Int> {
    let start = lastLineFeed(in: 0..<index).map { $0 + 1 } ?? 0
    return line(at: start) ?? start..<start
  }
}
