import EventLoop
package import Feeds
package import Paging
import Records
package import SQLSources
package import SpilledSources
import Viewers

/// The rows of a query or a view that is run once: they are read forward, and kept in a file.
package struct QueryFeed: RecordFeed {
  private let asked: AskedDatabase
  private let opening: TableOpening
  private let pages: SpilledSource<OnceRows>
  private let database: any RowDatabase

  /// Where they are kept: not in memory, which `/tmp` may be.
  private static let folder = "/var/tmp"

  init(
    _ asked: AskedDatabase, _ opening: TableOpening, _ database: any RowDatabase
  ) throws(SpillError) {
    (self.asked, self.opening) = (asked, opening)
    // The query stays open in a database that nothing else reads.
    self.database = database
    let layout = opening.layout
    let coding = RowCoding(layout)
    pages = try SpilledSource(
      database.rows(ofOnce: opening.sql, layout), folder: Self.folder,
      executor: BackgroundExecutor(),
      coding: SpillCoding(encode: { coding.encode($0) }, decode: { coding.decode($0) }))
  }

  package var title: String { asked.title }
  package var shortTitle: String? { opening.table?.name ?? "query" }
  package var itemNames: (one: String, many: String) { ("row", "rows") }
  package var source: any PagingSource<TableRow, SpillCursor> { pages }
  package var paging: PagingDefaults { PagingDefaults(loadTimeout: nil) }
  package var head: RecordHead {
    RecordHead(reading: .table, names: opening.layout.names)
  }
  package func close() { database.close() }

  package var explanation: String? {
    let why =
      opening.table == nil
      ? "the query is run once, because it cannot be paged by a key"
      : "read once, because nothing tells its rows apart: --id names a column"
    return ["\(title): \(why)", database.notice].compactMap { $0 }.joined(separator: "; ")
  }

  package var notice: String? { database.notice }
}
