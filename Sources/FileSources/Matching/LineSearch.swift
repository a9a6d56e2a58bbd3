public import ByteStores
import Synchronization

/// Finds the lines of a file that match a pattern, in both directions, and counts them.
///
///     let search = LineSearch(pattern, in: file, on: executors)
///     let match = try await search.next(from: 0)
///
/// The file is searched a stretch of 4 MiB at a time, on as many threads as there are executors. How many
/// lines match in each is remembered: what was searched once is passed over, and a match's number among all
/// costs the search of one stretch. A file that grows is searched on. It holds 1 MiB for each thread while
/// it works, however many lines match.
///
/// A line of more than 1 MiB is searched in pieces that share 64 KiB, and counts once: there a match that is
/// longer than that may be missed, and each piece is a line's start and end for the pattern.
///
/// By the pattern's `unit` it finds records or elements of an array instead of lines.
public final class LineSearch: Sendable {
  /// What is counted.
  public enum Counting: Sendable {
    /// The lines, or other items, that match.
    case lines
    /// The matches of all lines: each match of a line counts that is not within another.
    ///
    /// In a line of more than 1 MiB one that begins in a piece and ends in the next does not.
    case matches
  }

  /// What is looked for.
  public let pattern: any LinePattern
  /// Where.
  public let file: FileStore

  private struct State {
    var tallies: MatchTallies
    var hasGivenUp = false
  }

  private let executors: [any TaskExecutor]
  private let counting: Counting
  private let blockSize: Int
  private let state: Mutex<State>

  /// Creates a search that has looked at nothing yet.
  ///
  /// - Parameters:
  ///   - pattern: what a line is searched for.
  ///   - file: where.
  ///   - executors: the threads that search, one each; at least one.
  ///   - counting: what `countAll` and `count(before:)` count; `next` and `previous` are of one that counts lines.
  public convenience init(
    _ pattern: any LinePattern, in file: FileStore, on executors: [any TaskExecutor],
    counting: Counting = .lines
  ) {
    self.init(
      pattern, in: file, on: executors, counting: counting, spacing: 4 << 20, blockSize: 1 << 20)
  }

  /// The same with the bytes of a stretch, and those searched at a time.
  package init(
    _ pattern: any LinePattern, in file: FileStore, on executors: [any TaskExecutor],
    counting: Counting = .lines, spacing: Int, blockSize: Int
  ) {
    (self.pattern, self.file, self.executors) = (pattern, file, executors)
    (self.counting, self.blockSize) = (counting, blockSize)
    state = Mutex(State(tallies: MatchTallies(spacing: spacing)))
  }

  /// Whether some line was given up, because matching it took too long: it counts as one that does not
  /// match.
  public var hasGivenUp: Bool { state.withLock { $0.hasGivenUp } }

  /// How many lines match in all, or how many matches there are where these are counted; nil until `countAll()` has
  /// come to the end as it is now.
  ///
  /// Cost: a call of the system, and the stretches.
  public var total: Int? {
    guard let end = try? file.size() else { return nil }
    return state.withLock { state in
      let all = state.tallies.stretches(from: file.start, upTo: end)
      return state.tallies.count(of: all, upTo: end)
    }
  }

  /// Where a match begins in the next line that has one, or in the nth line that has one.
  ///
  /// Offsets are in bytes of the file. Cost: a search of what lies between, without the stretches that are known.
  ///
  /// - Parameters:
  ///   - offset: where to begin, at a line's or a piece's start: that itself may match.
  ///   - count: which of them, from 1; what is below counts as 1.
  ///   - end: where the lines end that are searched; the file's end by default.
  ///   - progress: told after every stretch how far that is.
  /// - Returns: the match's first byte; nil where there are fewer.
  /// - Throws: if the task is cancelled, or what the system says.
  @concurrent public func next(
    from offset: Int, count: Int = 1, upTo end: Int? = nil,
    progress: @escaping LineCounter.Progress = { _ in }
  ) async throws(FileError) -> Int? {
    let end = if let end { end } else { try file.size() }
    let from = max(offset, file.start)
    guard from < end else { return nil }
    let here = stretch(of: from)
    let rest = from..<range(of: here, upTo: end).upperBound
    let near = try searched(upTo: end) {
      (search) throws(FileError) -> (offset: Int?, passed: Int) in
      try search.match(max(1, count), in: rest, anywhere: true)
    }
    if let match = near.offset { return match }
    let further = Array(stretches(from: from, upTo: end).dropFirst())
    let left = max(1, count) - near.passed
    return try await match(left, of: further, upTo: end, progress) { left, _ in left }
  }

