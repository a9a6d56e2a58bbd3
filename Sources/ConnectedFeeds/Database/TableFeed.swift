package import Feeds
package import Paging
import Records
package import SQLSources
import Synchronization
import Viewers

/// The rows of a table or a query that are paged by key.
package final class TableFeed: RecordFeed {
  let asked: AskedDatabase
  let opening: TableOpening
  let database: SQLiteDatabase
  /// What is read by others than the pages: searches, counts, rows that are shown whole.
  let questions: SQLiteDatabase
  /// What is shown now, which a reader may sort.
  private let relation: Mutex<RowRelation>
  package let beginning: StartPosition?

  init(
    _ asked: AskedDatabase, _ opening: TableOpening, _ relation: RowRelation,
    _ database: SQLiteDatabase, _ beginning: StartPosition?
  ) {
    (self.asked, self.opening, self.database) = (asked, opening, database)
    (questions, self.beginning) = (database.another(limit: asked.limit), beginning)
    self.relation = Mutex(relation)
  }

  /// What is read now, and in which order.
  var shown: RowRelation {
    get { relation.withLock { $0 } }
    set { relation.withLock { $0 = newValue } }
  }

  package var title: String { asked.title }
  package var shortTitle: String? { opening.table?.name ?? "query" }
  package var notice: String? { database.notice }
  package var itemNames: (one: String, many: String) { ("row", "rows") }
  package var source: any PagingSource<TableRow, KeysetCursor> { TableSource(shown, in: database) }
  package var paging: PagingDefaults { PagingDefaults(loadTimeout: nil) }
  package var head: RecordHead { RecordHead(reading: .table, names: shown.layout.names) }

  package func close() {
    database.close()
    questions.close()
  }

  /// What is read, in which order, and what that costs.
  package var explanation: String? {
    let order = shown.order.columns.map { column in
      column.name + (column.descending ? " down" : "")
        + (column.hasNullsAsStored ? "" : column.nullsFirst ? ", NULLs first" : ", NULLs last")
    }
    let what = opening.table.map { "\($0.kind.name) \($0.name)" } ?? "query"
    return [
      "\(what) of \(asked.fileName), by \(order.joined(separator: ", "))",
      opening.sorts ? "no index serves this order: the database sorts for each page" : nil,
      database.notice,
    ].compactMap { $0 }.joined(separator: "; ")
  }

  /// A place is kept by the values of its row.
  package var positionCoding: PositionCoding<TableRow, KeysetCursor>? {
    let order = shown.order.columns.map { "\($0.name)\($0.descending ? "-" : "+")" }
    let count = shown.order.columns.count
    return PositionCoding(
      identity: "sqlite:\(title):\(order.joined(separator: ","))",
      cursorText: { $0.cursor.values.word },
      cursor: { word in
        [SQLValue](word: word).flatMap { $0.count == count ? KeysetCursor($0) : nil }
      }, idText: { $0.values.word }, id: { [SQLValue](word: $0).map { TableRowID($0) } })
  }
}
