import Paging
import Synchronization

extension PostgresDatabase {
  package func rows(ofOnce sql: String, _ layout: RowLayout) -> OnceRows {
    let run = PostgresRun(sql, in: self, layout)
    return OnceRows { request async throws(PagingError) in try await run.page(request) }
  }
}

/// A query that is run once, through a cursor of the server's.
///
/// Its transaction keeps the server from clearing rows away, so it is closed where nothing is fetched for a minute.
final class PostgresRun: Sendable {
  private let sql: String
  /// One that nothing else reads, because the query stays open in it.
  private let database: PostgresDatabase
  private let layout: RowLayout
  private let idle: Duration
  private let state = Mutex(State())

  private struct State {
    /// How many rows were read; nil before the query runs, and when it was closed.
    var count: Int?
    /// Whether it was closed because nothing was fetched.
    var wasIdle = false
    /// How many pages were asked for.
    var pages = 0
  }

  /// - Parameter idle: how long nothing is fetched until it is closed.
  init(
    _ sql: String, in database: PostgresDatabase, _ layout: RowLayout, idle: Duration = .seconds(60)
  ) {
    (self.sql, self.database, self.layout, self.idle) = (sql, database, layout, idle)
  }

  func page(_ request: PageRequest<Int>) async throws(PagingError) -> Page<TableRow, Int> {
    let start: Int
    switch request.position {
    case .start: start = 0
    case .after(let count): start = count
    case .end, .before, .number:
      throw PagingError("a query that is run once goes forward alone", isRetryable: false)
    }
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
      try session.open(PostgresStatement(sql))
    } else if read != start {
      throw SQLError(
        .mistaken,
        wasIdle
          ? "the query was closed, because nothing was read for a minute: r runs it again"
          : "the query was stopped: r runs it again")
    }
    state.withLock { $0 = State(count: nil, pages: $0.pages + 1) }
    let result = try session.fetch(count)
    let rows = rows(of: result, from: start)
    let hasEnded = rows.count < count
    if hasEnded { session.close() }
    state.withLock { $0.count = hasEnded ? nil : start + rows.count }
    return Page(items: rows, after: hasEnded ? .end : .more(start + rows.count))
  }

  private func rows(of result: PostgresResult, from start: Int) -> [TableRow] {
    let row = PostgresRow(result, layout)
    return (0..<result.rowCount).map { place in
      row.place = place
      let (record, isCut) = layout.record(of: row)
      let number: [SQLValue] = [.integer(Int64(start + place + 1))]
      return TableRow(
        id: TableRowID(number), record: record, cursor: KeysetCursor(number), isCut: isCut)
    }
  }

  private func closesWhereIdle() {
    let pages = state.withLock { $0.count == nil ? nil : $0.pages }
    guard let pages else { return }
    Task { [weak self, idle] in
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
