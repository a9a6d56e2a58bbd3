import Bytes
import FileSources
import Search

/// A matcher of lines as they are shown: if a block has color sequences or overstriking, a copy
/// without them is searched.
///
/// A line that takes too long to match is skipped, and this is recorded.
nonisolated final class TextMatcher: LineMatcher {
  private let matcher: Matcher
  private var shown = ShownBytes()
  private(set) var hasGivenUp = false

  /// The number of bytes that are converted at a time; it is small, because the first match may be
  /// near.
  private static let part = 64 << 10

  init(_ pattern: SearchPattern) { matcher = Matcher(pattern) }

  func countMatches(in lines: UnsafeRawBufferPointer) -> Int {
    guard ShownBytes.isNeeded(for: lines) else { return count(in: lines) }
    var count = 0
    forEachPart(of: lines) { part, _ in
      count += self.count(in: part)
      return true
    }
    return count
  }

  func countAllMatches(in lines: UnsafeRawBufferPointer) -> Int {
    guard ShownBytes.isNeeded(for: lines) else { return countAll(in: lines) }
    var count = 0
    forEachPart(of: lines) { part, _ in
      count += countAll(in: part)
      return true
    }
    return count
  }

  func forEachMatch(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Bool) {
    guard ShownBytes.isNeeded(for: lines) else { return forEachMatch(inPlain: lines, body) }
    forEachPart(of: lines) { part, start in
      var goesOn = true
      forEachMatch(inPlain: part) {
        goesOn = body(start + lines.lineStart($0, in: part, start))
        return goesOn
      }
      return goesOn
    }
  }

  private func forEachMatch(inPlain lines: UnsafeRawBufferPointer, _ body: (Int) -> Bool) {
    var start = 0
    do throws(MatchError) {
      try matcher.forEachMatchingLine(in: lines) { match in
        start = lines.lineEnd(from: match.lowerBound)
        return body(match.lowerBound)
      }
    } catch {
      // The search continues line by line, and skips lines that take too long.
      while let match = next(in: lines, from: start), body(match.lowerBound) {
        start = lines.lineEnd(from: match.lowerBound)
      }
    }
  }

  func firstMatch(in lines: UnsafeRawBufferPointer) -> Int? {
    // A small part is searched first, because frequent matches are near.
    var (start, size) = (0, Self.part / 16)
    while start < lines.count {
      let end = lines.lineEnd(from: min(start + size, lines.count))
      let part = UnsafeRawBufferPointer(rebasing: lines[start..<end])
      if let match = firstMatch(inPart: part) { return start + match }
      (start, size) = (end, size * 4)
    }
    return nil
  }

  private func firstMatch(inPart lines: UnsafeRawBufferPointer) -> Int? {
    guard ShownBytes.isNeeded(for: lines) else { return next(in: lines, from: 0)?.lowerBound }
    var match: Int?
    forEachPart(of: lines) { part, start in
      match = next(in: part, from: 0).map {
        start + lines.lineStart($0.lowerBound, in: part, start)
      }
      return match == nil
    }
    return match
  }

  func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int? {
    let found = matcher.firstCandidate(in: memory)
    let before = UnsafeRawBufferPointer(rebasing: memory[..<(found ?? memory.count)])
    return ShownBytes.isNeeded(for: before) ? 0 : found
  }

  func lastMatch(in lines: UnsafeRawBufferPointer) -> Int? {
    guard ShownBytes.isNeeded(for: lines) else { return last(in: lines)?.lowerBound }
    var match: Int?
    forEachPart(of: lines) { part, start in
      match =
        last(in: part).map { start + lines.lineStart($0.lowerBound, in: part, start) } ?? match
      return true
    }
    return match
  }

  /// - Parameter body: called with the shown lines of a part and the start of that part; returns
  ///   whether to continue.
  private func forEachPart(
    of lines: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, Int) -> Bool
  ) {
    var start = 0
    while start < lines.count {
      let end = lines.lineEnd(from: min(start + Self.part, lines.count))
      let part = UnsafeRawBufferPointer(rebasing: lines[start..<end])
      guard shown.with(part, { body($0, start) }) else { return }
      start = end
    }
  }

  // MARK: Lines that take too long

  private func count(in lines: UnsafeRawBufferPointer) -> Int {
    if let count = try? matcher.countMatchingLines(in: lines) { return count }
    var (count, start) = (0, 0)
    while let match = next(in: lines, from: start) {
      (count, start) = (count + 1, lines.lineEnd(from: match.lowerBound))
    }
    return count
  }

  private func countAll(in lines: UnsafeRawBufferPointer) -> Int {
    if let count = try? matcher.countMatches(in: lines) { return count }
    var (count, start) = (0, 0)
    while let match = next(in: lines, from: start) {
      let end = lines.lineEnd(from: match.lowerBound)
      let rest = UnsafeRawBufferPointer(rebasing: lines[match.lowerBound..<end])
      // The search of a line may take too long after the first match.
      (count, start) = (count + ((try? matcher.countMatches(in: rest)) ?? 1), end)
    }
    return count
  }

  private func next(in lines: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    var start = start
    while start < lines.count {
      do throws(MatchError) {
        return try matcher.nextMatchingLine(in: lines, from: start)?.match
      } catch {
        start = passOver(error)
      }
    }
    return nil
  }

  private func last(in lines: UnsafeRawBufferPointer) -> Range<Int>? {
    if let last = try? matcher.lastMatchingLine(in: lines, before: lines.count) {
      return last.match
    }
    var (last, start): (Range<Int>?, Int) = (nil, 0)
    while let match = next(in: lines, from: start) {
      (last, start) = (match, lines.lineEnd(from: match.lowerBound))
    }
    return last
  }

  /// Records that a line takes too long, and returns the index after that line.
  private func passOver(_ error: MatchError) -> Int {
    hasGivenUp = true
    switch error {
    case .tooHard(let line): return line.upperBound
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the start of the line that contains a match, as a distance from `start` in the
  /// original part.
  ///
  /// - Parameters:
  ///   - index: the index of the match in the shown part.
  ///   - shown: the part as it is shown, without color sequences and overstriking.
  ///   - start: the start of the part in the original lines.
  nonisolated fileprivate func lineStart(
    _ index: Int, in shown: UnsafeRawBufferPointer, _ start: Int
  ) -> Int {
    var feeds = shown[..<index].reduce(0) { $0 + ($1 == .lineFeed ? 1 : 0) }
    var place = start
    while feeds > 0, place < count {
      if self[place] == .lineFeed { feeds -= 1 }
      place += 1
    }
    return place - start
  }
}
