public import Paging

/// A source of the rows of a table or query, paged by their values, in both directions and from
/// either end.
///
///     let database = SQLiteDatabase(path: "posts.db")
///     let newest = [KeysetColumn("time", descending: true)]
///     let posts = try await TableSource.rows(of: "post", in: database, by: newest)
///
/// Rows become records here; `GRDBSources` makes a source of GRDB records.
///
/// Cost of a page, at any depth: at most two queries for each column of the order, one of them for
/// its NULLs, and one query for the row at the cursor. An index on the columns of the order serves
/// these queries if one exists. In PostgreSQL, a page is usually a single query. One row more than
/// requested is read, to know whether further rows exist. Except for a PostgreSQL table without a
/// key, a page shows a single state of the database. Rows that are inserted or deleted between two
/// pages cause no other row to be repeated or missed; only a row whose values in the order change
/// may itself be repeated or missed.
///
/// The source does not change the database.
public struct TableSource<Item: Identifiable & Sendable>: PagingSource where Item.ID: Sendable {
  /// A position between two rows.
  public typealias Cursor = KeysetCursor

  private let query: KeysetQuery
  private let pagesAtOnce: Int
  private let page:
    @Sendable (_ walk: KeysetWalk, _ overrulesLimit: Bool) async throws(PagingError) -> Page<
      Item, KeysetCursor
    >
  private let changes: @Sendable () -> AsyncStream<Void>?

  /// Creates a source whose rows are read by a closure.
  ///
  /// - Parameters:
  ///   - query: the SQL of the pages.
  ///   - pagesAtOnce: the maximum number of pages that one read returns together.
  ///   - changes: creates a stream of changes by other programs; it returns nil if changes are
  ///     unknown.
  ///   - steps: takes a walk, and whether the read may exceed the time limit; reads and returns the
  ///     rows of the walk. It is called for each page.
  package init(
    _ query: KeysetQuery, pagesAtOnce: Int = 1,
    changes: @escaping @Sendable () -> AsyncStream<Void>? = { nil },
    steps:
      @escaping @Sendable (KeysetWalk, Bool) async throws(PagingError) -> [KeysetWalk.Step<Item>]
  ) {
    (self.query, self.pagesAtOnce, self.changes) = (query, pagesAtOnce, changes)
    // The page is made here and not in `load`, because the compiler can specialize this closure if
    // a caller in this module creates a source of items of a known type. This saves a tenth of the
    // time of a page.
    page = { walk, overrulesLimit async throws(PagingError) in
      let steps = try await steps(walk, overrulesLimit)
      try walk.check(steps)
      return walk.page(of: steps)
    }
  }

  /// The abilities of the source: it can be opened at its end, at the cost of a page.
  ///
  /// From a PostgreSQL server, it can load four pages at once, in one round trip.
  public var traits: PagingTraits { PagingTraits(opensAtEnd: true, pagesAtOnce: pagesAtOnce) }

  /// A stream that yields an element after changes by another program; nil if changes are unknown.
  public func updates() -> AsyncStream<Void>? { changes() }

  /// Loads a page; cancelling the task ends the query.
  ///
  /// - Throws: an error with the database's message on one line, if a statement fails. An error is
  ///   retryable if the database is locked, but not if it is damaged, a table is missing, or an
  ///   item cannot be made from a row. A request for a row by number fails.
  public func load(
    _ request: PageRequest<KeysetCursor>
  ) async throws(PagingError) -> Page<Item, KeysetCursor> {
    try await page(try KeysetWalk(request, over: query), request.overrulesWait)
  }
}
