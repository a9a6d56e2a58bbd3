package import Paging
package import Records

/// A database of any kind from which rows are read.
///
/// Reads are performed one after the other. Except for brief reads of pages and synchronous reads,
/// they run on a thread of the database, so that they do not block tasks.
package protocol RowDatabase: AnyObject, Sendable {
  /// A notice for the reader about the current wait, or else a remark about the database; getting
  /// it does not wait for a read.
  var notice: String? { get }

  /// The start of a transaction that stays open between two reads, in seconds since 1970; nil if
  /// there is none.
  var openedAt: Int? { get }

  /// The maximum number of pages that one read returns together, if the reader scrolls faster than
  /// pages arrive; 1 if a read takes no longer than its rows require.
  var pagesAtOnce: Int { get }

  /// Returns another reader of the same database, which does not wait for the reads of this one.
  ///
  /// - Parameter limit: the maximum duration of a read; nil for no limit.
  func anotherReader(limit: Duration?) -> any RowDatabase

  /// Performs a read; cancelling the task ends the query, or the wait for the read's turn.
  ///
  /// - Parameter overrulesLimit: whether the read may exceed the time limit.
  /// - Throws: an error with the database's message on one line, if a statement fails.
  func ask<Value: Sendable>(
    overrulesLimit: Bool, _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value

  /// Performs a read for a page, on the calling thread if it takes at most about a millisecond;
  /// `body` may be called twice.
  ///
  /// - Throws: an error with the database's message on one line, if a statement fails.
  func askForPage<Value: Sendable>(
    overrulesLimit: Bool, _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value

  /// Performs a read synchronously, after all earlier reads.
  ///
  /// - Throws: an error with the database's message on one line, if a statement fails.
  func askNow<Value: Sendable>(
    _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) throws(SQLError) -> Value

  /// The paths of the files of the database, some of which may not exist; empty for a server.
  var paths: [[UInt8]] { get }

  /// A source of the rows of a query that is run once; nothing else may read this database at the
  /// same time.
  func rows(once rows: RowsOnce) -> OnceRows

  /// The size of each table with its indexes, in bytes; nil if it cannot be determined within a
  /// time limit.
  func tableSizes(within limit: Duration) async -> [String: Int]?

  /// A stream that yields an element after changes by another program; nil if changes cannot be
  /// watched.
  func updates() -> AsyncStream<Void>?

  /// Closes the database after all reads that have been requested so far.
  func close()
}

extension RowDatabase {
  package var openedAt: Int? { nil }
  package var pagesAtOnce: Int { 1 }

  package func askForPage<Value: Sendable>(
    overrulesLimit: Bool, _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value { try await ask(overrulesLimit: overrulesLimit, body) }

  /// Performs a read within the time limit of the database.
  ///
  /// - Throws: an error with the database's message on one line, if a statement fails.
  package func ask<Value: Sendable>(
    _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value { try await ask(overrulesLimit: false, body) }
}

/// Access to a database during a read.
package protocol RowReader {
  /// All tables and views except internal ones, in the order in which they are listed, each with
  /// its columns and its approximate number of rows.
  func listedTables() throws(SQLError) -> [ListedTable]
  /// The columns of a table, including computed ones.
  func columns(of table: DatabaseTable) throws(SQLError) -> [DatabaseColumn]
  func foreignKeys(of table: DatabaseTable) throws(SQLError) -> [ForeignKey]
  /// The approximate number of rows in a table, found without counting them; nil if it is unknown.
  func estimatedRowCount(of table: DatabaseTable) throws(SQLError) -> Int?
  /// Whether text is stored in UTF-8.
  func holdsUTF8() throws(SQLError) -> Bool

  /// Determines how a table is paged.
  func opening(ofTable name: String, _ request: TableRequest) throws(SQLError) -> TableOpening
  /// Determines how the result of a query is paged.
  func opening(ofQuery sql: String, _ request: TableRequest) throws(SQLError) -> TableOpening

  /// The complete values of a row of a query that was run once; nil if its position now has another
  /// row, or none.
  ///
  /// If the row is cut, the query is run again up to this row.
  func whole(_ row: TableRow, ofOnce opening: TableOpening) throws(SQLError) -> Record?

  /// Blobs of the current version of a row; empty if the row was deleted, or has moved in the
  /// order.
  ///
  /// - Parameter relation: the relation that the row was read from, in the same order.
  func blobs(
    of row: TableRow, _ relation: RowRelation, _ choice: BlobChoice
  ) throws(SQLError) -> [RowBlob]
  /// Blobs of a row of a query that was run once; empty if another row is now in its position.
  ///
  /// The query is run again up to this row.
  func blobs(
    of row: TableRow, ofOnce opening: TableOpening, _ choice: BlobChoice
  ) throws(SQLError) -> [RowBlob]

  /// The rows of a walk.
  func steps(
    of walk: KeysetWalk, _ relation: RowRelation
  ) throws(SQLError) -> [KeysetWalk.Step<TableRow>]
  /// Searches for rows until enough are found or the time for a read is over.
  func look(
    for scan: RowScan, _ request: PageRequest<KeysetCursor>, _ timing: FoundRows.Timing
  ) throws(SQLError) -> RowScan.Stretch
  /// The number of matching rows, counted in one query.
  func count(_ scan: RowScan) throws(SQLError) -> Int
  /// Counts the matching rows after a position, and stops at the time `end` or earlier.
  func count(
    _ scan: RowScan, from position: PageRequest<KeysetCursor>.Position,
    until end: ContinuousClock.Instant
  ) throws(SQLError) -> RowScan.Stretch

  /// The range of a relation's rows in their order; nil if the relation has no rows.
  func keyRange(of relation: RowRelation) throws(SQLError) -> KeyRange?
  /// The position before the row with a key that the reader has entered or, if that row does not
  /// exist, where it would be; nil if that position cannot be computed.
  func place(
    ofKey text: String, in relation: RowRelation
  ) throws(SQLError) -> (place: KeysetCursor, isFound: Bool)?
  /// The position before a row that has the given values in some columns; nil if no row has them.
  func place(
    of values: [SQLValue], in columns: [String], of relation: RowRelation
  ) throws(SQLError) -> KeysetCursor?
}

/// The rows of a query that is run once, read only forward.
///
/// A page that was read cannot be requested again, except the first, for which the query is run
/// again.
package struct OnceRows: PagingSource {
  package typealias Item = TableRow
  /// The number of rows that were read before a page.
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
  /// The number of rows read before the page.
  var rowsBefore: Int {
    get throws(PagingError) {
      switch position {
      case .start: 0
      case .after(let count): count
      case .end, .before, .number:
        throw PagingError(
          "a query that runs only once can only be read forwards", isRetryable: false)
      }
    }
  }
}
