package import Paging
import Synchronization

extension PostgresDatabase {
  package func rows(once rows: RowsOnce) -> OnceRows {
    let run = PostgresRun(rows, in: self)
    return OnceRows { request async throws(PagingError) in try await run.page(request) }
  }
}

/// A query that runs once, through a server-side cursor.
///
/// Its transaction prevents the server from removing old versions of rows, so the query is closed
/// if nothing is fetched for a minute.
package final class PostgresRun: Sendable {
  private let rows: RowsOnce
  /// A database that is used for nothing else, because the query stays open in it.
  private let database: PostgresDatabase
  private let idle: Duration
  private let state = Mutex(State())

  private struct State {
    /// The number of rows that have been read; nil before the query has run, while rows are
    /// fetched, and after the query was closed.
    var count: Int?
    /// Whether the query was closed because nothing was fetched for a while.
    var wasIdle = false
    /// The number of pages that have been requested.
    var pages = 0
  }

  /// Creates the run of a query; the query starts when the first page is requested.
  ///
  /// - Parameter idle: the time without a fetch after which the query is closed.
  package init(_ rows: RowsOnce, in database: PostgresDatabase, idle: Duration = .seconds(60)) {
    (self.rows, self.database, self.idle) = (rows, database, idle)
  }

  package func page(_ request: PageRequest<Int>) async throws(PagingError) -> Page<TableRow, Int> {
    let start = try request.rowsBefore
    let count = max(1, request.count)
    do throws(SQLError) {
      let page = try await database.read(overrulesLimit: request.overrulesWait) {
        [self] session throws(SQLError) in try fetch(count, from: start, session)
      }
      closesWhereIdle()
      return page
    } catch {
      throw error.pagingError
    }
  }

  private func fetch(
    _ count: Int, from start: Int, _ session: PostgresSession
  ) throws(SQLError) -> Page<TableRow, Int> {
    let (read, wasIdle) = state.withLock { ($0.count, $0.wasIdle) }
    if start == 0 {
      session.close()
      if rows.isRepeated, try PostgresReader(session: session).isVolatile("(\(rows.sql))") {
        throw SQLError(
          .mistaken,
          "cannot save: the query may now return other rows; use --plain")
      }
      try session.open(PostgresText(rows.sql, rows.values).statement)
    } else if read != start {
      throw .expired(
        wasIdle
          ? "the query was closed, because nothing was read for a minute: run it again"
          : "the query was stopped: run it again")
    }
    state.withLock { $0 = State(count: nil, pages: $0.pages + 1) }
    let result = try session.fetch(count)
    let (end, hasEnded) = (start + result.rowCount, result.rowCount < count)
    if hasEnded { session.close() }
    state.withLock { $0.count = hasEnded ? nil : end }
    return Page(items: items(of: result, from: start), after: hasEnded ? .end : .more(end))
  }

  private func items(of result: PostgresResult, from start: Int) -> [TableRow] {
    let row = PostgresRow(result, rows.layout)
    let makeRow = rows.makeRow(row)
    return (0..<result.rowCount).compactMap { place in
      row.place = place
      return makeRow(start + place + 1)
    }
  }

  private func closesWhereIdle() {
    let pages = state.withLock { $0.count == nil ? nil : $0.pages }
    guard let pages else { return }
    Task { [weak self, idle] in
      // This sleeps, because no event reports that a list needs no more rows; tests set a short
      // time.
      try? await Task.sleep(for: idle)
      await self?.close(unlessMoreThan: pages)
    }
  }

  private func close(unlessMoreThan pages: Int) async {
    let isIdle = state.withLock { state in
      guard state.pages == pages, state.count != nil else { return false }
      (state.count, state.wasIdle) = (nil, true)
      return true
    }
    guard isIdle else { return }
    try? await database.read { session throws(SQLError) in session.close() }
  }
}
