import Bytes
import Feeds
import FileSources
import Records
import Search

/// A search for a pattern in records that are not shown as written: in values without their escapes
/// and doubled quotes, and in times and levels as they are drawn.
///
/// Only records with escapes or doubled quotes are parsed, unless the pattern may match the drawn
/// parts.
nonisolated struct RecordTexts: LinePattern {
  let pattern: SearchPattern
  let reading: RecordDecoder
  let unit: MatchUnit
  /// The parts that are drawn differently from their written form, if the pattern may match them.
  let drawing: LogDrawing?

  func makeMatcher() -> any LineMatcher { RecordTextMatcher(self) }
}

/// The time and level of a log record, as drawn on its line.
nonisolated struct LogDrawing: Sendable {
  let zone: TimeZoneUse

  /// The names of levels that may be drawn.
  private static let levels = [
    "TRACE", "DEBUG", "INFO", "NOTIC", "WARN", "ERR", "ERROR", "CRIT", "FATAL", "SEVER", "ALERT",
    "EMERG", "PANIC",
  ]

  /// The characters of drawn times, in both cases because a pattern may ignore case.
  private static let charactersOfTimes = Set("0123456789-:.+TZtz".utf8)

  /// Creates the drawn parts that a pattern may match; the result is nil if searching the written
  /// form is enough.
  ///
  /// - Parameter records: some records of the log, which show how it writes times and levels.
  init?(for pattern: TextPattern, in zone: TimeZoneUse, like records: [LogRecord]) {
    self.zone = zone
    guard let plain = pattern.plain else { return nil }
    let drawsTimes = zone != .source || records.contains { RecordTime(number: $0.time.utf8) != nil }
    let isOfTime = drawsTimes && plain.mayMatch(textOf: Self.charactersOfTimes)
    guard isOfTime || Self.isOfLevel(pattern, plain, like: records) else { return nil }
  }

  /// Whether a pattern matches a drawn level that it may not match in the written form.
  private static func isOfLevel(
    _ pattern: TextPattern, _ plain: SearchPattern, like records: [LogRecord]
  ) -> Bool {
    // Only the case and the last letters of a written word may differ from the drawn name.
    let mayBeMissed = !pattern.ignoresCase || records.contains(where: \.hasUnwrittenLevel)
    guard pattern.text.utf8.count > 2, mayBeMissed else { return false }
    let test = PatternTest(plain)
    return levels.contains { name in Array(name.utf8).withUnsafeBytes { test.matches($0) } }
  }

  func texts(of record: Record) -> [[UInt8]] {
    guard let log = LogRecord(record) else { return [] }
    let time = RecordTime(log.time).flatMap { zone.text(of: $0) }
    return [Array(log.shortLevelName.utf8)] + (time.map { [Array($0.utf8)] } ?? [])
  }
}

extension LogRecord {
  /// Whether the record does not contain the level as a word, but contains a number or implies the
  /// level.
  fileprivate nonisolated var hasUnwrittenLevel: Bool {
    level.map { $0.utf8.allSatisfy(\.isDigit) } ?? !levelName.isEmpty
  }
}

/// A matcher that finds records by their values and the names of their fields.
nonisolated private final class RecordTextMatcher: LineMatcher {
  private let texts: RecordTexts
  private let test: PatternTest

  /// The maximum depth of the objects and arrays that are searched.
  private static let deepest = 16

  init(_ texts: RecordTexts) {
    self.texts = texts
    test = PatternTest(texts.pattern)
  }

  var hasGivenUp: Bool { test.hasGivenUp }

  func countMatches(in lines: UnsafeRawBufferPointer) -> Int {
    var (count, start) = (0, 0)
    while let item = next(in: lines, from: start) { (count, start) = (count + 1, item.upperBound) }
    return count
  }

  func firstMatch(in lines: UnsafeRawBufferPointer) -> Int? {
    next(in: lines, from: 0)?.lowerBound
  }

  func lastMatch(in lines: UnsafeRawBufferPointer) -> Int? {
    var (last, start): (Int?, Int) = (nil, 0)
    while let item = next(in: lines, from: start) {
      (last, start) = (item.lowerBound, item.upperBound)
    }
    return last
  }

  func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int? { candidate(in: memory, from: 0) }

  /// Returns the first index that may be in a record whose values differ from their written form.
  private func candidate(in memory: UnsafeRawBufferPointer, from start: Int) -> Int? {
    if texts.drawing != nil { return start < memory.count ? start : nil }
    guard texts.reading.csv != nil else { return memory.firstIndex(of: .backslash, from: start) }
    var start = start
    while let quote = memory.firstIndex(of: .quote, from: start), quote + 1 < memory.count {
      if memory[quote + 1] == .quote { return quote }
      start = quote + 1
    }
    return nil
  }

  private func next(in lines: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    var start = start
    while let index = candidate(in: lines, from: start) {
      let item = texts.unit.item(around: index, from: start, in: lines)
      guard !item.isEmpty else { return nil }
      if isMet(by: UnsafeRawBufferPointer(rebasing: lines[item])) { return item }
      start = item.upperBound
    }
    return nil
  }

  private func isMet(by item: UnsafeRawBufferPointer) -> Bool {
    var bytes = Array(item)[...]
    if !texts.unit.isAllOfMemory { bytes = bytes.dropLast(bytes.lineEndLength) }
    guard !bytes.isEmpty, let record = texts.reading.record(of: bytes) else { return false }
    if let drawing = texts.drawing, drawing.texts(of: record).contains(where: matches) {
      return true
    }
    return isMet(by: record, depth: 0)
  }

  private func isMet(by record: Record, depth: Int) -> Bool {
    record.contains { isMet(by: $0.value, depth: depth) || matches(Array($0.name.utf8)) }
  }

  private func isMet(by value: Value, depth: Int) -> Bool {
    switch value.kind {
    case .string: matches(Array(value.utf8))
    case .object where depth < Self.deepest:
      value.record.map { isMet(by: $0, depth: depth + 1) } ?? false
    case .array where depth < Self.deepest:
      value.elements?.contains { isMet(by: $0, depth: depth + 1) } ?? false
    case .null, .bool, .number, .object, .array: false
    }
  }

  private func matches(_ text: [UInt8]) -> Bool { text.withUnsafeBytes { test.matches($0) } }
}
