import CPostgres
import Glibc

/// A connection to a server, used by one thread at a time.
///
/// A read takes one round trip: the read-only transaction and its statements are sent together
/// (libpq's pipeline). Statements have no names, and no setting outlasts a transaction, so that
/// reads work through a pooler.
final class PostgresConnection {
  private let handle: PostgresHandle
  private var libpq: PostgresLibrary { handle.library }
  private var pointer: OpaquePointer { handle.pointer }
  /// Whether the connection was lost, and therefore cannot be used.
  private(set) var isLost = false
  /// The time when the transaction of the open query began, in seconds since 1970; nil if no query
  /// is open.
  private(set) var cursorStart: Int?
  /// The answers of a brief read, one element for each round trip, in order; all are complete,
  /// except perhaps the last.
  private var kept: [PostgresAnswers] = []
  /// The time at which the current brief read stops waiting; nil during other reads.
  private var briefEnd: ContinuousClock.Instant?
  /// Whether the last answer arrived within the time of a brief read.
  private var answersSoon = true

  /// Opens a connection; the calling thread waits.
  ///
  /// - Throws: an error with the reason, which may be that the task was cancelled.
  init(_ address: PostgresAddress, _ cancelling: QueryCancelling) throws(SQLError) {
    handle = try PostgresOpening.handle(address, try PostgresLibrary.loaded(), cancelling)
  }

  deinit { handle.close() }

  /// The version of the server, such as 150018 for 15.18.
  var serverVersion: Int { Int(libpq.functions.serverVersion(pointer)) }

  /// A setting that the server reports without a query, such as `in_hot_standby`; nil if the server
  /// does not report this setting.
  func parameter(_ name: String) -> String? {
    libpq.functions.parameterStatus(pointer, name).map { String(cString: $0) }
  }

  /// Whether the server is a standby; false for a server before version 14, which does not report
  /// that.
  var isStandby: Bool { parameter("in_hot_standby") == "on" }

  private(set) lazy var kind: ServerKind = {
    if parameter("crdb_version") != nil { return .cockroach }
    // For example 11.2-YB-2.18.0.0-b0.
    let version = parameter("server_version")?.split(separator: "-" as Character) ?? []
    return version.contains("YB") ? .yugabyte : .postgres
  }()

  /// The socket, on which notifications arrive.
  var socket: Int32 { libpq.functions.socket(pointer) }

  // MARK: Reads

  /// How long a brief read waits for its answers; a server on this machine sends a page in a small
  /// part of this time.
  private static let briefTime = Duration.milliseconds(1)

  /// Runs a read that waits for its answers only for about a millisecond, or not at all if the last
  /// answer took longer.
  ///
  /// The statements for a distant server are sent here, too, because waking the thread of the
  /// connection would delay them. If the answers do not arrive in time, the statements are not
  /// cancelled, and the read gets their answers when it runs again. If a read with other statements
  /// runs instead, that read first ends the open statements.
  ///
  /// - Returns: the result; nil if the answers do not arrive in time, or if the connection cannot
  ///   be used for a brief read.
  func briefly<Value>(
    _ body: () throws(SQLError) -> Value
  ) -> Result<Value, SQLError>? {
    guard !isLost, cursorStart == nil, kept.isEmpty else { return nil }
    briefEnd = answersSoon ? .now + Self.briefTime : .now
    let result = Result { () throws(SQLError) in try body() }
    briefEnd = nil
    guard !isLost, !awaitsAnswers else { return nil }
    kept = []
    return result
  }

  /// Whether answers are outstanding, because a brief read has stopped waiting for them.
  private var awaitsAnswers: Bool { kept.last?.isComplete == false }

  /// Ends the statements of a read that will not run again, and waits until they have ended.
  func endOpenStatements() {
    defer { kept = [] }
    guard !isLost, awaitsAnswers, var answers = kept.popLast() else { return }
    let cancelling = QueryCancelling()
    cancelling.cancel()
    var wait = PostgresWait(handle, nil, cancelling, since: .now)
    try? take(&answers, &wait)
    if wait.isLost { isLost = true }
  }

  /// Runs statements in one read-only transaction.
  ///
  /// - Parameters:
  ///   - limit: how long each statement may run; nil for no limit.
  ///   - cancelling: ends the read from another thread.
  /// - Returns: one result for each statement.
  /// - Throws: the error of the first statement that fails, or an error if the connection was lost,
  ///   if an open query uses it, or if the read was cancelled.
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

