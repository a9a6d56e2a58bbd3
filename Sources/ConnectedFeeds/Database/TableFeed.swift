package import Feeds
package import Paging
import Records
package import SQLSources
import Synchronization
package import Viewers

/// The rows of a table or query that are paged by key, or in the order in which they are stored.
package final class TableFeed: RecordFeed {
  let asked: AskedDatabase
  let opening: TableOpening
  let database: any RowDatabase
  /// A second connection, for everything except pages and searches: counts, places, complete rows.
  let questions: any RowDatabase
  /// The shown relation, which the reader can sort, and the state that depends on it.
  private let state: Mutex<State>
  /// The foreign keys of the table.
  let foreignKeys: [ForeignKey]
  /// Whether the database stores text in UTF-8.
  let isUTF8: Bool
  package let start: PageRequest<KeysetCursor>.Position?
  package let chosen: TableRowID?

  /// The relation, whether the database sorts it for each page, and its search.
  private struct State {
    let relation: RowRelation
    let sorts: Bool
    let search: SourceSearch<TableRow, KeysetCursor>
  }

  init(
    _ asked: AskedDatabase, _ opening: TableOpening, _ relation: RowRelation,
    _ database: any RowDatabase, _ facts: TableFacts,
    _ start: PageRequest<KeysetCursor>.Position?, chosen: TableRowID? = nil
  ) {
    self.chosen = chosen
    (self.asked, self.opening, self.database) = (asked, opening, database)
    (questions, self.start) = (database.anotherReader(limit: asked.limit), start)
    (foreignKeys, isUTF8) = (facts.foreignKeys, facts.isUTF8)
    // Without a screen, all columns are read.
    let shown = StandardOutput.isTerminal ? relation.reading(relation.layout.names.prefix(1)) : nil
    state = Mutex(
      Self.state(shown ?? relation, sorts: opening.sorts, database, isUTF8: facts.isUTF8))
  }

  private static func state(
    _ relation: RowRelation, sorts: Bool, _ database: any RowDatabase, isUTF8: Bool
  ) -> State {
    State(
      relation: relation, sorts: sorts,
      search: SourceSearch(relation.readingAll, in: database, isUTF8: isUTF8))
  }

  /// The current relation.
  var shown: RowRelation { state.withLock { $0.relation } }
  /// Whether the database sorts for each page, because no index serves the order.
  var sorts: Bool { state.withLock { $0.sorts } }

  /// Replaces the relation, for example with the same rows in another order.
  func show(_ relation: RowRelation, sorts: Bool) {
    let new = Self.state(relation, sorts: sorts, database, isUTF8: isUTF8)
    state.withLock { $0 = new }
  }

  package var searching: SourceSearch<TableRow, KeysetCursor>? { state.withLock { $0.search } }

  package var title: String { asked.title }
  package var shortTitle: String? { opening.table?.name ?? "query" }
  package var notice: String? { asked.notice ?? database.notice }
  package var itemNames: (one: String, many: String) { ("row", "rows") }
  package var source: any PagingSource<TableRow, KeysetCursor> { TableSource(shown, in: database) }
  package var paging: PagingDefaults { PagingDefaults(loadTimeout: nil) }
  package var head: RecordHead { RecordHead(reading: .table, names: shown.layout.names) }

  package func close() {
    database.close()
    questions.close()
  }

  /// A description of the relation, its order and its cost.
  package var explanation: String? {
    let order = shown.order.columns.map { column in
      column.name + (column.descending ? " descending" : "")
        + (column.hasNullsAsStored ? "" : column.nullsFirst ? ", NULLs first" : ", NULLs last")
    }
    let what = opening.table.map { "\($0.kind.name) \($0.name)" } ?? "query"
    let way =
      shown.comesAsStored
      ? "in stored order, because no key identifies its rows"
      : "by \(order.joined(separator: ", "))"
    return [
      "\(what) in \(asked.fileName), \(way)",
      sorts ? "no index supports this order: the database sorts for each page" : nil,
      notice,
    ].compactMap { $0 }.joined(separator: "; ")
  }

  /// The encoding of a position, which is stored as the values of its row.
  package var positionCoding: PositionCoding<TableRow, KeysetCursor>? {
    let order = shown.order.columns.map { "\($0.name)\($0.descending ? "-" : "+")" }
    let count = shown.order.columns.count
    return PositionCoding(
      identity: "\(asked.identity):\(asked.name):\(order.joined(separator: ","))",
      cursorText: { $0.cursor.values.word },
      cursor: { word in
        [SQLValue](word: word).flatMap { $0.count == count ? KeysetCursor($0) : nil }
      }, idText: { $0.values.word }, id: { [SQLValue](word: $0).map { TableRowID($0) } })
  }
}

/// The properties of a table other than its rows.
struct TableFacts: Sendable {
  let foreignKeys: [ForeignKey]
  /// Whether the database stores text in UTF-8.
  let isUTF8: Bool

  /// - Parameter table: the table; nil for a query.
  init(of table: DatabaseTable?, _ reader: any RowReader) throws(SQLError) {
    foreignKeys = if let table { try reader.foreignKeys(of: table) } else { [] }
    isUTF8 = try reader.holdsUTF8()
  }
}
