package import ConnectedFeeds
package import Feeds
import FileSources
package import Paging
package import Records
package import SQLSources
import Search

extension RowRelation {
  /// The expression for conditions as they are typed; nil if the text contains none.
  package func expression(
    _ text: String, _ rule: SearchCase = .smart, in zone: TimeZoneUse = .source
  ) throws -> RecordExpression? {
    let names = layout.names
    guard let read = try ConditionExpression(text, named: { names.contains($0) ? $0 : nil }) else {
      return nil
    }
    return try RecordExpression(read, unit: .line) { condition throws(PatternError) in
      try RecordCondition(
        condition, RecordColumn(condition.column, of: names), .table, unit: .line, rule, in: zone)
    }
  }

  /// A source of the rows that match the questions.
  ///
  /// - Parameter stretch: the number of examined rows after which a read ends.
  package func found(
    _ parts: [TableQuestions.Part], in database: any RowDatabase, stretch: Int = 64
  ) -> FoundRows {
    var timing = FoundRows.Timing()
    timing.rows = stretch
    return FoundRows(TableQuestions(parts).scan(of: self), in: database, timing)
  }
}

extension PagingSource<TableRow, KeysetCursor> {
  /// The rows of all pages, from an end or from a position.
  package func rows(
    from position: PageRequest<KeysetCursor>.Position = .start, by count: Int = 7
  ) async throws -> [TableRow] {
    let isBackward: Bool
    switch position {
    case .end, .before: isBackward = true
    case .start, .after, .number: isBackward = false
    }
    var (rows, next) = ([TableRow](), PageRequest<KeysetCursor>.Position?.some(position))
    while let place = next, rows.count < 20_000 {
      let page = try await load(
        PageRequest(reason: isBackward ? .prepend : .append, position: place, count: count))
      rows = isBackward ? page.items + rows : rows + page.items
      let before: KeysetCursor? = if case .more(let cursor) = page.before { cursor } else { nil }
      next = isBackward ? before.map { .before($0) } : page.after.cursor.map { .after($0) }
    }
    return rows
  }
}

extension TableRow {
  /// The values as text; nil for NULL.
  package var texts: [String?] {
    guard let record else { return [] }
    return record.map { field in
      field.value.kind == .null ? nil : String(decoding: field.value.raw, as: UTF8.self)
    }
  }

  /// The first value, which is the tag in a random table.
  package var tag: Int { texts.first.flatMap { $0.flatMap { Int($0) } } ?? -1 }
}
