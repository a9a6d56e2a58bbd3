import Feeds
import FileSources
import Paging
import Records
import Search
import TableUI

/// What is asked of a list, read: a condition where it begins with the name of a field, else a pattern.
struct ListQuestions<Source: Feed> {
  let feed: Source
  /// The columns that are known, where there are some.
  let columns: RecordColumns?
  let rule: SearchCase
  /// In which zone times are shown.
  let zone: TimeZoneUse
  /// Whether a field may be asked for that no item has by now: the items of a script come later.
  var takesAnyField = false
  /// Items whose fields and values are looked at.
  let items: () -> [Source.Item]

  /// What a text asks for.
  ///
  /// - Throws: the mistake in it.
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

  /// What the conditions are made of that may be asked; nil where the items have no columns.
  var completion: ConditionCompletion? {
    guard let columns else { return nil }
    return ConditionCompletion(columns: columns.columns.map(\.name), named: field(meantBy:)) {
      values(in: columns.column(named: $0), columns.reading).map(\.text)
    }
  }

  private func values(in column: RecordColumn, _ reading: RecordDecoder) -> [Value] {
    items().compactMap { item in feed.record(of: item).flatMap { column.value(in: $0, reading) } }
  }

  /// The column or the field that a name means.
  private func field(meantBy name: String) -> String? {
    if isField(name) { return name }
    if let meant = columns.flatMap({ ColumnNames.meant(by: name, among: $0.known.keys) }) {
      return meant
    }
    return takesAnyField && columns?.reading.namesFields ?? hasRecords ? name : nil
  }

  /// Whether an item has fields.
  private var hasRecords: Bool { items().contains { feed.record(of: $0) != nil } }

  /// Whether a column is known by a name, or an item has such a field.
  private func isField(_ name: String) -> Bool {
    if let columns, columns.isKnown(name) || !columns.reading.namesFields {
      return columns.isKnown(name)
    }
    let path = FieldPath(name)
    return items().contains { feed.record(of: $0)?.value(at: path) != nil }
  }

  /// Whether what was read is a pattern where it might be a condition; nil where the items have no fields.
  func note(on pattern: TextPattern) -> Message? {
    if pattern.expression != nil { return Message(pattern.description) }
    return hasRecords ? Message("pattern") : nil
  }
}

/// The filters of the command line over a list, read when its first items are there.
final class AskedListFilter<Source: Feed> {
  private let feed: Source
  private let options: ViewerOptions
  private let columns: () -> RecordColumns?
  private var matcher: ItemMatcher<Source>?

  /// - Parameter columns: the columns that are known once there are items.
  /// - Returns: nil where no filter is asked for.
  init?(_ options: ViewerOptions, _ feed: Source, columns: @escaping () -> RecordColumns?) {
    guard !options.filters.isEmpty else { return nil }
    (self.feed, self.options, self.columns) = (feed, options, columns)
  }

  /// Whether an item meets all of them.
  ///
  /// - Parameter pager: what has the first items.
  /// - Throws: the mistake in one.
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
  /// Filters of the command line, read.
  ///
  /// - Throws: the mistake in one.
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
