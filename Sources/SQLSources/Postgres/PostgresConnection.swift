import CPostgres
import Glibc

/// A connection to a server, used by one thread at a time.
///
/// A read is one round trip: a transaction that only reads, and its statements, are sent together (libpq's pipeline).
/// Statements have no names and nothing is set for longer than a transaction, so that it works through a pooler.
final class PostgresConnection {
  private let handle: PostgresHandle
  private var libpq: PostgresLibrary { handle.library }
  private var pointer: OpaquePointer { handle.pointer }
  /// Whether it was lost, and is of no more use.
  private(set) var isLost = false
  /// Seconds since 1970 when the transaction of the query that is open began; nil where none is.
  private(set) var cursorStart: Int?

  /// Opens a connection; the calling thread waits.
  ///
  /// - Throws: why there is none; that it was cancelled.
  init(_ address: PostgresAddress, _ cancelling: QueryCancelling) throws(SQLError) {
    handle = try PostgresOpening.handle(address, try PostgresLibrary.loaded(), cancelling)
  }

  deinit { handle.close() }

  /// The version of the server, as 150018 of 15.18.
  var serverVersion: Int { Int(libpq.functions.serverVersion(pointer)) }

  /// A setting that the server tells of by itself, such as `in_hot_standby`; nil of one that it does not.
  func parameter(_ name: String) -> String? {
    libpq.functions.parameterStatus(pointer, name).map { String(cString: $0) }
  }

  /// Whether the server follows another one; one before version 14 does not tell.
  var isStandby: Bool { parameter("in_hot_standby") == "on" }

  /// The socket, on which notifications arrive.
  var socket: Int32 { libpq.functions.socket(pointer) }

  // MARK: Reads

  /// Runs statements in one transaction that only reads.
  ///
  /// - Parameters:
  ///   - limit: how long each statement may run; nil for as long as it takes.
  ///   - cancelling: ends it from another thread.
  /// - Returns: a result for each.
  /// - Throws: what is wrong with the first that fails; that the connection was lost.
  func read(
    _ statements: [PostgresStatement], limit: Duration?, _ cancelling: QueryCancelling
  ) throws(SQLError) -> [PostgresResult] {
    guard cursorStart == nil else {
      throw SQLError(.mistaken, "an open query is using the connection")
    }
    let start = start(limit)
    let results = try run([start + statements, [Self.end]], limit, cancelling)
    return Array(results.dropFirst(start.count).prefix(statements.count))
  }

  /// Opens a query, whose rows `fetch` reads from first to last; its transaction stays open until `closeCursor`.
  ///
  /// - Throws: what is wrong with it.
  func openCursor(
    _ query: PostgresStatement, limit: Duration?, _ cancelling: QueryCancelling
  ) throws(SQLError) {
    guard cursorStart == nil else { throw SQLError(.mistaken, "a query is already open") }
    var declared = query
    // Neither SCROLL nor NO SCROLL, and not WITH HOLD, which Citus refuses for some tables.
    declared.sql = "DECLARE endless CURSOR FOR \(query.sql)"
    cursorStart = time(nil)
    do throws(SQLError) {
      _ = try run([start(limit) + [declared]], limit, cancelling)
    } catch {
      closeCursor()
      throw error
    }
  }

  /// The next rows of the query that is open, at most a number of them; fewer are the last.
  ///
  /// - Throws: what fails, which closes the query; that none is open.
  func fetch(
    _ count: Int, limit: Duration?, _ cancelling: QueryCancelling
  ) throws(SQLError) -> PostgresResult {
    guard cursorStart != nil else { throw SQLError(.mistaken, "the query is not open any more") }
    do throws(SQLError) {
      let fetch = PostgresStatement("FETCH FORWARD \(count) FROM endless")
      guard let result = try run([[fetch]], limit, cancelling).first else { throw lost() }
      return result
    } catch {
      closeCursor()
      throw error
    }
  }

  /// Ends the transaction of the query that is open.
  func closeCursor() {
    guard cursorStart != nil else { return }
    cursorStart = nil
    guard !isLost else { return }
    _ = try? run([[Self.end]], nil, QueryCancelling())
  }

  // MARK: Notifications