  /// Opens a query whose rows `fetch` reads from first to last.
  ///
  /// Its transaction stays open until `closeCursor`.
  ///
  /// - Throws: an error if the query is invalid, or if it cannot be opened now.
  func openCursor(
    _ query: PostgresStatement, limit: Duration?, _ cancelling: QueryCancelling
  ) throws(SQLError) {
    guard cursorStart == nil else { throw SQLError(.mistaken, "a query is already open") }
    // After its time is over, a brief read could not send the statement that closes the query.
    guard briefEnd == nil else {
      throw SQLError(.mistaken, "cannot open a query while reading a page")
    }
    var declared = query
    // SCROLL, NO SCROLL and WITH HOLD are omitted, because Citus refuses them for some tables.
    declared.sql = "DECLARE endless CURSOR FOR \(query.sql)"
    cursorStart = time(nil)
    do throws(SQLError) {
      let settings = kind == .cockroach ? [] : [Self.noticingEnd]
      _ = try run([start(limit) + settings + [declared]], limit, cancelling)
    } catch {
      closeCursor()
      throw error
    }
  }

  /// The next rows of the open query, at most `count` of them; if there are fewer, they are the
  /// last rows.
  ///
  /// - Throws: an error if fetching fails, which closes the query, or if no query is open.
  func fetch(
    _ count: Int, limit: Duration?, _ cancelling: QueryCancelling
  ) throws(SQLError) -> PostgresResult {
    guard cursorStart != nil else { throw SQLError(.mistaken, "the query is no longer open") }
    do throws(SQLError) {
      let fetch = PostgresStatement("FETCH FORWARD \(count) FROM endless")
      guard let result = try run([[fetch]], limit, cancelling).first else { throw lost() }
      return result
    } catch {
      closeCursor()
      throw error
    }
  }

  /// Ends the transaction of the open query.
  func closeCursor() {
    guard cursorStart != nil else { return }
    cursorStart = nil
    guard !isLost else { return }
    _ = try? run([[Self.undo]], nil, QueryCancelling())
  }

  // MARK: Notifications

  /// Listens on a channel.
  ///
  /// - Throws: an error if the server refuses to listen, as a standby does, or if the connection
  ///   goes through a pooler, which does not pass notifications on.
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

  /// Reads the data that has arrived, and returns whether it contained a notification.
  ///
  /// It reads until the socket has no more data, because Dispatch reports a hang-up only once, and
  /// the last message of the server may precede it.
  func takeNotifications() -> Bool {
    repeat {
      if libpq.functions.consumeInput(pointer) == 0 || socket < 0 { isLost = true }
    } while !isLost && hasData
    var isHeard = false
    while let notification = libpq.functions.notifies(pointer) {
      libpq.functions.freemem(notification)
      isHeard = true
    }
    return isHeard
  }

  /// The statement that makes the server check each second whether the client of a running
  /// statement still exists, so that the server ends the statements of a program that has ended.
  ///
  /// Servers before version 14 do not have this setting, and those on some systems refuse it.
  static let noticingEnd = PostgresStatement(
    """
    SELECT CASE WHEN current_setting('client_connection_check_interval', TRUE) IS NOT NULL AND version() LIKE '%linux%'
    THEN set_config('client_connection_check_interval', '1000', TRUE) END
    """)

