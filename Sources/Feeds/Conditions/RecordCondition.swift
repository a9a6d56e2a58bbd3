import Bytes
package import FileSources
package import Records
package import Search

/// A condition on a column, as a pattern that matches whole records.
///
/// A negated condition matches the same records as its opposite; the caller inverts the result.
package struct RecordCondition: LinePattern {
  package let condition: ColumnCondition
  package let column: RecordColumn
  package let reading: RecordDecoder
  package let unit: MatchUnit
  package let value: WantedValue

  /// - Parameters:
  ///   - zone: the time zone in which times are shown.
  ///   - samples: returns some values of the column; if the condition compares by order, a wanted
  ///     value of the wrong kind is refused (see `mistake(beside:)`).
  /// - Throws: an error if the value is refused, or if its pattern is invalid; only an error about
  ///   a pattern has a position.
  package init(
    _ condition: ColumnCondition, _ column: RecordColumn, _ reading: RecordDecoder,
    unit: MatchUnit, _ rule: SearchCase, in zone: TimeZoneUse = .source,
    beside samples: (RecordColumn) -> [Value] = { _ in [] }
  ) throws(PatternError) {
    (self.condition, self.column, self.reading) = (condition, column, reading)
    self.unit = unit
    value = try WantedValue(condition, rule, in: zone)
    if condition.comparison.isOrder, let mistake = value.mistake(beside: samples(column)) {
      throw PatternError(message: mistake, offset: -1)
    }
  }

  package func makeMatcher() -> any LineMatcher { RecordMatcher(self) }
}

/// A matcher that finds the records that meet a condition; lines that are not records never meet
/// it.
final class RecordMatcher: LineMatcher {
  private let condition: RecordCondition
  private let values: ValueMatcher
  /// The search that skips JSON objects without parsing them; nil if that is not possible.
  private let fields: FieldSearch?
  /// The dialect of comma-separated values, and the index of the column; nil for other formats, for
  /// values separated by blanks, and if the index is unknown.
  private let plain: (dialect: CSVDialect, index: Int)?

  init(_ condition: RecordCondition) {
    self.condition = condition
    values = ValueMatcher(condition.value)
    fields =
      condition.reading.isJSON && !condition.reading.isTable
      ? FieldSearch(condition.column.name, isOneRecord: condition.unit.isAllOfMemory) : nil
    let dialect = condition.reading.csv?.reader.dialect
    plain = dialect.flatMap { dialect in
      dialect.isSeparatedByBlanks ? nil : condition.column.index.map { (dialect, $0) }
    }
  }

  var hasGivenUp: Bool { values.hasGivenUp }

  func countMatches(in lines: UnsafeRawBufferPointer) -> Int {
    var (count, start) = (0, 0)
    while let record = nextMatch(in: lines, from: start) {
      (count, start) = (count + 1, record.upperBound)
    }
    return count
  }

  func firstMatch(in lines: UnsafeRawBufferPointer) -> Int? {
    nextMatch(in: lines, from: 0)?.lowerBound
  }

  func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int? {
    fields.map { $0.firstCandidate(in: memory) } ?? 0
  }

  func lastMatch(in lines: UnsafeRawBufferPointer) -> Int? {
    var (last, start): (Int?, Int) = (nil, 0)
    while let record = nextMatch(in: lines, from: start) {
      (last, start) = (record.lowerBound, record.upperBound)
    }
    return last
  }

  /// The next record that meets the condition; `start` must be the start of a record.
  private func nextMatch(in lines: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    if let plain { return nextMatch(in: lines, from: start, plain.dialect, plain.index) }
    var start = start
    while let record = nextCandidate(in: lines, from: start) {
      if isMet(by: UnsafeRawBufferPointer(rebasing: lines[record])) { return record }
      start = record.upperBound
    }
    return nil
  }

  /// The next matching record of comma-separated values.
  ///
  /// Most records contain no quotes, so the result of one search for a quote usually serves for
  /// many records.
  private func nextMatch(
    in lines: UnsafeRawBufferPointer, from start: Int, _ dialect: CSVDialect, _ index: Int
  ) -> Range<Int>? {
    var (start, quotes) = (start, ByteFreeStretch(of: .quote))
    var returns = ByteFreeStretch(of: .carriageReturn)
    while start < lines.count {
      let feed = lines.firstIndex(of: .lineFeed, in: start..<lines.count) ?? lines.count
      let isCRLF = feed > start && lines[feed - 1] == .carriageReturn
      let content = start..<(isCRLF ? feed - 1 : feed)
      var record = start..<min(feed + 1, lines.count)
      let isMet: Bool
      if !content.isEmpty, quotes.covers(content, of: lines), returns.covers(content, of: lines) {
        let fields = PlainFields(UnsafeRawBufferPointer(rebasing: lines[content]), dialect)
        isMet = fields.field(at: index).map { values.matches($0) } ?? false
      } else {
        record = start..<condition.unit.end(ofItemAt: start, in: lines)
        isMet = self.isMet(by: UnsafeRawBufferPointer(rebasing: lines[record]))
      }
      if isMet { return record }
      start = record.upperBound
    }
    return nil
  }

  private func nextCandidate(in lines: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    if let fields { return fields.nextLine(in: lines, from: start) { values.matches($0) } }
    guard start < lines.count else { return nil }
    return start..<condition.unit.end(ofItemAt: start, in: lines)
  }

  private func isMet(by item: UnsafeRawBufferPointer) -> Bool {
    let value = condition.column.value(inItem: Array(item)[...], condition.reading)
    return value.map { values.matches($0) } ?? false
  }
}

/// A range of memory that is known not to contain a byte; a search extends beyond the requested
/// range, so that its result also serves the next ranges.
private struct ByteFreeStretch {
  private let byte: UInt8
  private var known = 0..<0

  private static let step = 4 << 10

  init(of byte: UInt8) { self.byte = byte }

  /// Whether a range does not contain the byte.
  ///
  /// This is fast only if ranges are passed in ascending order, because earlier results are
  /// discarded.
  mutating func covers(_ range: Range<Int>, of memory: UnsafeRawBufferPointer) -> Bool {
    if range.lowerBound >= known.lowerBound, range.upperBound <= known.upperBound { return true }
    let end = min(memory.count, max(range.upperBound, range.lowerBound + Self.step))
    let found = memory.firstIndex(of: byte, in: range.lowerBound..<end) ?? end
    known = range.lowerBound..<found
    return range.upperBound <= found
  }
}

/// How a search treats the case of letters.
package enum SearchCase: Sendable {
  /// Case is distinguished.
  case matters
  /// Case is ignored unless the pattern has capital letters.
  case smart
  /// Case is ignored.
  case ignored

  /// Whether case is ignored in the search for a literal string.
  package func ignoresCase(literal text: String) -> Bool { rule.ignoresCase(literal: text) }

  package var rule: SearchPattern.CaseRule {
    switch self {
    case .matters: .sensitive
    case .smart: .smart
    case .ignored: .ignored
    }
  }
}