  /// Where a match begins in the last line before a place that has one, or in the nth line before that has one.
  ///
  /// Offsets are in bytes of the file. Cost: a search of what lies between, without the stretches that are known.
  ///
  /// - Parameters:
  ///   - offset: where to begin, at a line's or a piece's start: that itself does not count.
  ///   - count: which of them, from 1; what is below counts as 1.
  ///   - progress: told after every stretch how far that is.
  /// - Returns: the match's first byte; nil where there are fewer.
  /// - Throws: if the task is cancelled, or what the system says.
  @concurrent public func previous(
    before offset: Int, count: Int = 1, progress: @escaping LineCounter.Progress = { _ in }
  ) async throws(FileError) -> Int? {
    let (end, wanted) = (try file.size(), max(1, count))
    let from = min(offset, end)
    guard from > file.start else { return nil }
    let here = stretch(of: from - 1)
    let part = range(of: here, upTo: from)
    let (match, passed) = try searched(upTo: from) {
      (search) throws(FileError) -> (Int?, Int) in
      if wanted == 1 { return (try search.last(in: part), 0) }
      let passed = try search.count(in: part).count
      guard passed >= wanted else { return (nil, passed) }
      return (try search.match(passed - wanted + 1, in: part).offset, passed)
    }
    if let match { return match }
    let before = Array(stretches(from: file.start, upTo: from).dropLast().reversed())
    return try await self.match(wanted - passed, of: before, upTo: end, progress) { left, count in
      count - left + 1
    }
  }

  /// Counts all that match, and tells after every stretch how far that is.
  ///
  /// Cost: a search of the file, without the stretches that are known. The progress is told on the threads that search.
  ///
  /// - Throws: if the task is cancelled, or what the system says.
  @concurrent public func countAll(
    progress: @escaping LineCounter.Progress = { _ in }
  ) async throws(FileError) -> Int {
    let end = try file.size()
    let all = Array(stretches(from: file.start, upTo: end))
    return try await tally(all, upTo: end, enough: .max, progress).matches
  }

  /// Which of all the matching lines the one is that has a match, from 1.
  ///
  /// Cost: a search of the stretches before it that are not known, and of its own up to there.
  ///
  /// - Parameter line: where the line begins.
  /// - Throws: if the task is cancelled, or what the system says.
  @concurrent public func number(of line: Int) async throws(FileError) -> Int {
    try await count(upTo: line + 1)
  }

  /// How many matches there are before a line, or before a piece of a long one, where these are counted.
  ///
  /// Cost: a search of the stretches before it that are not known, and of its own up to there.
  ///
  /// - Parameter place: where the line or the piece begins.
  /// - Throws: if the task is cancelled, or what the system says.
  @concurrent public func count(before place: Int) async throws(FileError) -> Int {
    let end = try file.size()
    let reader = LineReader(file: file, size: end, rule: pattern.unit.rule)
    let line = try reader.lineStart(at: min(place, end))
    let count = try await count(upTo: line)
    guard line < place else { return count }
    return try searched(upTo: end) { (search) throws(FileError) -> Int in
      count + (try search.count(in: line..<line + 1, before: place).count)
    }
  }

  /// How many there are in the lines that begin before a place.
  private func count(upTo place: Int) async throws(FileError) -> Int {
    guard place > file.start else { return 0 }
    let end = try file.size()
    let last = stretch(of: place - 1)
    let before = Array(stretches(from: file.start, upTo: end).prefix { $0 < last })
    let passed = try await tally(before, upTo: end, enough: .max).matches
    let part = range(of: last, upTo: place)
    return try searched(upTo: end) { (search) throws(FileError) -> Int in
      passed + (try search.count(in: part).count)
    }
  }