  /// Whether the socket has data or was closed by the server.
  private var hasData: Bool {
    var asked = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&asked, 1, 0) > 0
  }

  /// The statement that ends a transaction, even one that has failed.
  private static let end = PostgresStatement("COMMIT")
  /// The statement that ends the transaction of a user's query, and undoes changes that a function
  /// has made in spite of `READ ONLY`.
  private static let undo = PostgresStatement("ROLLBACK")

  private func start(_ limit: Duration?) -> [PostgresStatement] {
    var start = [PostgresStatement("BEGIN READ ONLY")]
    if let limit {
      let milliseconds = max(1, Int(limit / .milliseconds(1)))
      start.append(PostgresStatement("SET LOCAL statement_timeout = \(milliseconds)"))
    }
    // A database with this setting may contain bytes of any encoding. They are requested unchanged,
    // because the server would refuse to send bytes that are not UTF-8 to a client with the
    // encoding UTF-8.
    if parameter("server_encoding") == "SQL_ASCII" {
      start.append(PostgresStatement("SET LOCAL client_encoding = 'SQL_ASCII'"))
    }
    return start
  }

  /// Sends groups of statements together, and waits for all results.
  ///
  /// An error ends its group, but not the next one.
  private func run(
    _ groups: [[PostgresStatement]], _ limit: Duration?, _ cancelling: QueryCancelling
  ) throws(SQLError) -> [PostgresResult] {
    guard !isLost else { throw lost() }
    // All statements are checked before the first one is sent, because the answers to sent
    // statements must be read.
    for statement in groups.joined() { try statement.check() }
    var answers = try sent(groups)
    var wait = PostgresWait(handle, limit, cancelling, since: answers.start, until: briefEnd)
    defer { answersSoon = !wait.wasCutShort && wait.elapsed < Self.briefTime }
    do throws(SQLError) {
      try take(&answers, &wait)
      guard !wait.isCancelled else { throw .stopped }
    } catch {
      if wait.isLost { isLost = true }
      if wait.wasCutShort { kept.append(answers) }
      throw wait.isCancelled ? .stopped : error
    }
    if let failure = answers.failure { throw failure }
    if briefEnd != nil { kept.append(answers) }
    return answers.results
  }
}

// MARK: - The pipeline

extension PostgresConnection {
  /// Returns the answers to groups of statements; sends the groups, unless the previous brief read
  /// has already sent the same ones.
  private func sent(_ groups: [[PostgresStatement]]) throws(SQLError) -> PostgresAnswers {
    if briefEnd != nil {
      // A brief read ends with its first late answer.
      guard !awaitsAnswers else { throw .stopped }
    } else if kept.first?.groups == groups {
      return kept.removeFirst()
    } else {
      endOpenStatements()
    }
    guard !isLost else { throw lost() }
    let answers = PostgresAnswers(groups: groups)
    for group in groups { try send(group) }
    return answers
  }

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

  /// Takes the results in order, until all statements have been answered.
  ///
  /// - Throws: an error if the connection was lost or the wait has ended early; an error of a
  ///   statement is one of the answers.
  private func take(
    _ answers: inout PostgresAnswers, _ wait: inout PostgresWait
  ) throws(SQLError) {
    while !answers.isComplete {
      let result = try next(&wait)
      if answers.awaitsMark {
        // The synchronization point at the end of a group.
        guard result?.status == PGRES_PIPELINE_SYNC else { throw answers.failure ?? lost() }
        answers.addMark()
      } else if let result {
        let fault = result.error
        if fault?.endsConnection == true { isLost = true }
        answers.add(result, fault?.error(limit: wait.limit, elapsed: wait.elapsed))
        guard !isLost else { throw answers.failure ?? lost() }
      } else {
        answers.addEndOfStatement()
      }
    }
    try wait.end()
  }

  /// The next result; nil after the last result of a statement.
  private func next(_ wait: inout PostgresWait) throws(SQLError) -> PostgresResult? {
    while libpq.functions.isBusy(pointer) != 0 {
      guard try wait.forServer() else { break }
    }
    return libpq.functions.getResult(pointer).map { PostgresResult($0, libpq) }
  }

  /// Marks the connection as lost, and returns libpq's reason.
  private func lost() -> SQLError {
    isLost = true
    return SQLError(
      postgres: PostgresFault.lost,
      handle.message.first ?? "the connection to the server was lost")
  }
}

/// The answers to statements that were sent together, as far as they have arrived.
private struct PostgresAnswers {
  /// The groups of statements; after an error, the remaining statements of its group are skipped.
  let groups: [[PostgresStatement]]
  /// The time at which the statements were sent.
  let start = ContinuousClock.now
  private(set) var results: [PostgresResult] = []
  /// The error of the first statement that has failed.
  private(set) var failure: SQLError?
  /// The number of groups that have been answered, and the number of answered statements in the
  /// next group.
  private var place = (groups: 0, statements: 0)

  init(groups: [[PostgresStatement]]) { self.groups = groups }

  var isComplete: Bool { place.groups == groups.count }
  /// Whether all statements of the current group have been answered; its synchronization point is
  /// then next.
  var awaitsMark: Bool { place.statements == groups[place.groups].count }

  mutating func add(_ result: PostgresResult, _ error: SQLError?) {
    results.append(result)
    failure = failure ?? error
  }

  mutating func addEndOfStatement() { place.statements += 1 }
  mutating func addMark() { place = (place.groups + 1, 0) }
}
