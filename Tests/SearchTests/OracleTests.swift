import Glibc
import Randomness
import Search
import Testing

/// Random patterns in random lines, compared with the programs that give the right answer.
@Suite(.timeLimit(.minutes(10))) struct `What is found` {
  /// The seeds; choose others with `SEARCH_SEEDS=100-5000`.
  private static var seeds: Range<UInt64> {
    let numbers = getenv("SEARCH_SEEDS").map { String(cString: $0).split(separator: "-") } ?? []
    let bounds = numbers.compactMap { UInt64($0) }
    return bounds.count == 2 ? bounds[0]..<bounds[1] : 0..<120
  }

  @Test func `is what grep finds line by line`() throws {
    let oracle = try Oracle()
    for seed in Self.seeds {
      var chance = SplitMix64(start: seed)
      let lines = Lines(chance.lines())
      for _ in 0..<3 {
        let (text, ignoresCase) = (chance.expression(), chance.occurs(inPercent: 40))
        guard
          let pattern = try? SearchPattern(text, case: ignoresCase ? .ignored : .sensitive),
          let expected = oracle.lines(of: lines.bytes, matching: text, ignoresCase: ignoresCase)
        else { continue }
        check(pattern, lines, expected, "seed \(seed): \(text) \(ignoresCase)", &chance)
      }
    }
  }

  @Test func `is what rg finds of a literal`() throws {
    let oracle = try Oracle()
    for seed in Self.seeds {
      var chance = SplitMix64(start: seed)
      let lines = Lines(chance.lines())
      let text = (0...chance.within(0...2)).map { _ in chance.pick(SplitMix64.literals) }.joined()
      let ignoresCase = chance.occurs(inPercent: 60)
      let pattern = try SearchPattern(
        text, case: ignoresCase ? .ignored : .sensitive, kind: .literal)
      let expected = oracle.lines(of: lines.bytes, with: text, ignoresCase: ignoresCase)
      try check(pattern, lines, #require(expected), "seed \(seed): \(text) \(ignoresCase)", &chance)
    }
  }

  private func check(
    _ pattern: SearchPattern, _ lines: Lines, _ expected: [Int], _ name: String,
    _ chance: inout SplitMix64
  ) {
    let matcher = Matcher(pattern)
    let starts = lines.starts
    do {
      let found = try lines.forwards(matcher)
      // grep(1) skips invalid bytes at the start of a line, so its lines begin elsewhere.
      let odd = found.filter { lines.beginsInvalid(at: $0) }
      let even = expected.map { starts[$0] }.filter { !lines.beginsInvalid(at: $0) }
      let expected = (even + odd).sorted()
      #expect(difference(found, expected, lines) == nil, "\(name)")
      let backwards = try lines.backwards(matcher)
      #expect(difference(backwards, expected, lines) == nil, "\(name)")
      let count = try lines.count(matcher)
      #expect(count == expected.count, "\(name)")
      let inPieces = try piecewise(lines, starts, matcher, &chance)
      #expect(difference(inPieces, expected, lines) == nil, "\(name)")
      try checkMatches(lines, expected, matcher, name)
      let each = try expected.map { start in
        let line = Lines(Array(lines.bytes[try #require(try lines.next(matcher, start)).line]))
        return max(1, try line.matches(matcher, limit: .max).count)
      }
      let all = try lines.countMatches(matcher)
      #expect(all == each.reduce(0, +), "\(name)")
    } catch MatchError.tooHard {
      return
    } catch { Issue.record(error, "\(name)") }
  }

  /// The first line that is in only one of the results, so that the report of a failure is short;
  /// nil if the results are equal.
  private func difference(_ found: [Int], _ expected: [Int], _ lines: Lines) -> String? {
    guard let start = Set(found).symmetricDifference(expected).min() else { return nil }
    let line = lines.bytes[start...].prefix { $0 != 10 }
    return "\(expected.contains(start) ? "missing" : "wrong"): \(Array(line))"
  }

  /// Searches blocks of some lines each.
  private func piecewise(
    _ lines: Lines, _ starts: [Int], _ matcher: Matcher, _ chance: inout SplitMix64
  ) throws(MatchError) -> [Int] {
    var (found, index) = ([Int](), 0)
    while index < starts.count {
      let next = index + chance.within(1...max(1, min(50, starts.count / 3)))
      let end = next < starts.count ? starts[next] : lines.bytes.count
      let piece = Lines(Array(lines.bytes[starts[index]..<end]))
      found += try piece.forwards(matcher).map { $0 + starts[index] }
      index = next
    }
    return found
  }

  /// Checks that the first match of a line is the same in the line alone, and that the matches of a
  /// line are in order, do not overlap, and are not empty.
  private func checkMatches(_ lines: Lines, _ starts: [Int], _ matcher: Matcher, _ name: String)
    throws
  {
    for start in starts.prefix(10) {
      let found = try #require(try lines.next(matcher, start))
      let line = Lines(Array(lines.bytes[found.line]))
      let first = try line.first(matcher)
      #expect(first.map { $0.lowerBound + start } == found.match.lowerBound, "\(name)")
      let all = try line.matches(matcher)
      #expect(all.allSatisfy { !$0.isEmpty }, "\(name)")
      #expect(zip(all, all.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }, "\(name)")
      if let first, !first.isEmpty, !found.match.isEmpty { #expect(all.first == first, "\(name)") }
    }
  }
}
