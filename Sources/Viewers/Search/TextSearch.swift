import ByteStores
import EventLoop
import Feeds
import FileSources
import Records
import Search

/// The search in a text; it also counts the matches.
final class TextSearch {
  /// A step from one match to another.
  struct Step {
    /// Whether the step is towards the end.
    let goesDown: Bool
    /// The start of a line, which is included when going down.
    var offset: Int
    /// The number of the match, from 1.
    var count = 1
  }

  /// The result of a step.
  enum Outcome {
    /// A match was found; the position is the start of the line or piece that contains its first
    /// byte.
    case found(at: FileOffset)
    case nothing
    case failed(FileError)
  }

  /// Called when the state has changed.
  var onChange: (() -> Void)?
  /// The columns of the shown records, if there are any.
  var columns: () -> RecordColumns? = { nil }
  /// The column for a typed name, as far as columns are known.
  var column: (String) -> String? = { _ in nil }
  /// Whether records are shown in a form other than as written.
  var showsRecords: () -> Bool = { false }
  /// Returns the drawn parts of log records that a pattern may match; nil to search only the
  /// written form.
  var drawing: (TextPattern) -> LogDrawing? = { _ in nil }
  /// The time zone in which times are shown.
  var zone = TimeZoneUse.source
  /// The values of a column in visible records.
  var valuesInSight: (RecordColumn) -> [Value] = { _ in [] }
  /// The names of the columns, if text that looks like a condition must name one because records
  /// are shown.
  var namesForConditions: () -> [String]? = { nil }
  /// Adds the columns of visible records that no frame has added, because a form without columns
  /// draws the records.
  var learnColumns: () -> Void = {}
  /// Whether each match is counted, instead of each matching line or record.
  var countsPlaces: () -> Bool = { false }
  /// The number of matches before the line of the current match, and the number in the whole text;
  /// nil until they have been counted.
  private(set) var countBefore: Int?
  private(set) var total: Int?
  private(set) var isFinding = false

  private let source: TextFileSource
  private let matches: TextMatches
  private var search: LineSearch?
  /// The search that counts the matches.
  private var counter: LineSearch?
  /// The executors that share the work of a search; created when they are first used.
  private(set) lazy var executors = [BackgroundExecutor(), BackgroundExecutor()]
  /// The conditions of the filter, which matching lines must meet.
  private var conditions: [LineConditions.Condition] = []
  /// The source of the shown lines, if lines of context are shown; nil otherwise.
  private var shownNear: FilteredTextSource?
  /// The progress of a long search, in percent.
  private(set) var percent: Int?
  private var finding: Task<Void, Never>?
  private var counting: Task<Void, Never>?
  /// The search of text that has arrived after a step that found nothing.
  private var goingOn: Task<Void, Never>?

  /// - Parameter matches: holds the pattern.
  init(_ source: TextFileSource, _ matches: TextMatches) {
    (self.source, self.matches) = (source, matches)
  }

  isolated deinit { stop() }

  /// Whether a line was skipped because its search took too long.
  var hasGivenUp: Bool { search?.hasGivenUp == true || counter?.hasGivenUp == true }

  /// Sets or removes the pattern.
  ///
  /// - Parameter line: the line of the current match.
  func look(for pattern: TextPattern?, at line: FileOffset? = nil) {
    let isSame = matches.isSame(pattern)
    matches.look(for: pattern, at: line)
    if !isSame { forget() }
  }

  /// Parses the pattern again, for example because the columns or the treatment of case have
  /// changed.
  func renew() {
    matches.replace(by: (matches.pattern?.text).flatMap { try? pattern(of: $0) })
    forget()
  }

  private func forget() {
    stop()
    (search, counter, countBefore, total) = (nil, nil, nil, nil)
    matches.direction.renew()
  }

  /// Parses typed text: as a condition if it names a column, otherwise as a pattern.
  ///
  /// - Throws: an error if the text is invalid.
  func pattern(of text: String) throws(PatternError) -> TextPattern {
    try reading.pattern(of: text)
  }

  /// Parses a pattern again; a condition stays one, even if the records do not have its column now.
  ///
  /// Otherwise the previous condition, which may refer to its column by position, could be compared
  /// with the values of another column.
  func renewed(_ pattern: TextPattern) -> TextPattern {
    let new = try? self.pattern(of: pattern.text)
    guard new?.expression == nil, let expression = pattern.expression?.expression else {
      return new ?? pattern
    }
    return (try? reading.pattern(of: pattern.text, as: expression)) ?? new ?? pattern
  }

