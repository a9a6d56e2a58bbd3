package import Paging
import Synchronization

/// The rows of a relation that match a search, as pages in the order of the relation.
///
/// The database reads one stretch of rows at a time, so that it is seldom blocked for long, a
/// cancellation ends the search soon, and only matches are in memory. If a page takes long, it ends
/// early, so that the list can show the progress. Such a page may have no rows, but it has a
/// cursor.
package struct FoundRows: PagingSource {
  package typealias Item = TableRow
  package typealias Cursor = KeysetCursor

  /// Time limits of a search.
  package struct Timing: Sendable {
    /// The time after which one read of the database ends, unless SQLite has to sort the rows.
    package var read: Duration = .milliseconds(50)
    /// How long after its request a page ends early if it has rows.
    package var withRows: Duration = .milliseconds(200)
    /// How long after its request a page ends early if it has no rows.
    ///
    /// A list requests ten pages without a row before it waits for a key
    /// (`PagerConfiguration.stallLimit`).
    package var withoutRows: Duration = .seconds(1)
    /// The number of examined rows after which a read ends.
    package var rows = Int.max
    /// The current time.
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }

    package init() {}
  }

  package let scan: RowScan
  private let database: any RowDatabase
  private let timing: Timing
  private let hears: Bool

  /// Creates a source of the rows that a search finds.
  ///
  /// - Parameters:
  ///   - database: a reader that nothing else waits for (`RowDatabase.anotherReader`).
  ///   - hears: whether changes by other programs are reported.
  package init(
    _ scan: RowScan, in database: any RowDatabase, _ timing: Timing = Timing(),
    hears: Bool = true
  ) {
    (self.scan, self.database, self.timing) = (scan, database, timing)
    self.hears = hears
  }

  package var traits: PagingTraits { PagingTraits(opensAtEnd: true) }

  package func updates() -> AsyncStream<Void>? { hears ? database.updates() : nil }

  package func load(
    _ request: PageRequest<KeysetCursor>
  ) async throws(PagingError) -> Page<TableRow, KeysetCursor> {
    let walk = try KeysetWalk(request, over: scan.query(filters: false))
    let start = timing.now()
    var (steps, request) = ([KeysetWalk.Step<TableRow>](), request)
    while true {
      let stretch = try await read(request)
      steps += stretch.found
      guard stretch.isCutShort, let last = stretch.last else { return walk.page(of: steps) }
      let longest = steps.isEmpty ? timing.withoutRows : timing.withRows
      if steps.count >= walk.count || timing.now() - start >= longest {
        return walk.page(of: steps, lookedUpTo: last)
      }
      request = PageRequest(
        reason: request.reason, position: walk.isBackward ? .before(last) : .after(last),
        count: walk.count - steps.count, overrulesWait: request.overrulesWait)
    }
  }

  private func read(
    _ request: PageRequest<KeysetCursor>
  ) async throws(PagingError) -> RowScan.Stretch {
    do throws(SQLError) {
      return try await database.ask(overrulesLimit: request.overrulesWait) {
        [scan, timing] reader throws(SQLError) in try reader.look(for: scan, request, timing)
      }
    } catch {
      throw error.errorOfRows
    }
  }

}

extension SQLiteReader {
  package func look(
    for scan: RowScan, _ request: PageRequest<KeysetCursor>, _ timing: FoundRows.Timing
  ) throws(SQLError) -> RowScan.Stretch {
    // If the database sorts for each read, all rows are examined in one read.
    let sorts = try sorts(scan.relation.query)
    let scan = sorts ? scan : try narrowed(scan)
    let walk = try request.walk(over: scan.query(filters: sorts))
    let (end, now, rows) = (timing.now() + timing.read, timing.now, timing.rows)
    return try self.scan(scan, walk) { passed in
      !sorts && (passed >= rows || now() >= end)
    }
  }
}

extension KeysetWalk {
  /// A page that ends at the point that the search has reached.
  fileprivate func page<Item>(
    of steps: [Step<Item>], lookedUpTo last: KeysetCursor
  ) -> Page<Item, KeysetCursor> {
    var page = page(of: steps)
    if steps.count > count { return page }
    if isBackward { page.before = .more(last) } else { page.after = .more(last) }
    return page
  }
}
