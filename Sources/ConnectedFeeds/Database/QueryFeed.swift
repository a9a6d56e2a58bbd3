import EventLoop
package import Feeds
import Glibc
package import Paging
package import Records
package import SQLSources
package import SpilledSources
package import Viewers

/// The rows of a query, a view or a table that are not paged by key; they are read once, forward,
/// and stored in a file.
package struct QueryFeed: RecordFeed {
  private let asked: AskedDatabase
  private let opening: TableOpening
  private let pages: SpilledSource<OnceRows>
  private let database: any RowDatabase
  /// Another reader of the same database, which runs the query again to get the complete values or
  /// the pictures of a row.
  private let again: any RowDatabase

  /// The folder of the file; it is not `/tmp`, because `/tmp` may be in memory.
  private static let folder = "/var/tmp"

  init(
    _ asked: AskedDatabase, _ opening: TableOpening, _ database: any RowDatabase
  ) throws(SpillError) {
    (self.asked, self.opening) = (asked, opening)
    // The query stays open, so nothing else reads through this database.
    self.database = database
    again = database.anotherReader(limit: asked.limit)
    pages = try Self.pages(of: opening, database)
  }

  private static func pages(
    of opening: TableOpening, _ database: any RowDatabase
  ) throws(SpillError) -> SpilledSource<OnceRows> {
    let layout = opening.layout
    let coding = RowCoding(layout)
    return try SpilledSource(
      database.rows(once: RowsOnce(opening.sql, layout)), folder: folder,
      restarts: true, executor: BackgroundExecutor(),
      coding: SpillCoding(encode: { coding.encode($0) }, decode: { coding.decode($0) }))
  }

  package var renewing: (@Sendable () throws(Failure) -> any PagingSource<TableRow, SpillCursor>)? {
    { [opening, database] () throws(Failure) in
      do throws(SpillError) {
        return try Self.pages(of: opening, database)
      } catch {
        throw .source(error.description)
      }
    }
  }

  package var title: String { asked.title }
  package var shortTitle: String? { opening.table?.name ?? "query" }

  /// The start time of an open transaction, which prevents the server from removing old row
  /// versions.
  package var activity: String? {
    database.openedAt.map { start in
      var (seconds, time) = (time_t(start), tm())
      localtime_r(&seconds, &time)
      let minute = time.tm_min < 10 ? "0\(time.tm_min)" : "\(time.tm_min)"
      return "transaction open since \(time.tm_hour):\(minute)"
    }
  }

  package var itemNames: (one: String, many: String) { ("row", "rows") }
  package var source: any PagingSource<TableRow, SpillCursor> { pages }
  package var paging: PagingDefaults { PagingDefaults(loadTimeout: nil) }
  package var head: RecordHead {
    RecordHead(reading: .table, names: opening.layout.names)
  }
  package func close() {
    database.close()
    again.close()
  }

  /// Reads the complete values of a row by running the query again up to that row.
  package var whole: (@Sendable (TableRow) async -> Result<Record, Failure>)? {
    { [again, asked, opening] row in
      do throws(SQLError) {
        let record = try await again.ask { reader throws(SQLError) in
          try reader.whole(row, ofOnce: opening)
        }
        return record.map { .success($0) }
          ?? .failure(
            .source(
              "the query now returns a different row here: press r in the list to run it again"))
      } catch {
        return .failure(Failure(error, in: asked.fileName))
      }
    }
  }

  /// Runs the query again, because the stored rows have shortened values.
  package func wholeItems(meeting filters: [FilterPart]) -> WholeItems<TableRow>? {
    let questions = TableQuestions(filters.map(TableQuestions.Part.init))
    let rows = RowsOnce(whole: opening) { questions.makeTest() }
    return WholeItems(
      of: database.anotherReader(limit: nil).rows(once: rows), files: database.paths)
  }

  package var pictures: (@Sendable (TableRow, PictureArea) async -> DrawnPictures)? {
    { [again, opening] row, area in
      guard row.isCut else { return [:] }
      let blobs = try? await again.ask { reader throws(SQLError) in
        try reader.blobs(of: row, ofOnce: opening, BlobPictures.choice)
      }
      return await BlobPictures.drawn(blobs ?? [], area)
    }
  }

  package var explanation: String? {
    let why =
      opening.table == nil
      ? "the query is run only once, because it has no key to page by"
      : "read once, because no key identifies its rows: name a column with --id"
    return ["\(title): \(why)", activity, notice].compactMap { $0 }.joined(separator: "; ")
  }

  package var notice: String? { asked.notice ?? database.notice }
}
