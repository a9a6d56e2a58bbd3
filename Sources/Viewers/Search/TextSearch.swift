import ByteStores
import EventLoop
import Feeds
import FileSources
import Records
import Search

/// What is looked for in a text, where the reader has found it, and how often it is there.
final class TextSearch {
  /// A step from one match to another.
  struct Step {
    /// Whether towards the end.
    let goesDown: Bool
    /// Where to begin: the start of a line, which counts itself on the way down.
    let offset: Int
    /// Which of the matches, from 1.
    var count = 1
  }

  /// What came of a step.
  enum Outcome {
    /// The first byte of a match, and the line or the piece it is in.
    case found(at: FileOffset)
    case nothing
    case failed(FileError)
  }

  /// Called when there is something else to say.
  var onChange: (() -> Void)?
  /// The columns of the records that are shown, where there are some.
  var columns: () -> RecordColumns? = { nil }
  /// The column of the records that a typed name means, as far as is known.
  var column: (String) -> String? = { _ in nil }
  /// Whether records are shown, and not how they are written.
  var showsRecords: () -> Bool = { false }
  /// What is drawn of records of a log in which a text may be; nil where that is how they are written.
  var drawing: (String) -> LogDrawing? = { _ in nil }
  /// In which zone times are shown.
  var zone = TimeZoneUse.source
  /// The values of a column in the records that are in sight.
  var valuesInSight: (RecordColumn) -> [Value] = { _ in [] }
  /// The names of the columns where what reads as a condition has to be one: where records are shown.
  var namesForConditions: () -> [String]? = { nil }
  /// Whether each match of a line counts, and not each line or record that has one.
  var countsPlaces: () -> Bool = { false }
  /// How many there are before the line of the match, and in all, as far as they are counted.
  private(set) var countBefore: Int?
  private(set) var total: Int?
  private(set) var isFinding = false

  private let source: TextFileSource
  private let matches: TextMatches
  private var search: LineSearch?
  /// What counts the matches.
  private var counter: LineSearch?
  /// One for each processor that is worth it; made when something is looked for.
  private(set) lazy var executors = [BackgroundExecutor(), BackgroundExecutor()]
  /// What a line has to meet besides the pattern: those that do not are not shown.
  private var conditions: [LineConditions.Condition] = []
  /// What shows lines around those that meet its conditions; nil where only these are shown, or all.
  private var shownNear: FilteredTextSource?
  /// How much of the text is searched, while that takes long.
  private(set) var percent: Int?
  private var finding: Task<Void, Never>?
  private var counting: Task<Void, Never>?

  /// - Parameter matches: what knows what is looked for.
  init(_ source: TextFileSource, _ matches: TextMatches) {
    (self.source, self.matches) = (source, matches)
  }

  isolated deinit { stop() }

  /// Whether some line took too long to match, and was passed over.
  var hasGivenUp: Bool { search?.hasGivenUp == true || counter?.hasGivenUp == true }

  /// Looks for something else, or for nothing.
  ///
  /// - Parameter line: the match that the reader is at.
  func look(for pattern: TextPattern?, at line: FileOffset? = nil) {
    let isSame = matches.isSame(pattern)
    matches.look(for: pattern, at: line)
    if !isSame { forget() }
  }

  /// Looks for the same in another way, such as without regard to case.
  func renew() {
    matches.replace(by: (matches.pattern?.text).flatMap { try? pattern(of: $0) })
    forget()
  }

  private func forget() {
    stop()
    (search, counter, countBefore, total) = (nil, nil, nil, nil)
    matches.direction.renew()
  }

  /// What a typed text asks for: a condition where it names a column, else a pattern.
  ///
  /// - Throws: the mistake in it.
  func pattern(of text: String) throws(PatternError) -> TextPattern {
    try QuestionReading(
      columns: columns(), names: namesForConditions(), column: column, unit: source.matchUnit,
      rule: matches.rule, zone: zone, showsRecords: showsRecords(), drawing: drawing,
      values: valuesInSight
    ).pattern(of: text)
  }

  /// What the conditions are made of that may be typed; nil where there are no records.
  var completion: ConditionCompletion? {
    guard let columns = columns(), namesForConditions() != nil || columns.reading.isOfText else {
      return nil
    }
    return ConditionCompletion(columns: columns.columns.map(\.name), named: column) {
      [valuesInSight] name in
      valuesInSight(columns.column(named: name)).map(\.text)
    }
  }

  /// Looks for the same only in lines that are shown.
  func narrow(to filter: TextFilter) {
    // Lines around those that meet the conditions are shown, too: each is asked for by itself.
    shownNear = filter.context > 0 ? filter.source : nil
    conditions = shownNear == nil ? filter.conditions : []
    forget()
  }

  /// Gives up what is looked for and counted.
  func stop() {
    finding?.cancel()
    counting?.cancel()
    (finding, counting, isFinding, percent) = (nil, nil, false, nil)
  }

  /// Takes a step, and says what came of it.
  ///
  /// - Parameter stream: what the file still comes from: where nothing is found below, its end is waited for.
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
      var match: Int?
      while match == nil, step.goesDown, let stream, stream.mayGrow, !Task.isCancelled {
        let (size, come) = try (search.file.size(), search.endOfWholeLines())
        match = try await Self.match(of: step, search, shownNear, upTo: come) { _ in }
        // A share of what was searched, because a long line is searched again from its start.
        let more = max(stretchThatComes, (size - step.offset) / 4)
        if match == nil { await stream.waitForGrowth(after: size + more) }
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

  /// Bytes that are waited for before what has come is searched: enough for two threads.
  private nonisolated static let stretchThatComes = 32 << 20

  /// The match that a step leads to.
  ///
  /// - Parameter end: where the lines end that are searched; the end of the file where nil.
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

  /// The match that a step leads to, of those in lines that are shown.
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
    // Two threads tell of their stretches in any order.
    percent = max(percent ?? 0, goesDown ? place : 100 - place)
    onChange?()
  }

  /// Counts those before the line of a match, and then how many there are, beside the screen.
  func count(at line: FileOffset) {
    counting?.cancel()
    countBefore = nil
    // Of those in lines that are shown near others it would take a look at each.
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

  /// Counts once more how many there are, where that is known of a text that has grown.
  func countOn() {
    guard let counter, total != nil else { return }
    counting?.cancel()
    counting = executors[0].task { [weak self] in
      guard let total = try? await counter.countAll(), !Task.isCancelled else { return }
      self?.take(total: total)
    }
  }

  /// Counts once more which match the reader is at, as after a change of what is looked for in.
  func countAgain(in file: FileStore) {
    guard let current = matches.current, search(of: file) != nil else { return }
    count(at: current)
  }

  /// Forgets what was found in a file whose place another one has taken.
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
