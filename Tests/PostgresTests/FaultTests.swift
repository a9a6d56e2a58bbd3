import PostgresTrials
import SQLSources
import Testing

@Suite struct `What goes wrong with PostgreSQL` {
  let server: PostgresServer

  init() throws { server = try .shared() }

  private func open(_ words: String, limit: Duration? = nil) throws -> PostgresDatabase {
    PostgresDatabase(try PostgresAddress(words), limit: limit)
  }

  // MARK: What the server says

  @Test func `is said in the server's words, with its hint`() async throws {
    let trial = try server.database(
      """
      CREATE TABLE orders (number int); CREATE TABLE hidden (a int);
      GRANT SELECT ON orders TO reader;
      """)
    let database = try open(trial.server.words(trial.name, user: "reader:secret"))
    let errors: [(String, String, String)] = [
      ("SELECT * FROM hidden", "42501", "permission denied for table hidden"),
      ("SELECT * FROM nowhere", "42P01", "relation \"nowhere\" does not exist"),
      (
        "SELECT numbr FROM orders", "42703",
        "column \"numbr\" does not exist: Perhaps you meant to reference the column \"orders.number\"."
      ),
      ("SELEC 1", "42601", "syntax error at or near \"SELEC\""),
      ("SELECT 1; SELECT 2", "42601", "cannot insert multiple commands into a prepared statement"),
      ("CREATE TABLE t (a int)", "25006", "cannot execute CREATE TABLE in a read-only transaction"),
    ]
    for (sql, state, words) in errors {
      #expect(await database.error(of: sql) == SQLError(.mistaken, words, state: state))
    }
    #expect(try await database.texts("SELECT count(*) FROM orders") == ["0"])
  }

  @Test func `ends the statements after it, and no read after that`() async throws {
    let database = try open(server.words())
    let error = await SQLError.thrown { () async throws(SQLError) in
      try await database.read { session throws(SQLError) in
        try session.rows([
          PostgresStatement("SELECT 1"), PostgresStatement("SELECT 1 / 0"),
          PostgresStatement("SELECT nothing"),
        ]).count
      }
    }
    #expect(error == SQLError(.mistaken, "division by zero", state: "22012"))
    #expect(try await database.texts("SELECT 2") == ["2"])
  }

  @Test func `a value with a zero byte is refused before it is sent, and so is such a statement`()
    async throws
  {
    let database = try open(server.words())
    let process = try await database.texts("SELECT pg_backend_pid()")
    let refusal = SQLError(.mistaken, "PostgreSQL text cannot contain a NUL byte")
    #expect(await database.error(of: "SELECT $1::text", [97, 0, 98]) == refusal)
    #expect(await database.error(of: "SELECT 1\0 + 1") == refusal)
    #expect(try await database.texts("SELECT pg_backend_pid()") == process)
  }

  // MARK: Time

