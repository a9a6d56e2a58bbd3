package import Paging
import Records

/// The rows of a query that is run once, read from the first row on.
///
/// The rows are read only forward, and a page that was read cannot be requested again, except the
/// first, for which the query is run again. Therefore the caller has to keep the rows. The query
/// stays open between two pages: the connection keeps the statement.
package final class QuerySource: PagingSource {
  package typealias Item = TableRow
  /// The number of rows that were read before a page.
  package typealias Cursor = Int

  private let database: SQLiteDatabase
  private let rows: RowsOnce

  /// Creates a source of the given rows.
  ///
  /// - Parameter database: a database that nothing else reads, because the query stays open in it.
  package init(_ rows: RowsOnce, in database: SQLiteDatabase) {
    (self.rows, self.database) = (rows, database)
  }

  /// Creates a source of all rows of a query.
  ///
  /// - Parameter database: a database that nothing else reads, because the query stays open in it.
  package convenience init(_ sql: String, in database: SQLiteDatabase, _ layout: RowLayout) {
    self.init(RowsOnce(sql, layout), in: database)
  }

  package func load(
    _ request: PageRequest<Int>
  ) async throws(PagingError) -> Page<TableRow, Int> {
    let start = try request.rowsBefore
    let count = max(1, request.count)
    do throws(SQLError) {
      return try await database.read(overrulesLimit: request.overrulesWait) {
        [self] reader throws(SQLError) in try page(from: start, count, reader)
      }
    } catch {
      throw error.pagingError
    }
  }

  private func page(
    from start: Int, _ count: Int, _ reader: SQLiteReader
  ) throws(SQLError) -> Page<TableRow, Int> {
    let id = ObjectIdentifier(self)
    var run = start == 0 ? try begin(reader) : try kept(at: start, reader)
    do throws(SQLError) {
      let rows = try rows(count, of: &run)
      reader.connection.runs[id] = run
      return Page(items: rows, after: run.hasEnded ? .end : .more(run.count))
    } catch {
      // The statement was reset, so the rows of this page are lost.
      (run.count, run.hasStopped) = (start, true)
      reader.connection.runs[id] = run
      throw error
    }
  }

  private func begin(_ reader: SQLiteReader) throws(SQLError) -> QueryRun {
    if rows.isRepeated, try reader.isVolatile(rows.sql) {
      throw SQLError(
        .mistaken,
        "cannot save: the query may now return other rows; use --plain")
    }
    // A kept statement may belong to a source that has been released.
    reader.connection.runs = [:]
    let statement = try reader.connection.makeStatement(rows.sql)
    try statement.bind(rows.values)
    return QueryRun(statement: statement, version: reader.version)
  }

  /// Returns the open query after its first `start` rows; a query that was stopped is run again up
  /// to there.
  ///
  /// - Throws: an error if the query is at another row, if the database has changed, or if the
  ///   query was stopped and might now return different rows.
  private func kept(at start: Int, _ reader: SQLiteReader) throws(SQLError) -> QueryRun {
    let run = reader.connection.runs[ObjectIdentifier(self)]
    guard let run, run.count == start, run.version == reader.version else {
      throw .expired("the database changed while the query ran: run it again")
    }
    guard run.hasStopped else { return run }
    guard try !reader.isVolatile(rows.sql) else {
      throw .expired("the query was stopped, and would now return different rows: run it again")
    }
    var again = try begin(reader)
    while again.count < start, try again.statement.step() { again.count += 1 }
    return again
  }

  private func rows(_ count: Int, of run: inout QueryRun) throws(SQLError) -> [TableRow] {
    var found: [TableRow] = []
    let makeRow = rows.makeRow(run.statement)
    while found.count < count, !run.hasEnded {
      guard try run.statement.step() else {
        run.hasEnded = true
        break
      }
      run.count += 1
      if let row = makeRow(run.count) { found.append(row) }
    }
    return found
  }
}

/// An open query.
struct QueryRun {
  let statement: SQLiteStatement
  /// The version of the database when the query started.
  let version: SQLiteVersion
  /// The number of rows read so far.
  var count = 0
  var hasEnded = false
  /// Whether a time limit or an error has ended the query.
  var hasStopped = false
}