  /// Where the last line begins, which may go on in a file that grows: what is before is whole.
  ///
  /// - Throws: what the system says.
  package func endOfWholeLines() throws(FileError) -> Int {
    let end = try file.size()
    return try LineReader(file: file, size: end, rule: pattern.unit.rule).lineStart(at: end)
  }

  // MARK: Stretches

  private func stretch(of offset: Int) -> Int { state.withLock { $0.tallies.stretch(of: offset) } }

  private func stretches(from start: Int, upTo end: Int) -> Range<Int> {
    state.withLock { $0.tallies.stretches(from: start, upTo: end) }
  }

  private func range(of stretch: Int, upTo end: Int) -> Range<Int> {
    state.withLock { $0.tallies.range(of: stretch, from: file.start, upTo: end) }
  }

  /// The match of a stretch that makes it enough.
  ///
  /// - Parameter which: the one of a stretch, from 1, from how many are left and how many it has.
  private func match(
    _ number: Int, of stretches: [Int], upTo end: Int, _ progress: @escaping LineCounter.Progress,
    _ which: (_ left: Int, _ count: Int) -> Int
  ) async throws(FileError) -> Int? {
    let round = try await tally(stretches, upTo: end, enough: number, progress)
    guard round.matches >= number else { return nil }
    let stretch = stretches[round.counted - 1]
    let count = state.withLock { $0.tallies.count(of: stretch, upTo: end) } ?? 0
    let left = number - (round.matches - count)
    let part = range(of: stretch, upTo: end)
    return try searched(upTo: end) { (search) throws(FileError) -> Int? in
      try search.match(which(left, count), in: part).offset
    }
  }

  /// Counts stretches on all threads, until those that come first have enough matches.
  private func tally(
    _ stretches: [Int], upTo end: Int, enough: Int, _ progress: LineCounter.Progress? = nil
  ) async throws(FileError) -> TallyRound {
    let round = TallyRound(stretches, enough: enough) { [self] stretch in
      state.withLock { $0.tallies.count(of: stretch, upTo: end) }
    }
    let failures = await withTaskGroup(of: FileError?.self, returning: [FileError].self) { group in
      for executor in executors {
        group.addTask(executorPreference: executor) { [self] in
          do throws(FileError) {
            try await work(on: round, upTo: end, progress)
            return nil
          } catch {
            return error
          }
        }
      }
      var failures: [FileError] = []
      for await failure in group { failures += [failure].compactMap { $0 } }
      return failures
    }
    if let failure = failures.first { throw failure }
    round.advance()
    return round
  }

  /// Counts one stretch after the other, as long as more are wanted.
  ///
  /// Between two it lets go of its thread, because another search of the same file may wait for it.
  private func work(
    on round: TallyRound, upTo end: Int, _ progress: LineCounter.Progress?
  ) async throws(FileError) {
    let search = StretchSearch(
      file, end: end, pattern, blockSize: blockSize, counting: counting)
    defer { note(search) }
    while let stretch = round.next() {
      let part = range(of: stretch, upTo: end)
      let tally = try search.count(in: part)
      // More lines may come to begin in the last stretch.
      let isFinal = tally.isFinal && part.upperBound == range(of: stretch, upTo: .max).upperBound
      state.withLock { $0.tallies.note(tally.count, of: stretch, upTo: isFinal ? nil : end) }
      progress?(CountProgress(done: part.upperBound, total: end))
      await Task.yield()
    }
  }

  /// Searches with memory of its own, and takes note of what was given up.
  private func searched<Result>(
    upTo end: Int, _ body: (borrowing StretchSearch) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let search = StretchSearch(
      file, end: end, pattern, blockSize: blockSize, counting: counting)
    defer { note(search) }
    return try body(search)
  }

  private func note(_ search: borrowing StretchSearch) {
    if search.hasGivenUp { state.withLock { $0.hasGivenUp = true } }
  }
}
