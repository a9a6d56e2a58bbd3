public import ByteStores
import Bytes
import Synchronization

/// A search that finds and counts the lines of a file that match a pattern, in both directions.
///
///     let search = LineSearch(pattern, in: file, on: executors)
///     let match = try await search.next(from: 0)
///
/// The file is searched in stretches of 4 MiB, on as many threads as there are executors. The
/// number of matching lines in each stretch is remembered: a searched stretch is skipped later, and
/// to find the number of a match among all matches, only one stretch is searched. A growing file is
/// searched as it grows. Each thread uses 1 MiB of memory during a search, regardless of how many
/// lines match.
///
/// A line of more than 1 MiB is searched in pieces that overlap by 64 KiB, and counts once. A match
/// longer than the overlap may be missed, and the pattern treats the ends of a piece like those of
/// a line.
///
/// The pattern's `unit` can select records or elements of an array instead of lines.
public final class LineSearch: Sendable {
  /// The quantity that is counted.
  public enum Counting: Sendable {
    /// Matching lines, or matching items of another kind.
    case lines
    /// Matches that do not overlap, in all lines.
    ///
    /// In a line of more than 1 MiB, a match that spans two pieces is not counted.
    case matches
  }

  /// The pattern that lines are matched against.
  public let pattern: any LinePattern
  /// The file that is searched.
  public let file: FileStore

  private struct State {
    var tallies: MatchTallies
    var hasGivenUp = false
  }

  private let executors: [any TaskExecutor]
  private let counting: Counting
  private let blockSize: Int
  let probes: TextProbes?
  private let state: Mutex<State>

  /// Creates a search; nothing is searched yet.
  ///
  /// - Parameters:
  ///   - pattern: the pattern that lines are matched against.
  ///   - file: the file to search.
  ///   - executors: executors with one thread each, on which the file is searched; at least one.
  ///   - counting: the quantity that `countAll` and `count(before:)` count; `next` and `previous`
  ///     need a search that counts lines.
  public convenience init(
    _ pattern: any LinePattern, in file: FileStore, on executors: [any TaskExecutor],
    counting: Counting = .lines
  ) {
    self.init(
      pattern, in: file, on: executors, counting: counting, spacing: 4 << 20, blockSize: 1 << 20)
  }

  /// Creates a search with the given sizes of a stretch and of a block.
  package init(
    _ pattern: any LinePattern, in file: FileStore, on executors: [any TaskExecutor],
    counting: Counting = .lines, spacing: Int, blockSize: Int
  ) {
    (self.pattern, self.file, self.executors) = (pattern, file, executors)
    (self.counting, self.blockSize) = (counting, blockSize)
    probes = file.isDecoded ? pattern.probes : nil
    state = Mutex(State(tallies: MatchTallies(spacing: spacing)))
  }

  /// Whether the search of a line was abandoned because it took too long; the line counts as one
  /// that does not match.
  public var hasGivenUp: Bool { state.withLock { $0.hasGivenUp } }

  /// The number of matching lines, or of matches if the search counts matches; nil unless
  /// `countAll()` has completed for the current size of the file.
  ///
  /// Cost: one system call, and a sum over the stretches.
  public var total: Int? {
    guard let end = try? file.size() else { return nil }
    return state.withLock { state in
      let all = state.tallies.stretches(from: file.start, upTo: end)
      return state.tallies.count(of: all, upTo: end)
    }
  }

  /// The start of a match in the next matching line, or in the nth matching line.
  ///
  /// Offsets are in bytes of the file. Cost: searches the rest of the offset's stretch, then whole
  /// stretches up to the match, except those with known counts; the stretch with the match may be
  /// searched twice.
  ///
  /// - Parameters:
  ///   - offset: the start of a line or piece, which is also searched.
  ///   - count: the number of the matching line, from 1; values below 1 count as 1.
  ///   - end: the end of the lines to search; by default that of the file.
  ///   - progress: called with the progress after each stretch.
  /// - Returns: the offset of the match; nil if fewer lines match.
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
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

  /// The start of a match in the last matching line before an offset, or in the nth matching line
  /// counted back from the offset.
  ///
  /// Offsets are in bytes of the file. Cost: searches the part of the offset's stretch before the
  /// offset, then whole stretches back to the match, except those with known counts; the stretch
  /// with the match may be searched twice.
  ///
  /// - Parameters:
  ///   - offset: the start of a line or piece, which is not searched.
  ///   - count: the number of the matching line, from 1; values below 1 count as 1.
  ///   - progress: called with the progress after each stretch.
  /// - Returns: the offset of the match; nil if fewer lines match.
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
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