  private var reading: QuestionReading {
    QuestionReading(
      columns: columns(), names: namesForConditions(), column: column, unit: source.matchUnit,
      rule: matches.rule, zone: zone, showsRecords: showsRecords(), drawing: drawing,
      values: valuesInSight)
  }

  /// The completion of conditions; nil if the items are not records, or if records are shown as
  /// written.
  var completion: ConditionCompletion? {
    guard let columns = columns(), namesForConditions() != nil || columns.reading.isOfText else {
      return nil
    }
    learnColumns()
    return ConditionCompletion(columns: columns.columns.map(\.name), named: column) {
      [valuesInSight] name in
      valuesInSight(columns.column(named: name)).map(\.text)
    }
  }

  /// Limits the search to the lines that a filter shows.
  func narrow(to filter: TextFilter) {
    // Context lines do not meet the conditions, so each match is compared with the shown lines
    // instead.
    shownNear = filter.context > 0 ? filter.source : nil
    conditions = shownNear == nil ? filter.conditions : []
    forget()
  }

  /// Stops searching and counting.
  func stop() {
    for task in [finding, counting, goingOn] { task?.cancel() }
    (finding, counting, goingOn, isFinding, percent) = (nil, nil, nil, false, nil)
  }

  /// Searches for the match of a step, and reports the result.
  ///
  /// - Parameter stream: the stream that fills the file; if no match is found below, more of it is
  ///   awaited.
  func take(
    _ step: Step, in file: FileStore, of stream: StreamStore? = nil,
    then show: @escaping (Outcome) -> Void
  ) {
    stop()
    guard let search = search(of: file) else { return }
    isFinding = true
    finding = executors[0].task { [weak self, source, shownNear] in
      let tell: LineCounter.Progress = { progress in
        guard progress.isWorthTelling else { return }
        Task { @MainActor in self?.take(progress, of: search, goesDown: step.goesDown) }
      }
      let outcome = await Self.outcome(
        of: step, search, source, shownNear, whileItComes: stream, progress: tell)
      guard !Task.isCancelled, let self else { return }
      (isFinding, percent) = (false, nil)
      show(outcome)
    }
  }

  /// Repeats a step that found nothing, because the text has grown, and reports if there is a match
  /// now.
  ///
  /// Cost: searches the bytes that were added, and at most two stretches again, because the search
  /// remembers the others.
  func goOn(with step: Step, in file: FileStore, onMatch: @escaping () -> Void) {
    guard !isFinding, goingOn == nil, let search = search(of: file) else { return }
    goingOn = executors[0].task { [weak self, shownNear] in
      var (match, searchedSize): (Int?, Int) = (nil, -1)
      while match == nil, let size = try? file.size(), size > searchedSize, !Task.isCancelled {
        searchedSize = size
        match = try? await Self.match(of: step, search, shownNear, upTo: nil) { _ in }
      }
      guard !Task.isCancelled, let self else { return }
      goingOn = nil
      if match != nil { onMatch() }
    }
  }

  private func search(of file: FileStore) -> LineSearch? {
    guard let pattern = matches.pattern else { return nil }
    if let search, search.file === file { return search }
    let wanted = LineConditions.Condition(pattern, isNegated: pattern.isNegated)
    let all = LineConditions(conditions + [wanted], unit: source.matchUnit(in: file))
    let search = LineSearch(all, in: file, on: executors)
    self.search = search
    counter = countsPlaces() ? LineSearch(all, in: file, on: executors, counting: .matches) : search
    return search
  }

