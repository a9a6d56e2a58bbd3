import Dispatch
import Synchronization

/// A PostgreSQL database that is read while other programs may write to it.
///
/// Reads run one after another over one connection. The first read opens the connection, and a
/// later read opens it again if it was lost.
public final class PostgresDatabase: Sendable {
  package let address: PostgresAddress
  /// How long a statement may run by default; nil for no limit.
  private let limit: Duration?
  /// The channel on which writers announce changes; nil if they do not.
  package let channel: String?
  private let queue = DispatchQueue(label: "postgres")
  /// The state of reading, used on the queue or, for a brief read, on the thread of the caller.
  private let reading = Mutex(PostgresReading())
  private let told = Mutex(Told())

  /// The state that can be queried without waiting for a read.
  private struct Told {
    var isStandby = false
    /// The time when the transaction of the open query began, in seconds since 1970; nil if no
    /// query is open.
    var openedAt: Int?
    /// The reason why changes are not received; nil if no reason is known.
    var deafness: String?
  }

  /// Creates a database without opening a connection.
  ///
  /// - Parameters:
  ///   - address: the address of the database.
  ///   - limit: how long a statement may run; nil for no limit.
  ///   - channel: the channel on which writers announce changes with `NOTIFY`; nil if they do not.
  package init(_ address: PostgresAddress, limit: Duration? = nil, channel: String? = nil) {
    (self.address, self.limit, self.channel) = (address, limit, channel)
  }

  /// Creates a database without opening a connection.
  ///
  /// - Parameters:
  ///   - address: `postgres://host/database`, or another form that libpq accepts, such as
  ///     `service=shop`. Missing parts are taken from the environment, for example from `PGHOST`,
  ///     and a missing password from `~/.pgpass`.
  ///   - limit: how long a statement may run; nil for no limit.
  /// - Throws: an error if the address is invalid or libpq is missing; the error omits the
  ///   password.
  public convenience init(address: String, limit: Duration? = nil) throws(SQLError) {
    self.init(try PostgresAddress(address), limit: limit)
  }

  /// Returns another reader of the same database, with its own connection and thread, so that the
  /// two do not wait for each other's reads.
  package func another(limit: Duration? = nil) -> PostgresDatabase {
    PostgresDatabase(address, limit: limit, channel: channel)
  }

  /// Runs a read; cancelling the task ends the statement, or the wait for the read's turn, without
  /// blocking the caller.
  ///
  /// If the connection that an earlier read opened was lost, and no query was open on it, the body
  /// runs again on a new connection.
  ///
  /// - Parameter overrulesLimit: whether the read may exceed the time limit.
  /// - Throws: an error on one line, if the server reports one or cannot be reached.
  package func read<Value: Sendable>(
    overrulesLimit: Bool = false,
    _ body: @escaping @Sendable (PostgresSession) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value {
    let limit = overrulesLimit ? nil : limit
    return try await queue.read { [self] in attempt($0, limit, body) }
  }

  /// Reads a page, on the thread of the task if the server answers within about a millisecond.
  ///
  /// If the answer takes longer, the thread of the connection calls `body` again and gets the
  /// answers to the same statements, which are not sent twice. After an answer that took longer,
  /// the thread of the task only sends the statements of the next page.
  ///
  /// - Throws: an error on one line, if the server reports one or cannot be reached.
  package func readPage<Value: Sendable>(
    overrulesLimit: Bool,
    _ body: @escaping @Sendable (PostgresSession) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value {
    let limit = overrulesLimit ? nil : limit
    do throws(SQLError) {
      return try await queue.read {
        attemptHere(limit, body)
      } _: { [self] in
        attempt($0, limit, body)
      }
    } catch {
      // A task that was cancelled before its turn may have left statements on the server.
      if error.kind == .cancelled {
        queue.async { [self] in reading.withLock { $0.endOpenStatements() } }
      }
      throw error
    }
  }

  /// Runs a read on the calling thread, which waits for earlier reads.
  ///
  /// - Throws: an error on one line, if the server reports one or cannot be reached.
  package func readNow<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresSession) throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    try queue.sync { attempt(QueryCancelling(), limit, body) }.get()
  }

