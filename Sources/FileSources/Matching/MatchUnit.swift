import Bytes
public import ByteStores
import Records

/// What matches as one in memory: a line, an entry of a log or a record of comma-separated values with all of its lines,
/// or an element of an array of JSON.
///
/// All but the last end with a line feed, so that many of them can be searched at once. An element may end
/// anywhere: so it is found first, and is all of the memory that is searched.
public struct MatchUnit: Sendable {
  /// Each line by itself.
  public static let line = MatchUnit(rule: ItemRule(.text))

  let rule: ItemRule
  /// What tells records of comma-separated values apart, where these are the items.
  let values: CSVBorders?
  /// Whether there are such borders: each record asks, and the borders would be retained for that.
  private let hasQuotes: Bool
  /// What tells elements apart, where these are the items.
  let elements: ElementBorders?
  /// How far the lines of a log that begin with no time belong to the one before them; nil where they do not.
  let entryReach: Int?

  init(rule: ItemRule, hasEntries: Bool = false) {
    (self.rule, entryReach) = (rule, hasEntries ? rule.entryReach : nil)
    (values, elements) = (rule.borders as? CSVBorders, rule.borders as? ElementBorders)
    hasQuotes = values != nil
  }

  /// Whether the memory is always one item, which may have several lines and no line feed at its end.
  public var isAllOfMemory: Bool { elements != nil }

  /// Whether they are the entries of a log.
  var hasEntries: Bool { entryReach != nil }

  /// Whether one that ends with a line feed may have others in it.
  var hasSeveralLines: Bool { values != nil || hasEntries }

  /// Where the item ends that begins at an index of some memory: behind its line feed, or with the memory.
  ///
  /// Cost: the bytes of the item.
  public func end(ofItemAt start: Int, in lines: UnsafeRawBufferPointer) -> Int {
    knownEnd(ofItemAt: start, in: lines) ?? lines.count
  }

  /// The same; nil where the item may go on behind the memory.
  func knownEnd(ofItemAt start: Int, in lines: UnsafeRawBufferPointer) -> Int? {
    if isAllOfMemory { return nil }
    let feed = lines.firstIndex(of: .lineFeed, in: start..<lines.count)
    if let entryReach {
      return feed.flatMap { knownEnd(ofEntryAt: start, entryReach, behind: $0, in: lines) }
    }
    guard hasQuotes, lines.firstIndex(of: .quote, in: start..<(feed ?? lines.count)) != nil else {
      return feed.map { $0 + 1 }
    }
    return values?.reader.recordEnd(from: start, in: lines, isComplete: false)?.end
  }

  /// The item that an index is in, which is not before another one's start; nothing behind the last line feed.
  ///
  /// Cost: the bytes between.
  package func item(around index: Int, from start: Int, in lines: UnsafeRawBufferPointer) -> Range<
    Int
  > {
    if isAllOfMemory { return start..<lines.count }
    if hasEntries { return entry(around: index, from: start, in: lines) }
    // Without quotes between, each line feed ends an item.
    let quote = (hasQuotes ? lines.firstIndex(of: .quote, in: start..<index) : nil) ?? index
    var first = lines.lastIndex(of: .lineFeed, in: start..<quote).map { $0 + 1 } ?? start
    while first < lines.count {
      let end = end(ofItemAt: first, in: lines)
      if index < end || end == lines.count && lines[end - 1] != .lineFeed { return first..<end }
      first = end
    }
    return first..<first
  }
}

/// Entries of a log: `LogEntries` says what begins one.
extension MatchUnit {
  /// Where the entry ends, of whose first line the line feed is known; nil where it may go on behind the memory.
  private func knownEnd(
    ofEntryAt start: Int, _ reach: Int, behind feed: Int, in lines: UnsafeRawBufferPointer
  ) -> Int? {
    LogEntries.begins(at: start, in: lines)
      ? knownEnd(ofTimedEntryAt: start, reach, behind: feed, in: lines) : feed + 1
  }

  /// The same of an entry that is known to begin with a time.
  private func knownEnd(
    ofTimedEntryAt start: Int, _ reach: Int, behind feed: Int, in lines: UnsafeRawBufferPointer
  ) -> Int? {
    var next = feed + 1
    while next < lines.count, next - start <= reach {
      if LogEntries.begins(at: next, in: lines) { return next }
      guard let feed = lines.firstIndex(of: .lineFeed, in: next..<lines.count) else { return nil }
      next = feed + 1
    }
    return next - start > reach ? next : nil
  }

  private func entry(
    around index: Int, from start: Int, in lines: UnsafeRawBufferPointer
  ) -> Range<Int> {
    let line = lines.lastIndex(of: .lineFeed, in: start..<index).map { $0 + 1 } ?? start
    guard line < lines.count else { return line..<line }
    let first = entryStart(ofLineAt: line, from: start, in: lines)
    let feed = lines.firstIndex(of: .lineFeed, in: (first ?? line)..<lines.count)
    guard let first, let entryReach else { return line..<(feed.map { $0 + 1 } ?? lines.count) }
    let end = feed.flatMap { knownEnd(ofTimedEntryAt: first, entryReach, behind: $0, in: lines) }
    return first..<(end ?? lines.count)
  }

  /// Where the entry begins that a line belongs to, which is not before another one's start; nil where it is one by
  /// itself.
  func entryStart(
    ofLineAt line: Int, from start: Int, in lines: UnsafeRawBufferPointer
  ) -> Int? {
    var first = line
    while !LogEntries.begins(at: first, in: lines) {
      guard first > start else { return nil }
      let before = lines.lastIndex(of: .lineFeed, in: start..<first - 1)
      first = before.map { $0 + 1 } ?? start
      if line - first > entryReach ?? 0 { return nil }
    }
    return first
  }
}

extension TextFileSource {
  /// What matches as one in the bytes of a file, by what its items are now.
  ///
  /// Cost: where entries of a log are joined a read of the first bytes of the file, which are in memory.
  public func matchUnit(in file: FileStore) -> MatchUnit {
    MatchUnit(rule: current.rule, hasEntries: hasEntries(in: file))
  }

  /// The same in the file that is at the path now, which is asked of the system at each use.
  public var matchUnit: MatchUnit {
    guard let file = try? editions.current().file else { return MatchUnit(rule: current.rule) }
    return matchUnit(in: file)
  }

  /// Whether lines of a file belong to the one before them that begins with a time, as those of a stack trace.
  ///
  /// False where they cannot be read. Cost: a read of the first bytes of the file.
  public func hasEntries(in file: FileStore) -> Bool {
    let rule = current.rule
    guard rule.entryReach != nil, rule.items.isOfText, let size = try? file.size() else {
      return false
    }
    let end = min(size, file.start + LogEntries.headSize)
    guard file.start < end, let head = try? file.whole(file.start..<end) else { return false }
    return LogEntries.areIn(head, isComplete: end == size)
  }

  /// Searches and filters the entries of a log as a whole from now on, or its lines.
  ///
  /// A line that begins with no time belongs to the one before it then, as in a stack trace. Where most lines begin with
  /// none it changes nothing. All copies of the source change; searches and filters that were made before do not.
  public func joinEntries(_ joins: Bool) { joinEntries(reach: joins ? LogEntries.reach : nil) }

  /// The same with the bytes from the start of an entry in which its lines begin.
  package func joinEntries(reach: Int?) { current.joinEntries(reach: reach) }
}
