import Dispatch
import Synchronization

/// A database of PostgreSQL that is read, while other programs may write it.
///
/// Reads are made one after the other on one thread and one connection, which is opened with the first. One that was lost is
/// opened again by the next read.
public final class PostgresDatabase: Sendable {
  /// Where it is.
  package let address: PostgresAddress
  /// How long a statement may run by default; nil for as long as it takes.
  private let limit: Duration?
  /// The channel on which its writers tell of changes; nil where they do not.
  package let channel: String?
  private let queue = DispatchQueue(label: "postgres")
  /// Used on the queue alone; a mutex, because the compiler cannot know that.
  private let reading = Mutex(PostgresReading())
  private let told = Mutex(Told())

  /// What is told without waiting for a read.
  private struct Told {
    var isStandby = false
    /// Seconds since 1970 when the transaction of a query that is open began; nil where none is.
    var openedAt: Int?
    /// Why changes are not heard.
    var deafness: String?
  }

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - address: where the database is.
  ///   - limit: how long a statement may run; nil for as long as it takes.
  ///   - channel: on which its writers tell of changes by `NOTIFY`; nil where they do not.
  package init(_ address: PostgresAddress, limit: Duration? = nil, channel: String? = nil) {
    (self.address, self.limit, self.channel) = (address, limit, channel)
  }

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - address: `postgres://host/database`, or what libpq takes in its place, such as `service=shop`; what it does not say
  ///     comes from the environment, as `PGHOST`, and a password from `~/.pgpass`.
  ///   - limit: how long a statement may run; nil for as long as it takes.
  /// - Throws: what is wrong with the address, without a password; that libpq is missing.
  public convenience init(address: String, limit: Duration? = nil) throws(SQLError) {
    self.init(try PostgresAddress(address), limit: limit)
  }

  /// Another reader of the same database, with a connection and a thread that no other read waits for.
  package func another(limit: Duration? = nil) -> PostgresDatabase {
    PostgresDatabase(address, limit: limit, channel: channel)
  }

  /// Reads; cancelling the task ends the statement, or the wait for its turn, without blocking the caller.
  ///
  /// The body runs again on a new connection where the one that an earlier read has opened was lost.
  ///
  /// - Parameter overrulesLimit: whether it may run for as long as it takes.
  /// - Throws: what the server says, or why there is no connection, in one line.
  package func read<Value: Sendable>(
    overrulesLimit: Bool = false,
    _ body: @escaping @Sendable (PostgresSession) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value {
    let limit = overrulesLimit ? nil : limit
    return try await queue.read { [self] in attempt($0, limit, body) }
  }

  /// The same on the thread that calls, which waits for the reads before.
  ///
  /// - Throws: what the server says, or why there is no connection, in one line.
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
      told.withLock { told in
        told.isStandby = reading.isStandby ?? told.isStandby
        told.openedAt = reading.openedAt
      }
      return result
    }
  }

  /// What a reader should know of the server; it waits for no read.
  package var notice: String? {
    told.withLock { told in
      told.deafness ?? (told.isStandby ? "the server is a standby: it may be a moment behind" : nil)
    }
  }

  /// Seconds since 1970 when the transaction of a query that is open began; nil where none is.
  package var openedAt: Int? { told.withLock(\.openedAt) }

  /// Whether the server that was read last follows another one.
  var isStandby: Bool { told.withLock(\.isStandby) }

  /// Tells from now on why changes are not heard.
  func refuseListening(_ reason: String) { told.withLock { $0.deafness = reason } }

  /// Closes the connection, after the reads that were asked for before.
  package func close() { queue.async { [self] in reading.withLock { $0.close() } } }

  /// The same on the thread that calls, which waits for the reads before.
  package func closeNow() { queue.sync { reading.withLock { $0.close() } } }
}

/// The connection that reads go by.
private struct PostgresReading {
  private var connection: PostgresConnection?
  /// Whether the server that was read last follows another one.
  private(set) var isStandby: Bool?
  /// Seconds since 1970 when the transaction of a query that is open began; nil where none is.
  var openedAt: Int? { connection?.cursorStart }

  mutating func close() { connection = nil }

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
      // It was lost while nothing was asked, or just now: what only reads may be asked again.
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