  private func attempt<Value: Sendable>(
    _ cancelling: QueryCancelling, _ limit: Duration?,
    _ body: @Sendable (PostgresSession) throws(SQLError) -> Value
  ) -> Result<Value, SQLError> {
    reading.withLock { reading in
      let result = Result { () throws(SQLError) in
        try reading.read(address, cancelling, limit, body)
      }
      tell(reading)
      return result
    }
  }

  /// Reads on the calling thread; nil if no connection can be used for a brief read, if another
  /// read is in progress, or if the server does not answer within about a millisecond.
  private func attemptHere<Value: Sendable>(
    _ limit: Duration?, _ body: @Sendable (PostgresSession) throws(SQLError) -> Value
  ) -> Result<Value, SQLError>? {
    reading.withLockIfAvailable { reading in
      let result = reading.readBriefly(limit, body)
      tell(reading)
      return result
    } ?? nil
  }

  private func tell(_ reading: PostgresReading) {
    told.withLock { told in
      told.isStandby = reading.isStandby ?? told.isStandby
      told.openedAt = reading.openedAt
    }
  }

  /// A notice for the reader about the server; getting it does not wait for a read.
  package var notice: String? {
    told.withLock { told in
      told.deafness ?? (told.isStandby ? "the server is a standby: it may be a moment behind" : nil)
    }
  }

  /// The time when the transaction of the open query began, in seconds since 1970; nil if no query
  /// is open.
  package var openedAt: Int? { told.withLock(\.openedAt) }

  /// Whether the server that was last read is a standby.
  var isStandby: Bool { told.withLock(\.isStandby) }

  /// Records the reason why changes are not received, which `notice` states from then on.
  func refuseListening(_ reason: String) { told.withLock { $0.deafness = reason } }

  /// Closes the connection after all reads that have been requested so far.
  package func close() { queue.async { [self] in reading.withLock { $0.close() } } }

  /// Closes the connection on the calling thread, which waits for earlier reads.
  package func closeNow() { queue.sync { reading.withLock { $0.close() } } }
}

/// The connection for reads.
private struct PostgresReading {
  private var connection: PostgresConnection?
  /// Whether the server that was last read is a standby; nil before the first read.
  private(set) var isStandby: Bool?
  /// The time when the transaction of the open query began, in seconds since 1970; nil if no query
  /// is open.
  var openedAt: Int? { connection?.cursorStart }

  mutating func close() { connection = nil }

  /// Ends the statements that a read has left on the server.
  mutating func endOpenStatements() {
    connection?.endOpenStatements()
    if connection?.isLost == true { close() }
  }

  /// Reads if the connection is open and the server answers within about a millisecond.
  ///
  /// - Returns: the result; nil if the connection is not open or cannot be used for a brief read,
  ///   or if the server does not answer in time.
  mutating func readBriefly<Value>(
    _ limit: Duration?, _ body: (PostgresSession) throws(SQLError) -> Value
  ) -> Result<Value, SQLError>? {
    guard let open = connection else { return nil }
    return open.briefly { () throws(SQLError) in
      try result(open, QueryCancelling(), limit, body)
    }
  }

  mutating func read<Value>(
    _ address: PostgresAddress, _ cancelling: QueryCancelling, _ limit: Duration?,
    _ body: (PostgresSession) throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    let wasOpen = connection != nil
    let open = try opened(address, cancelling)
    let mayTryAgain = wasOpen && open.cursorStart == nil
    do throws(SQLError) {
      return try result(open, cancelling, limit, body)
    } catch {
      guard open.isLost, mayTryAgain, error.kind == .passing, !cancelling.isCancelled else {
        throw error
      }
      // The connection was lost, either while it was idle or during this read. The body only reads,
      // so it can run again.
      return try result(try opened(address, cancelling), cancelling, limit, body)
    }
  }

  private mutating func opened(
    _ address: PostgresAddress, _ cancelling: QueryCancelling
  ) throws(SQLError) -> PostgresConnection {
    if let connection { return connection }
    let new = try PostgresConnection(address, cancelling)
    connection = new
    return new
  }

  private mutating func result<Value>(
    _ open: PostgresConnection, _ cancelling: QueryCancelling, _ limit: Duration?,
    _ body: (PostgresSession) throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    defer {
      if open.isLost { connection = nil } else { isStandby = open.isStandby }
    }
    return try body(PostgresSession(connection: open, limit: limit, cancelling: cancelling))
  }
}
