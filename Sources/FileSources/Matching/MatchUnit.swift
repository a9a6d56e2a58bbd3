import Bytes
public import ByteStores
import Records

/// The unit of matching: a line, a log entry or a record of comma-separated values with all its
/// lines, or an element of a JSON array.
///
/// All items except elements end with a line feed or with the file; therefore many of them can be
/// searched in one pass. An element may end anywhere, so it is found first, and then searched
/// separately.
public struct MatchUnit: Sendable {
  /// A single line.
  public static let line = MatchUnit(rule: ItemRule(.text))

  let rule: ItemRule
  /// The rule that finds the borders of records of comma-separated values, if these are the unit.
  let values: CSVBorders?
  /// Whether `values` is not nil; unlike `values`, this property is read without reference
  /// counting.
  private let hasQuotes: Bool
  /// The rule that finds the borders of elements, if these are the unit.
  let elements: ElementBorders?
  /// The maximum distance from the start of a log entry to its continuation lines; nil if log
  /// entries are not the unit.
  let entryReach: Int?

  init(rule: ItemRule, hasEntries: Bool = false) {
    (self.rule, entryReach) = (rule, hasEntries ? rule.entryReach : nil)
    (values, elements) = (rule.borders as? CSVBorders, rule.borders as? ElementBorders)
    hasQuotes = values != nil
  }

  /// Whether the searched memory is always a single item, which may have several lines and need not
  /// end with a line feed.
  public var isAllOfMemory: Bool { elements != nil }

  /// Whether the unit is a log entry.
  var hasEntries: Bool { entryReach != nil }

  /// Whether an item of this kind may contain line feeds before the one that ends it.
  var hasSeveralLines: Bool { values != nil || hasEntries }

  /// The end of the item that begins at an index: after its line feed, or the end of the memory.
  ///
  /// Cost: proportional to the number of bytes in the item.
  public func end(ofItemAt start: Int, in lines: UnsafeRawBufferPointer) -> Int {
    knownEnd(ofItemAt: start, in: lines) ?? lines.count
  }

  /// The end of the item that begins at an index; nil if the item may continue after the memory.
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

  /// The start of the line or log entry at an index; nil if it may be before the memory.
  func knownStart(ofItemAround index: Int, in lines: UnsafeRawBufferPointer) -> Int? {
    guard let line = lines.lastIndex(of: .lineFeed, in: 0..<index).map({ $0 + 1 }) else {
      return nil
    }
    guard hasEntries else { return line }
    let first = lines.firstIndex(of: .lineFeed, in: 0..<line).map { $0 + 1 } ?? line
    return entryStart(ofLineAt: line, from: first, in: lines)
  }

  /// The item at an index, given the start of an earlier item; empty after the last line feed.
  ///
  /// Cost: proportional to the number of bytes from that start to the end of the item.
  package func item(around index: Int, from start: Int, in lines: UnsafeRawBufferPointer) -> Range<
    Int
  > {
    if isAllOfMemory { return start..<lines.count }
    if hasEntries { return entry(around: index, from: start, in: lines) }
    // If there are no quotes before the index, each line feed before it ends an item.
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

/// Log entries, whose starts are defined by `LogEntries`.
extension MatchUnit {
  /// The end of an entry, given the line feed of its first line; nil if it may continue after the
  /// memory.
  private func knownEnd(
    ofEntryAt start: Int, _ reach: Int, behind feed: Int, in lines: UnsafeRawBufferPointer
  ) -> Int? {
    LogEntries.begins(at: start, in: lines)
      ? knownEnd(ofTimedEntryAt: start, reach, behind: feed, in: lines) : feed + 1
  }

  /// The end of an entry that is known to begin with a time.
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

  /// The start of the entry that a line belongs to, given the start of an earlier item; nil if the
  /// line belongs to no entry that begins with a time.
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
  /// The current unit of matching in a file, according to its items.
  ///
  /// Cost: if log entries are joined, a read of the first bytes of the file, which are usually in
  /// memory.
  public func matchUnit(in file: FileStore) -> MatchUnit {
    MatchUnit(rule: current.rule, hasEntries: hasEntries(in: file))
  }

  /// The current unit of matching in the open file; each call checks whether the file has changed.
  public var matchUnit: MatchUnit {
    guard let file = try? editions.current().file else { return MatchUnit(rule: current.rule) }
    return matchUnit(in: file)
  }

  /// Whether log entries are joined, and most of the first lines of a file begin with a time,
  /// except for those of stack traces.
  ///
  /// It is false if the file cannot be read. Cost: a read of the first bytes of the file.
  public func hasEntries(in file: FileStore) -> Bool {
    let rule = current.rule
    guard rule.entryReach != nil, rule.items.isOfText, let size = try? file.size() else {
      return false
    }
    let end = min(size, file.start + LogEntries.headSize)
    guard file.start < end, let head = try? file.whole(file.start..<end) else { return false }
    return LogEntries.areIn(head, isComplete: end == size)
  }

  /// Sets whether searches and filters apply to whole log entries or to single lines.
  ///
  /// In an entry, a line without a time belongs to the line before it, as in a stack trace. If most
  /// lines have no time, the setting has no effect. It applies to all copies of the source, but not
  /// to existing searches and filters.
  public func joinEntries(_ joins: Bool) { joinEntries(reach: joins ? LogEntries.reach : nil) }

  /// Sets the maximum distance, in bytes, from the start of an entry to the lines that belong to
  /// it; nil selects single lines.
  package func joinEntries(reach: Int?) { current.joinEntries(reach: reach) }
}
