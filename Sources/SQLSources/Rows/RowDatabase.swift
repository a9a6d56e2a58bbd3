package import Paging
package import Records

/// A database that rows are read from, whichever program keeps it.
///
/// Reads are made one after the other, on a thread that no task waits for.
package protocol RowDatabase: AnyObject, Sendable {
  /// What is waited for now, else what a reader should know of the database; it waits for no read.
  var notice: String? { get }

  /// Seconds since 1970 when a transaction began that stays open between two reads; nil where none is.
  var openedAt: Int? { get }

  /// Another reader of the same database, which no read of this one waits for.
  ///
  /// - Parameter limit: how long a read may run; nil for as long as it takes.
  func anotherReader(limit: Duration?) -> any RowDatabase

  /// Reads; cancelling the task ends the query, or the wait for its turn.
  ///
  /// - Parameter overrulesLimit: whether it may run for as long as it takes.
  /// - Throws: what the database says, in one line.
  func ask<Value: Sendable>(
    overrulesLimit: Bool, _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value

  /// The same for a page, which may be read by the thread that calls where that takes about a millisecond at most; `body` may
  /// be run twice.
  ///
  /// - Throws: what the database says, in one line.
  func askForPage<Value: Sendable>(
    overrulesLimit: Bool, _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value

  /// The same on the thread that calls, which waits for the reads before.
  ///
  /// - Throws: what the database says, in one line.
  func askNow<Value: Sendable>(
    _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) throws(SQLError) -> Value

  /// The paths of the files that it is in, of which some need not be there; none of a server.
  var paths: [[UInt8]] { get }

  /// The rows of a query that is run once, forward; nothing else reads the database meanwhile.
  func rows(once rows: RowsOnce) -> OnceRows

  /// The bytes that each table takes with its indexes; nil where that is not known within a limit.
  func tableSizes(within limit: Duration) async -> [String: Int]?

  /// Sends an element when others have changed the database; nil where changes cannot be heard.
  func updates() -> AsyncStream<Void>?

  /// Lets go of the database, after the reads that were asked for before.
  func close()
}

extension RowDatabase {
  package var openedAt: Int? { nil }

  package func askForPage<Value: Sendable>(
    overrulesLimit: Bool, _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value { try await ask(overrulesLimit: overrulesLimit, body) }

  /// Reads for as long as the database lets a query run.
  ///
  /// - Throws: what the database says, in one line.
  package func ask<Value: Sendable>(
    _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value { try await ask(overrulesLimit: false, body) }
}

/// A database while it is read.
package protocol RowReader {
  /// All tables and views, in the order of their names, and what is said of them in a list.
  func listedTables() throws(SQLError) -> [ListedTable]
  /// The columns of a table that a query gives, computed ones among them.
  func columns(of table: DatabaseTable) throws(SQLError) -> [DatabaseColumn]
  /// The foreign keys of a table.
  func foreignKeys(of table: DatabaseTable) throws(SQLError) -> [ForeignKey]
  /// About how many rows a table has, without counting; nil where nothing says it.
  func estimatedRowCount(of table: DatabaseTable) throws(SQLError) -> Int?
  /// Whether texts are held in UTF-8.
  func holdsUTF8() throws(SQLError) -> Bool

  /// Finds how a table is paged.
  func opening(ofTable name: String, _ request: TableRequest) throws(SQLError) -> TableOpening
  /// Finds how the result of a query is paged.
  func opening(ofQuery sql: String, _ request: TableRequest) throws(SQLError) -> TableOpening

  /// All values of a row of a query that was run once, which is run again up to it; nil where another row is at its place.
  func whole(_ row: TableRow, ofOnce opening: TableOpening) throws(SQLError) -> Record?

  /// Blobs of a row as it is now; none where it has gone, or has moved in the order.
  ///
  /// - Parameter relation: what it was read from, in the order that it was read in.
  func blobs(
    of row: TableRow, _ relation: RowRelation, _ choice: BlobChoice
  ) throws(SQLError) -> [RowBlob]
  /// Blobs of a row of a query that was run once, which is run again up to it; none where another row is at its place.
  func blobs(
    of row: TableRow, ofOnce opening: TableOpening, _ choice: BlobChoice
  ) throws(SQLError) -> [RowBlob]

  /// The rows of a walk.
  func steps(
    of walk: KeysetWalk, _ relation: RowRelation
  ) throws(SQLError) -> [KeysetWalk.Step<TableRow>]
  /// Looks at rows until some are found, or until it is time to end.
  func look(
    for scan: RowScan, _ request: PageRequest<KeysetCursor>, _ timing: FoundRows.Timing
  ) throws(SQLError) -> RowScan.Stretch
  /// How many rows are wanted, at once.
  func count(_ scan: RowScan) throws(SQLError) -> Int
  /// How many of the rows from a place on are wanted, until it is time to end.
  func count(
    _ scan: RowScan, from position: PageRequest<KeysetCursor>.Position,
    until end: ContinuousClock.Instant
  ) throws(SQLError) -> RowScan.Stretch

  /// The range of a relation's order; nil where it has no rows.
  func keyRange(of relation: RowRelation) throws(SQLError) -> KeyRange?
  /// The place before the row with a key, as a reader typed it; and whether that row is there.
  func place(
    ofKey text: String, in relation: RowRelation
  ) throws(SQLError) -> (place: KeysetCursor, isFound: Bool)?
  /// The place before the row that has some values in some columns; nil where none has.
  func place(
    of values: [SQLValue], in columns: [String], of relation: RowRelation
  ) throws(SQLError) -> KeysetCursor?
}

/// The rows of a query that is run once, from its first row on: it goes forward alone, and answers no request twice.
package struct OnceRows: PagingSource {
  package typealias Item = TableRow
  /// How many rows were read before.
  package typealias Cursor = Int

  private let rows: @Sendable (PageRequest<Int>) async throws(PagingError) -> Page<TableRow, Int>

  init(
    _ rows:
      @escaping @Sendable (PageRequest<Int>) async throws(PagingError) -> Page<TableRow, Int>
  ) { self.rows = rows }

  package func load(
    _ request: PageRequest<Int>
  ) async throws(PagingError) -> Page<TableRow, Int> { try await rows(request) }
}

extension PageRequest<Int> {
  /// How many rows were read before the page.
  var rowsBefore: Int {
    get throws(PagingError) {
      switch position {
      case .start: 0
      case .after(let count): count
      case .end, .before, .number:
        throw PagingError("a query that is run once goes forward alone", isRetryable: false)
      }
    }
  }
}