  @concurrent private static func outcome(
    of step: Step, _ search: LineSearch, _ source: TextFileSource,
    _ shownNear: FilteredTextSource?, whileItComes stream: StreamStore?,
    progress: @escaping LineCounter.Progress
  ) async -> Outcome {
    do throws(FileError) {
      var (step, match): (Step, Int?) = (step, nil)
      while match == nil, step.goesDown, let stream, stream.mayGrow, !Task.isCancelled {
        let size = try search.file.size()
        // More arrives during the search.
        stream.requestBytes(upTo: size)
        let come = try search.endOfWholeLines()
        match = try await Self.match(of: step, search, shownNear, upTo: come) { _ in }
        guard match == nil else { break }
        // If the step passes several matches, they are counted from where the step began.
        if step.count <= 1 { step.offset = try max(step.offset, search.restart(at: come) ?? 0) }
        // The next search begins at `step.offset`, which may be the start of a long line, and
        // searches the bytes after it again. Therefore a quarter as many new bytes are awaited
        // first, but at least `stretchThatComes`.
        let more = max(stretchThatComes, (size - step.offset) / 4)
        await stream.waitForGrowth(after: size + more)
      }
      if match == nil {
        match = try await Self.match(of: step, search, shownNear, upTo: nil, progress)
      }
      guard let match else { return .nothing }
      return .found(at: try await source.cursor(atByte: match))
    } catch {
      return .failed(error)
    }
  }

  /// The minimum number of new bytes that are awaited before a search continues; it is less than
  /// the amount of decoded text that is kept, so that the search need not decode text again.
  private nonisolated static let stretchThatComes = 4 << 20

  /// Finds the match for a step, and returns its offset, or nil.
  ///
  /// - Parameter end: the end of the lines to search; nil for the end of the file.
  @concurrent private static func match(
    of step: Step, _ search: LineSearch, _ shownNear: FilteredTextSource?, upTo end: Int?,
    _ progress: @escaping LineCounter.Progress
  ) async throws(FileError) -> Int? {
    if let shownNear {
      return try await match(of: step, search, among: shownNear, upTo: end, progress)
    }
    return step.goesDown
      ? try await search.next(from: step.offset, count: step.count, upTo: end, progress: progress)
      : try await search.previous(before: step.offset, count: step.count, progress: progress)
  }

  /// Finds the match for a step among the shown lines, and returns its offset, or nil.
  @concurrent private static func match(
    of step: Step, _ search: LineSearch, among shown: FilteredTextSource, upTo end: Int?,
    _ progress: @escaping LineCounter.Progress
  ) async throws(FileError) -> Int? {
    var (offset, left) = (step.offset, step.count)
    while !Task.isCancelled {
      let match =
        step.goesDown
        ? try await search.next(from: offset, upTo: end, progress: progress)
        : try await search.previous(before: offset, progress: progress)
      guard let match else { return nil }
      if try shown.shows(match, in: search.file) { left -= 1 }
      if left <= 0 { return match }
      let line = try shown.text.entry(around: match, in: search.file)
      offset = step.goesDown ? line.upperBound : line.lowerBound
    }
    throw .cancelled
  }

  private func take(_ progress: CountProgress, of search: LineSearch, goesDown: Bool) {
    guard isFinding, search === self.search else { return }
    let place = progress.percent
    // The threads report their parts of the file in any order.
    percent = max(percent ?? 0, goesDown ? place : 100 - place)
    onChange?()
  }

  /// Counts the matches before the line of the current match, and then all matches, in the
  /// background.
  func count(at line: FileOffset) {
    counting?.cancel()
    countBefore = nil
    // Matches are not counted if lines of context are shown, because each match would have to be
    // checked.
    guard let counter, shownNear == nil else { return }
    let isOfPlaces = counter !== search
    counting = executors[0].task { [weak self] in
      let count =
        isOfPlaces
        ? try? await counter.count(before: line.bytes)
        : (try? await counter.number(of: line.bytes)).map { $0 - 1 }
      if let count { self?.take(countBefore: count) }
      guard !Task.isCancelled, let total = try? await counter.countAll() else { return }
      if !Task.isCancelled { self?.take(total: total) }
    }
  }

  /// Continues the count of all matches in a text that has grown.
  func countOn() {
    guard let counter, total != nil else { return }
    counting?.cancel()
    counting = executors[0].task { [weak self] in
      guard let total = try? await counter.countAll(), !Task.isCancelled else { return }
      self?.take(total: total)
    }
  }

  /// Counts the matches again, for example after a change of the filter; does nothing without a
  /// current match.
  func countAgain(in file: FileStore) {
    guard let current = matches.current, search(of: file) != nil else { return }
    count(at: current)
  }

  /// Discards the results for a file that was replaced.
  func forgetFile() {
    forget()
    matches.current = nil
  }

  private func take(countBefore: Int) {
    guard !Task.isCancelled else { return }
    self.countBefore = countBefore
    onChange?()
  }

  private func take(total: Int) {
    self.total = total
    onChange?()
  }
}