  @Test func `a query ends at its limit, and may overrule it`() async throws {
    let database = try open(server.words(), limit: .seconds(2))
    let error = await database.error(of: "SELECT pg_sleep(60)")
    #expect(
      error
        == SQLError(
          .tooLong, "the query reached its time limit: see --timeout", state: "57014"
        ))
    let statement = PostgresStatement("SELECT pg_sleep(2.5)::text || 'slept'")
    #expect(
      try await database.read(overrulesLimit: true) { session throws(SQLError) in
        try session.texts(statement)
      } == ["slept"])
    #expect(try await database.texts("SHOW statement_timeout") == ["2s"])
  }

  @Test func `a query that is cancelled ends on the server, and the connection goes on`()
    async throws
  {
    let trial = try server.database()
    let database = try trial.open()
    let process = try await database.texts("SELECT pg_backend_pid()")
    let task = Task { await database.error(of: "SELECT pg_sleep(60)") }
    try trial.waitFor(
      "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)' AND datname = '\(trial.name)'"
    )
    task.cancel()
    #expect(await task.value == SQLError(.cancelled, "the query was stopped"))
    #expect(try await database.texts("SELECT pg_backend_pid()") == process)
  }

  @Test func `a query is cancelled through a pooler`() async throws {
    let trial = try server.database()
    let pooler = try PostgresPooler(of: server)
    let database = try open(pooler.words(trial.name))
    let task = Task { await database.error(of: "SELECT pg_sleep(60)") }
    let sleeping = "FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)' AND state = 'active'"
    try trial.waitFor("SELECT count(*) \(sleeping) AND datname = '\(trial.name)'")
    task.cancel()
    #expect(await task.value?.kind == .cancelled)
    // The pooler may tell the end of the query before the server's statistics do.
    try trial.waitForNone("SELECT count(*) \(sleeping) AND datname = '\(trial.name)'")
    #expect(try await database.texts("SELECT 1") == ["1"])
    database.closeNow()
  }

  @Test func `a read that waits for its turn is cancelled without a wait`() async throws {
    let trial = try server.database()
    let database = try trial.open()
    let long = Task { await database.error(of: "SELECT pg_sleep(60)") }
    try trial.waitFor(
      "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)' AND datname = '\(trial.name)'"
    )
    let waiting = Task { await database.error(of: "SELECT 1") }
    waiting.cancel()
    #expect(await waiting.value?.kind == .cancelled)
    long.cancel()
    #expect(await long.value?.kind == .cancelled)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a server that hears no cancel is given up, and asked again by the next read`()
    async throws
  {
    let proxy = try FaultyProxy(to: server.port)
    let database = try open("postgres://postgres@127.0.0.1:\(proxy.port)/postgres")
    let process = try await database.texts("SELECT pg_backend_pid()")
    proxy.hold()
    let task = Task { await database.error(of: "SELECT 1") }
    while proxy.held == 0 { await Task.yield() }
    task.cancel()
    #expect(await task.value?.kind == .cancelled)
    proxy.hold(false)
    #expect(try await database.texts("SELECT pg_backend_pid()") != process)
  }

  // MARK: Poolers

  @Test func `a name that a pooler does not know ends it, and a server that is down does not`()
    async throws
  {
    let server = try PostgresServer()
    let (pooler, strict) = (
      try PostgresPooler(of: server), try PostgresPooler(of: server, isStrict: true)
    )
    for (words, said) in [
      (pooler.words("nowhere"), "\"nowhere\" does not exist"),
      (strict.words("nowhere"), "no such database: nowhere"),
      (
        strict.words("postgres", user: "nobody"),
        "\"trust\" authentication failed: store the password in ~/.pgpass"
      ),
      (pooler.words("postgres?options=-cgeqo%3Doff"), "unsupported startup parameter: options"),
    ] {
      let error = await (try open(words)).error(of: "SELECT 1")
      #expect(error?.kind == .mistaken, "\(words): \(String(describing: error))")
      #expect(error?.state == "08P01")
      #expect(error?.description.hasSuffix(said) == true, "\(String(describing: error))")
    }
    try server.stop()
    let error = await (try open(strict.words("postgres"))).error(of: "SELECT 1")
    #expect(error?.kind == .passing, "\(String(describing: error))")
  }

  // MARK: Connections

  @Test func `a connection that ended while nothing was asked is opened again`() async throws {
    let trial = try server.database()
    let database = try trial.open()
    let process = try await database.texts("SELECT pg_backend_pid()")[0]
    try trial.end(process)
    #expect(try await database.texts("SELECT pg_backend_pid()")[0] != process)
  }

  @Test func `a read whose connection ends is made again, once`() async throws {
    let trial = try server.database()
    let database = try trial.open()
    let process = try await database.texts("SELECT pg_backend_pid()")[0]
    let task = Task {
      try await database.texts(
        "SELECT pg_backend_pid() FROM pg_sleep(CASE WHEN pg_backend_pid() = \(process) THEN 60 ELSE 0 END)"
      )
    }
    try trial.waitFor(
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND pid = \(process)")
    try trial.end(process)
    #expect(try await task.value[0] != process)
  }

  @Test func `a read that loses a second connection says so`() async throws {
    let proxy = try FaultyProxy(to: server.port)
    let database = try open("postgres://postgres@127.0.0.1:\(proxy.port)/postgres")
    _ = try await database.texts("SELECT 1")
    proxy.cut()
    proxy.refuse()
    let error = await database.error(of: "SELECT 1")
    #expect(error?.kind == .passing)
    #expect(
      error?.description.hasPrefix(
        "connection to server at \"127.0.0.1\", port \(proxy.port) failed: ") == true)
    proxy.refuse(false)
    #expect(try await database.texts("SELECT 1") == ["1"])
  }

  @Test func `a network that ends within an answer is asked again`() async throws {
    let proxy = try FaultyProxy(to: server.port)
    let database = try open("postgres://postgres@127.0.0.1:\(proxy.port)/postgres")
    _ = try await database.texts("SELECT 1")
    proxy.cut(afterBytes: 700)
    let found = try await database.texts("SELECT repeat('x', 1000) FROM generate_series(1, 100)")
    #expect(found.count == 100)
    #expect(proxy.connections == 2)
  }

  @Test func `a server that was restarted is read by a new connection`() async throws {
    let server = try PostgresServer()
    let database = try open(server.words())
    #expect(try await database.texts("SELECT 1") == ["1"])
    try server.crash()
    let error = await database.error(of: "SELECT 1")
    #expect(error?.kind == .passing)
    #expect(error?.description.hasSuffix("failed: Connection refused") == true)
    try server.start()
    #expect(try await database.texts("SELECT 1") == ["1"])
    try server.stop()
    try server.start()
    #expect(try await database.texts("SELECT 1") == ["1"])
  }

  @Test func `a server without a connection left is asked again later`() async throws {
    let trial = try server.database()
    try TrialWriter(server.words()).run("ALTER DATABASE \(trial.name) CONNECTION LIMIT 1")
    let words = server.words(trial.name, user: "reader:secret")
    let only = try open(words)
    #expect(try await only.texts("SELECT 1") == ["1"])
    let error = await (try open(words)).error(of: "SELECT 1")
    #expect(error?.kind == .passing)
    #expect(error?.state == "53300")
  }

  @Test func `a standby that removes what is read says that it is tried again`() async throws {
    let server = try PostgresServer()
    let writer = try TrialWriter(server.words())
    try writer.run(
      "CREATE TABLE t AS SELECT generate_series(1, 1000) AS a; CREATE TABLE mark (a int)")
    let standby = try server.standby()
    let trial = try TrialWriter(standby.words())
    let database = try open(standby.words())
    while try trial.number("SELECT count(*) FROM pg_class WHERE relname = 'mark'") == 0 {}
    let task = Task {
      await database.error(of: "SELECT count(*), pg_sleep(60) FROM t GROUP BY a LIMIT 1")
    }
    while try trial.number("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
      == 0
    {}
    try writer.run("DELETE FROM t")
    try writer.run("VACUUM t")
    let error = await task.value
    #expect(error?.kind == .passing)
    #expect(error?.state == "40001")
    #expect(
      error?.description.hasPrefix("canceling statement due to conflict with recovery") == true)
    #expect(try await database.texts("SELECT 1") == ["1"])
    #expect(database.notice == "the server is a standby: it may be a moment behind")
  }
}

extension SQLError {
  /// The error that a body throws; nil if it throws nothing.
  static func thrown<Value>(_ body: () async throws(SQLError) -> Value) async -> SQLError? {
    do throws(SQLError) {
      _ = try await body()
      return nil
    } catch {
      return error
    }
  }
}

extension TrialDatabase {
  /// Waits until the number that a query returns is not zero.
  func waitFor(_ sql: String) throws {
    let writer = try writer()
    while try writer.number(sql) == 0 {}
  }

  /// Waits until the number that a query returns is zero, and expects this within half a minute.
  func waitForNone(_ sql: String, _ place: SourceLocation = #_sourceLocation) throws {
    let (writer, end) = (try writer(), ContinuousClock.now + .seconds(30))
    var number = try writer.number(sql)
    while number > 0, .now < end { number = try writer.number(sql) }
    #expect(number == 0, sourceLocation: place)
  }

  /// Ends the server process of a connection, and waits until it is gone.
  func end(_ process: String) throws {
    let writer = try writer()
    try writer.run("SELECT pg_terminate_backend(\(process))")
    while try writer.number("SELECT count(*) FROM pg_stat_activity WHERE pid = \(process)") > 0 {}
  }
}
