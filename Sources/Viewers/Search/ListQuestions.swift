import Feeds
import FileSources
import Paging
import Records
import Search
import TableUI

/// A parser of typed searches and filters of a list: text that compares fields with values is a
/// condition, and other text is a pattern.
struct ListQuestions<Source: Feed> {
  let feed: Source
  /// The known columns, if there are any.
  let columns: RecordColumns?
  let rule: SearchCase
  /// The time zone in which times are shown.
  let zone: TimeZoneUse
  /// Whether a condition may name a field that no loaded item has.
  ///
  /// The plain form needs this, because it parses the filters of the command line when only the
  /// first items have been loaded.
  var takesAnyField = false
  /// Returns the items whose fields and values are examined.
  let items: () -> [Source.Item]

  /// Returns the pattern or condition in a text.
  ///
  /// - Throws: an error if the text is invalid.
  func pattern(of text: String) throws(PatternError) -> TextPattern {
    let names = columns.map { Array($0.known.keys) }
    return try TextPattern(
      text, rule, isStrict: names != nil, among: { names ?? [] }, named: field(meantBy:),
      unit: .line
    ) { condition throws(PatternError) in
      let reading = columns?.reading ?? .ndjson
      let column = columns?.column(named: condition.column)
      return try RecordCondition(
        condition, column ?? RecordColumn(condition.column, at: nil), reading, unit: .line, rule,
        in: zone
      ) { values(in: $0, reading) }
    }
  }

  /// The completion of conditions; nil if the items have no columns.
  var completion: ConditionCompletion? {
    guard let columns else { return nil }
    return ConditionCompletion(columns: columns.columns.map(\.name), named: field(meantBy:)) {
      values(in: columns.column(named: $0), columns.reading).map(\.text)
    }
  }

  private func values(in column: RecordColumn, _ reading: RecordDecoder) -> [Value] {
    items().compactMap { item in feed.record(of: item).flatMap { column.value(in: $0, reading) } }
  }

  /// Returns the column or field for a typed name.
  private func field(meantBy name: String) -> String? {
    if isField(name) { return name }
    if let meant = columns.flatMap({ ColumnNames.meant(by: name, among: $0.known.keys) }) {
      return meant
    }
    return takesAnyField && columns?.reading.namesFields ?? hasRecords ? name : nil
  }

  /// Whether any of the items has fields.
  private var hasRecords: Bool { items().contains { feed.record(of: $0) != nil } }

  /// Whether a name is that of a column, or of a field of an item.
  private func isField(_ name: String) -> Bool {
    if let columns, columns.isKnown(name) || !columns.reading.namesFields {
      return columns.isKnown(name)
    }
    let path = FieldPath(name)
    return items().contains { feed.record(of: $0)?.value(at: path) != nil }
  }

  /// Returns a message about how the text was parsed: the description of a condition, or `pattern`
  /// if items have fields; nil for a pattern if items have no fields.
  func note(on pattern: TextPattern) -> Message? {
    if pattern.expression != nil { return Message(pattern.description) }
    return hasRecords ? Message("pattern") : nil
  }
}

/// The filters of the command line for a list, which are parsed when the first items are loaded.
final class AskedListFilter<Source: Feed> {
  private let feed: Source
  private let options: ViewerOptions
  private let columns: () -> RecordColumns?
  private var matcher: ItemMatcher<Source>?

  /// Creates the filters; the result is nil if the command line has none.
  ///
  /// - Parameter columns: returns the columns; they are known once items are loaded.
  init?(_ options: ViewerOptions, _ feed: Source, columns: @escaping () -> RecordColumns?) {
    guard !options.filters.isEmpty else { return nil }
    (self.feed, self.options, self.columns) = (feed, options, columns)
  }

  /// Whether an item matches all filters.
  ///
  /// - Parameter pager: the pager with the first items.
  /// - Throws: an error if a filter is invalid.
  func matches(
    _ item: Source.Item, among pager: Pager<Source.Item, Source.Cursor>
  ) throws(Failure) -> Bool {
    if let matcher { return matcher.matches(item) }
    let matcher = try makeMatcher(for: pager)
    self.matcher = matcher
    return matcher.matches(item)
  }

  private func makeMatcher(
    for pager: Pager<Source.Item, Source.Cursor>
  ) throws(Failure) -> ItemMatcher<Source> {
    let items = (0..<min(pager.count, AskedFilters.sampleCount)).compactMap { pager[$0].item }
    let columns = columns()
    columns?.learn(from: items.compactMap(feed.record))
    let questions = ListQuestions(
      feed: feed, columns: columns, rule: options.searchCase ?? .smart, zone: options.times,
      takesAnyField: true
    ) { items }
    let parts = try FilterPart.parts(options.filters) { text throws(PatternError) in
      try questions.pattern(of: text)
    }
    return ItemMatcher(parts, of: feed)
  }
}

extension FilterPart {
  /// Parses filters of the command line.
  ///
  /// - Throws: an error if a filter is invalid.
  static func parts(
    _ filters: [String], _ pattern: (String) throws(PatternError) -> TextPattern
  ) throws(Failure) -> [FilterPart] {
    var parts: [FilterPart] = []
    for text in filters {
      do throws(PatternError) {
        if let part = try FilterPart(text, pattern: pattern) { parts.append(part) }
      } catch {
        throw .filter(text, error)
      }
    }
    return parts
  }
}
