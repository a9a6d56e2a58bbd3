public import Paging

/// Pages through a table or a query by the values of its rows, forwards and backwards, from either end.
///
///     let database = SQLiteDatabase(path: "posts.db")
///     let newest = [KeysetColumn("time", descending: true)]
///     let posts = try await TableSource.rows(of: "post", in: database, by: newest)
///
/// The rows of a table come as records; `GRDBSources` makes a source of records of GRDB's.
///
/// Cost of a page, at any depth: a query for each column of the order, or for each place of its NULLs, each served by an
/// index on the columns of the order. It reads one row more than is asked for, so that it knows whether there is more. A page
/// shows one moment of the database; rows that come or go between two pages neither repeat others nor make them be missed. A
/// row that moves, because a value of the order changes, may be seen twice or be missed.
///
/// It writes nothing.
public struct TableSource<Item: Identifiable & Sendable>: PagingSource where Item.ID: Sendable {
  /// A place between two rows.
  public typealias Cursor = KeysetCursor

  private let query: KeysetQuery
  private let steps:
    @Sendable (_ walk: KeysetWalk, _ overrulesLimit: Bool) async throws(PagingError) -> [KeysetWalk
      .Step<Item>]
  private let changes: @Sendable () -> AsyncStream<Void>?

  /// Creates a source over rows that something else reads.
  ///
  /// - Parameters:
  ///   - query: the SQL of the pages.
  ///   - changes: what tells that others have changed the rows.
  ///   - steps: the rows of a walk.
  package init(
    _ query: KeysetQuery, changes: @escaping @Sendable () -> AsyncStream<Void>? = { nil },
    steps:
      @escaping @Sendable (KeysetWalk, Bool) async throws(PagingError) -> [KeysetWalk.Step<Item>]
  ) { (self.query, self.changes, self.steps) = (query, changes, steps) }

  /// The end is an indexed query away.
  public var traits: PagingTraits { PagingTraits(opensAtEnd: true) }

  /// Sends an element when another program has changed the rows; nil where that is not known.
  public func updates() -> AsyncStream<Void>? { changes() }

  /// Loads one page, on a thread of the database's; cancelling the task ends its query.
  ///
  /// - Throws: what the database says, in one line; a locked database may pass, a damaged one, a missing table or a value
  ///   that the item cannot be made of does not. Also where a row is asked for by its number.
  public func load(
    _ request: PageRequest<KeysetCursor>
  ) async throws(PagingError) -> Page<Item, KeysetCursor> {
    let walk = try KeysetWalk(request, over: query)
    let steps = try await steps(walk, request.overrulesWait)
    try walk.check(steps)
    return walk.page(of: steps)
  }
}