  /// Counts all matches, and reports the progress after each stretch.
  ///
  /// Cost: searches the file, except known stretches. The progress is reported on the searching
  /// threads.
  ///
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
  @concurrent public func countAll(
    progress: @escaping LineCounter.Progress = { _ in }
  ) async throws(FileError) -> Int {
    let end = try file.size()
    let all = Array(stretches(from: file.start, upTo: end))
    return try await tally(all, upTo: end, enough: .max, progress).matches
  }

  /// The number of a matching line among all matching lines, from 1.
  ///
  /// Cost: searches the unknown stretches before the line's stretch, and that stretch up to the
  /// line.
  ///
  /// - Parameter line: the offset of the line.
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
  @concurrent public func number(of line: Int) async throws(FileError) -> Int {
    try await count(upTo: line + 1)
  }

  /// The number of matches before a line, or before a piece of a long line, in a search that counts
  /// matches.
  ///
  /// Cost: searches the unknown stretches before the line's stretch, and that stretch up to the
  /// line.
  ///
  /// - Parameter place: the offset of the line or piece.
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
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

  /// The number of matches in the lines that begin before an offset.
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

  /// The offset after the last line feed, where an incomplete line of a growing file may begin.
  ///
  /// - Throws: an error if a system call fails.
  package func endOfWholeLines() throws(FileError) -> Int {
    let end = try file.size()
    return try LineReader(file: file, size: end, rule: pattern.unit.rule).lineStart(at: end)
  }

  /// The offset from which the search of a growing file continues after the searched lines: their
  /// end or, for log entries, the start of the last entry; nil if that offset is not certain.
  ///
  /// It is nil unless the searched lines end with a line feed: an incomplete long line is searched
  /// again from its start, because a match may extend over several of its pieces.
  ///
  /// - Throws: an error if a system call fails.
  package func restart(at end: Int) throws(FileError) -> Int? {
    try LineReader(file: file, size: end, rule: pattern.unit.rule).restart(of: pattern.unit)
  }

  // MARK: Stretches

  private func stretch(of offset: Int) -> Int { state.withLock { $0.tallies.stretch(of: offset) } }

  private func stretches(from start: Int, upTo end: Int) -> Range<Int> {
    state.withLock { $0.tallies.stretches(from: start, upTo: end) }
  }

  private func range(of stretch: Int, upTo end: Int) -> Range<Int> {
    state.withLock { $0.tallies.range(of: stretch, from: file.start, upTo: end) }
  }

  /// Finds the nth match in the given stretches.
  ///
  /// - Parameter which: maps the number of matches still wanted and the count of a stretch to the
  ///   number of the match in that stretch, from 1.
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

  /// Counts the matches in stretches on all threads, until the leading stretches contain enough
  /// matches.
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

  /// Counts one stretch after the other, as long as more matches are needed.
  ///
  /// It yields its thread between two stretches, because another search of the same file may be
  /// waiting for the thread.
  private func work(
    on round: TallyRound, upTo end: Int, _ progress: LineCounter.Progress?
  ) async throws(FileError) {
    let search = StretchSearch(
      file, end: end, pattern, blockSize: blockSize, counting: counting, probes: probes)
    defer { note(search) }
    while let stretch = round.next() {
      let part = range(of: stretch, upTo: end)
      let tally = try search.count(in: part)
      // The last stretch may get more lines that begin in it.
      let isFinal = tally.isFinal && part.upperBound == range(of: stretch, upTo: .max).upperBound
      state.withLock { $0.tallies.note(tally.count, of: stretch, upTo: isFinal ? nil : end) }
      progress?(CountProgress(done: part.upperBound, total: end))
      await Task.yield()
    }
  }

  /// Runs a search with its own memory, and records whether the search of a line was abandoned.
  private func searched<Result>(
    upTo end: Int, _ body: (borrowing StretchSearch) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let search = StretchSearch(
      file, end: end, pattern, blockSize: blockSize, counting: counting, probes: probes)
    defer { note(search) }
    return try body(search)
  }

  private func note(_ search: borrowing StretchSearch) {
    if search.hasGivenUp { state.withLock { $0.hasGivenUp = true } }
  }
}
