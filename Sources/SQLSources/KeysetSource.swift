public import GRDB
public import Paging

/// Pages through a SQLite table or query by sort key, forwards and backwards, from either end.
///
///     let order = KeysetOrder(column: "time", tieBreaker: "id", descending: true)
///     let posts = KeysetSource<Post>(table: "post", in: database, order: order)
///
/// Cost of a page, at any depth: a query or two, or three where it meets the NULLs of the sort key,
/// each served by an index on the two columns. It reads one row more than is asked for, so that it
/// knows whether there is more. A page shows one moment of the database; rows that come or go
/// between two pages neither repeat others nor make them be missed.
///
/// It writes nothing. Any `DatabaseReader` of GRDB's does; with a `DatabasePool` pages are read
/// beside a writer. The database stays open as long as the source is held.
public struct KeysetSource<Item: FetchableRecord & Identifiable & Sendable>: PagingSource
where Item.ID: Sendable {
  /// A place between two rows.
  public typealias Cursor = KeysetCursor

  private let database: any DatabaseReader
  private let query: KeysetQuery

  /// Pages through a table or view, named without quotes.
  ///
  /// Nothing is read yet: a table or column that is missing is an error of the first load.
  ///
  /// - Parameters:
  ///   - table: its name.
  ///   - database: what it is read from.
  ///   - order: the order of the rows; there should be an index on its two columns.
  public init(table: String, in database: any DatabaseReader, order: KeysetOrder) {
    self.database = database
    query = KeysetQuery(table: table, order: order)
  }

  /// Pages through the result of a query, which must contain both columns of the order.
  ///
  /// The query should be a plain `SELECT … FROM … WHERE …`: SQLite computes one that groups or
  /// limits in full for each page. Nothing is read yet: a mistake in it is an error of the first
  /// load.
  ///
  /// - Parameters:
  ///   - sql: one `SELECT`; values from outside belong into `arguments`, never into the text.
  ///   - arguments: the values of its places.
  ///   - database: what it is read from.
  ///   - order: the order of the rows; there should be an index on its two columns.
  public init(
    sql: String, arguments: StatementArguments = [], in database: any DatabaseReader,
    order: KeysetOrder
  ) {
    self.database = database
    query = KeysetQuery(sql: sql, arguments: arguments, order: order)
  }

  /// The end is an indexed query away.
  public var traits: PagingTraits { PagingTraits(opensAtEnd: true) }

  /// Loads one page, on a queue of the database's; cancelling the task interrupts its query.
  ///
  /// - Throws: what SQLite says, in one line; a locked database may pass, a damaged one, a missing
  ///   table or a value that the item cannot be made of does not. Also where a row is asked for by its
  ///   number.
  public func load(
    _ request: PageRequest<KeysetCursor>
  ) async throws(PagingError) -> Page<Item, KeysetCursor> {
    if case .number = request.position {
      throw PagingError("a table opens at its ends, not at a row's number", isRetryable: false)
    }
    let count = min(max(request.count, 1), Int.max - 1)
    let walk = KeysetWalk(
      query: query, start: request.position.cursor, isBackward: request.position.isBackward,
      limit: count + 1)
    do {
      return try await database.read { db in
        Self.page(of: try walk.rows(db), count: count, at: request.position)
      }
    } catch {
      throw DatabaseFailure(error).pagingError
    }
  }

  /// Makes a page of the rows of a walk; the one too many says that there is more.
  private static func page(
    of steps: [KeysetWalk.Step<Item>], count: Int, at position: PageRequest<KeysetCursor>.Position
  ) -> Page<Item, KeysetCursor> {
    let held = position.isBackward ? steps.prefix(count).reversed() : Array(steps.prefix(count))
    let beyond = steps.count > count ? steps[count - 1].cursor : nil
    // On the side it was asked from, the row of the cursor is known to be, or to have been, there.
    let behind = position.cursor.map { steps.first?.cursor ?? $0 }
    let before = (position.isBackward ? beyond : behind).map { Continuation.more($0) }
    let after = (position.isBackward ? behind : beyond).map { Continuation.more($0) }
    // Rows may come before the first one; they can then be asked for from there.
    var page = Page(
      items: held.map(\.item), before: before ?? held.first.map { .unknown($0.cursor) } ?? .end,
      after: after ?? .end)
    page.itemCursors = held.map(\.cursor)
    return page
  }
}

extension PageRequest.Position {
  fileprivate var isBackward: Bool {
    switch self {
    case .start, .after, .number: false
    case .end, .before: true
    }
  }

  fileprivate var cursor: Cursor? {
    switch self {
    case .start, .end, .number: nil
    case .after(let cursor), .before(let cursor): cursor
    }
  }
}

/// One page's way through an order: where it starts, which way it goes and how far.
struct KeysetWalk: Sendable {
  let query: KeysetQuery
  let start: KeysetCursor?
  /// Whether it goes against the order, from its end or from a cursor back.
  let isBackward: Bool
  let limit: Int

  struct Step<Item: Sendable>: Sendable {
    let item: Item
    let cursor: KeysetCursor
  }

  /// Reads the rows in the order of the walk, one query for each stretch that it meets.
  func rows<Item: FetchableRecord & Sendable>(_ db: Database) throws -> [Step<Item>] {
    let descending = query.order.descending != isBackward
    var steps: [Step<Item>] = []
    for stretch in KeysetStretch.path(from: start, descending: descending) {
      guard steps.count < limit else { break }
      let statement = try db.cachedStatement(sql: query.sql(stretch, descending: descending))
      let arguments = query.arguments(stretch, limit: limit - steps.count)
      try read(statement, arguments, into: &steps)
    }
    return steps
  }

  private func read<Item: FetchableRecord & Sendable>(
    _ statement: Statement, _ arguments: StatementArguments, into steps: inout [Step<Item>]
  ) throws {
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while let row = try rows.next() {
      let cursor = KeysetCursor(key: row[row.count - 2], tie: row[row.count - 1])
      steps.append(Step(item: try Item(row: row), cursor: cursor))
    }
  }
}