  /// Listens to a channel.
  ///
  /// - Throws: that the server refuses it, as a standby does; that the connection goes through a pooler, which passes no notifications on.
  func listen(to channel: String, _ cancelling: QueryCancelling) throws(SQLError) {
    let name = channel.split(separator: "\"", omittingEmptySubsequences: false).joined(
      separator: "\"\"")
    let asked = [
      PostgresStatement("SELECT pg_backend_pid()"), PostgresStatement("LISTEN \"\(name)\""),
    ]
    let process = try run([asked], nil, cancelling).first?.text(0, 0)
    guard process == "\(libpq.functions.backendPID(pointer))" else {
      throw SQLError(
        .mistaken, "LISTEN does not work through a pooler: connect to the server itself")
    }
  }

  /// Takes what has come; whether it told of a channel.
  func takeNotifications() -> Bool {
    if libpq.functions.consumeInput(pointer) == 0 { isLost = true }
    var isHeard = false
    while let notification = libpq.functions.notifies(pointer) {
      libpq.functions.freemem(notification)
      isHeard = true
    }
    return isHeard
  }

  /// Ends a transaction, also one that has failed.
  private static let end = PostgresStatement("COMMIT")

  private func start(_ limit: Duration?) -> [PostgresStatement] {
    var start = [PostgresStatement("BEGIN READ ONLY")]
    if let limit {
      let milliseconds = max(1, Int(limit / .milliseconds(1)))
      start.append(PostgresStatement("SET LOCAL statement_timeout = \(milliseconds)"))
    }
    // Such a database has bytes of any encoding, and refuses to send those that are no UTF-8 as text of it.
    if parameter("server_encoding") == "SQL_ASCII" {
      start.append(PostgresStatement("SET LOCAL client_encoding = 'SQL_ASCII'"))
    }
    return start
  }

  /// Sends groups of statements at once, and waits for all results; an error ends its group, not the next.
  private func run(
    _ groups: [[PostgresStatement]], _ limit: Duration?, _ cancelling: QueryCancelling
  ) throws(SQLError) -> [PostgresResult] {
    guard !isLost else { throw lost() }
    // Before the first is sent, because what is sent has to be answered.
    for statement in groups.joined() { try statement.check() }
    var wait = PostgresWait(handle, limit, cancelling)
    do throws(SQLError) {
      for group in groups { try send(group) }
      let results = try results(groups, &wait)
      guard !wait.isCancelled else { throw .stopped }
      return results
    } catch {
      if wait.isLost { isLost = true }
      throw wait.isCancelled ? .stopped : error
    }
  }
}

// MARK: - The pipeline

extension PostgresConnection {
  private func send(_ group: [PostgresStatement]) throws(SQLError) {
    for statement in group {
      let types = statement.types
      let isSent = statement.withPointers { sql, values in
        libpq.functions.sendQueryParams(
          pointer, sql, Int32(values.count), types.isEmpty ? nil : types, values, nil, nil, 0)
      }
      guard isSent == 1 else { throw lost() }
    }
    guard libpq.functions.pipelineSync(pointer) == 1 else { throw lost() }
  }

  /// The results in order; the error of the first statement that failed, once all have answered.
  private func results(
    _ groups: [[PostgresStatement]], _ wait: inout PostgresWait
  ) throws(SQLError) -> [PostgresResult] {
    var (results, failure) = ([PostgresResult](), SQLError?.none)
    for group in groups {
      for _ in group {
        while let result = try next(&wait) {
          if let fault = result.error {
            if fault.endsConnection { isLost = true }
            failure = failure ?? fault.error(limit: wait.limit, elapsed: wait.elapsed)
          }
          results.append(result)
          guard !isLost else { throw failure ?? lost() }
        }
      }
      // The mark between two groups.
      guard let mark = try next(&wait), mark.status == PGRES_PIPELINE_SYNC else {
        throw failure ?? lost()
      }
    }
    try wait.end()
    if let failure { throw failure }
    return results
  }

  /// The next result; nil at the end of those of a statement.
  private func next(_ wait: inout PostgresWait) throws(SQLError) -> PostgresResult? {
    while libpq.functions.isBusy(pointer) != 0 {
      guard try wait.forServer() else { break }
    }
    return libpq.functions.getResult(pointer).map { PostgresResult($0, libpq) }
  }

  /// The connection as one that is lost, with what libpq says of it.
  private func lost() -> SQLError {
    isLost = true
    return SQLError(
      postgres: PostgresFault.lost,
      handle.message.first ?? "the connection to the server was lost")
  }
}
