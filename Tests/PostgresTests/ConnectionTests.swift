import Glibc
import PostgresTrials
import SQLSources
import Testing

@Suite struct `A connection to PostgreSQL` {
  let server: PostgresServer

  init() throws { server = try .shared() }

  private func open(_ words: String, limit: Duration? = nil) throws -> PostgresDatabase {
    PostgresDatabase(try PostgresAddress(words), limit: limit)
  }

  @Test func `reads in one round trip, with a limit too`() async throws {
    let proxy = try FaultyProxy(to: server.port)
    for limit in [nil, Duration.seconds(5)] {
      let database = try open("postgres://postgres@127.0.0.1:\(proxy.port)/postgres", limit: limit)
      _ = try await database.texts("SELECT 1")
      // The delay is longer than a busy machine may take between the two parts of a request.
      proxy.setDelay(milliseconds: 500)
      let before = proxy.roundTrips
      #expect(try await database.texts("SELECT 'é', NULL, 1.50") == ["é", "NULL", "1.50"])
      #expect(proxy.roundTrips == before + 1)
      proxy.setDelay(milliseconds: 0)
    }
    #expect(proxy.connections == 2)
  }

  @Test func `reads by a Unix socket`() async throws {
    let database = try open(server.words(isUnix: true))
    #expect(try await database.texts("SELECT 1") == ["1"])
  }

  @Test func `gives values to statements, each of the type that is asked`() async throws {
    let database = try open(server.words())
    let statement = PostgresStatement(
      "SELECT $1 || 'x', $2::int + 1, $3", [Array("ab".utf8), Array("41".utf8), nil],
      types: [25, 0, 25])
    #expect(
      try await database.read { session throws(SQLError) in try session.texts(statement) }
        == ["abx", "42", "NULL"])
  }

  @Test func `gives all results of several statements, which see one transaction`() async throws {
    let database = try open(server.words())
    let found = try await database.read { session throws(SQLError) in
      try session.rows([
        PostgresStatement("SELECT now()"), PostgresStatement("SELECT generate_series(1, 3)"),
        PostgresStatement("SELECT now()"),
      ]).map { result in (0..<result.rowCount).map { result.text($0, 0) } }
    }
    #expect(found[1] == ["1", "2", "3"])
    #expect(found[0] == found[2])
  }

  @Test func `tells the names, types and origins of columns`() async throws {
    let trial = try server.database("CREATE TABLE t (a int, b varchar(7))")
    let database = try trial.open()
    let found = try await database.read { session throws(SQLError) in
      let result = try session.rows(PostgresStatement("SELECT b AS \"B c\", a + 1, a FROM t"))
      let table = try session.texts(PostgresStatement("SELECT 't'::regclass::oid"))[0]
      return (0..<result.columnCount).map { column in
        let origin = result.origin(of: column)
        return [
          result.name(of: column), "\(result.type(of: column))", "\(result.modifier(of: column))",
          origin.map { "\($0.table)" == table ? "t.\($0.column)" : "another" } ?? "nothing",
        ]
      }
    }
    #expect(
      found == [
        ["B c", "1043", "11", "t.2"], ["?column?", "23", "-1", "nothing"],
        ["a", "23", "-1", "t.1"],
      ])
  }

  @Test func `keeps values with all bytes but zero, and empty ones`() async throws {
    let database = try open(server.words())
    #expect(
      try await database.texts("SELECT ''::text, '\u{1}\u{7f}', repeat('x', 100000)::text")
        == ["", "\u{1}\u{7f}", String(repeating: "x", count: 100_000)])
  }

  @Test func `refuses to write`() async throws {
    let trial = try server.database("CREATE TABLE t (a int)")
    let error = try await trial.open().error(of: "INSERT INTO t VALUES (1)")
    #expect(error?.kind == .mistaken)
    #expect(error?.state == "25006")
    #expect(try trial.writer().number("SELECT count(*) FROM t") == 0)
  }

  @Test func `undoes what a function writes in spite of that`() async throws {
    let trial = try server.database()
    // PostgreSQL 16 and later refuse to call this function.
    let database = try trial.open()
    _ = try? await database.read { session throws(SQLError) in
      try session.open(PostgresStatement("SELECT lo_create(0)"))
      defer { session.close() }
      return try session.fetch(1).rowCount
    }
    #expect(try trial.writer().number("SELECT count(*) FROM pg_largeobject_metadata") == 0)
  }

  @Test func `reads bytes of any encoding where the database has none`() async throws {
    let name = "bytes\(server.port)"
    let writer = try TrialWriter(server.words())
    try writer.run("CREATE DATABASE \(name) ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
    defer { try? writer.run("DROP DATABASE \(name) WITH (FORCE)") }
    try TrialWriter(server.words(name)).run(
      "SET client_encoding = 'SQL_ASCII'; CREATE TABLE t AS SELECT E'caf\\xe9'::text AS a")
    let database = try open(server.words(name))
    #expect(try await database.texts("SELECT a FROM t") == ["caf\u{FFFD}"])
    database.closeNow()
  }

  @Test func `says where the encoding of the database lacks a character of a text`() async throws {
    let name = "latin\(server.port)"
    let writer = try TrialWriter(server.words())
    try writer.run("CREATE DATABASE \(name) ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    defer { try? writer.run("DROP DATABASE \(name) WITH (FORCE)") }
    let database = try open(server.words(name))
    #expect(try await database.texts("SELECT $1::text", Array("ü".utf8)) == ["ü"])
    let error = await database.error(of: "SELECT $1::text", Array("日".utf8))
    #expect(
      error?.description == "this text has a character that the encoding of the database lacks")
    database.closeNow()
  }

  @Test func `reads through a pooler, which gives each transaction another server process`()
    async throws
  {
    let pooler = try PostgresPooler(of: server)
    let (one, other) = (
      try open(pooler.words("postgres"), limit: .seconds(5)),
      try open(pooler.words("postgres"), limit: .seconds(5))
    )
    for number in 1...20 {
      let text = Array("\(number)".utf8)
      #expect(try await one.texts("SELECT $1::int", text) == ["\(number)"])
      #expect(try await other.texts("SELECT $1::text || 'x'", text) == ["\(number)x"])
      #expect(await one.error(of: "SELECT 1 / 0")?.state == "22012")
    }
    #expect(try await one.texts("SHOW statement_timeout") == ["5s"])
    one.closeNow()
    let free = try open(pooler.words("postgres"))
    #expect(try await free.texts("SHOW statement_timeout") == ["0"])
  }

  // MARK: The rules of libpq

  @Test func `goes on to the next host where one refuses or does not answer`() async throws {
    let silent = try FaultyProxy(to: server.port)
    silent.hold()
    let database = try open(
      "postgres://postgres@127.0.0.1:1,127.0.0.1:\(silent.port),127.0.0.1:\(server.port)/postgres?connect_timeout=8"
    )
    #expect(try await database.texts("SELECT 1") == ["1"])
    #expect(silent.connections == 1)
  }

  @Test func `waits no longer for a host than the reader says`() async throws {
    let silent = try FaultyProxy(to: server.port)
    silent.hold()
    let database = try open(
      "postgres://postgres@127.0.0.1:\(silent.port)/postgres?connect_timeout=2")
    let error = await database.error(of: "SELECT 1")
    #expect(
      error
        == SQLError(.passing, "the server did not answer within the time limit for a connection"))
  }

  @Test func `that is being opened is cancelled without a wait`() async throws {
    let silent = try FaultyProxy(to: server.port)
    silent.hold()
    let database = try open("postgres://postgres@127.0.0.1:\(silent.port)/postgres")
    let task = Task { await database.error(of: "SELECT 1") }
    while silent.held == 0 { await Task.yield() }
    task.cancel()
    #expect(await task.value == SQLError(.cancelled, "the query was stopped"))
  }

  @Test func `finds a service in the reader's file, and is titled by its name`() async throws {
    let file = "\(server.folder)/services"
    let place = "host=127.0.0.1\nport=\(server.port)\nuser=reader\ndbname=postgres"
    let (kept, loose) = ("\(server.folder)/kept", "\(server.folder)/loose")
    for path in [kept, loose] { try "127.0.0.1:*:*:reader:secret\n".writeSecret(to: path) }
    #expect(chmod(loose, 0o640) == 0)
    try """
    [shop]
    \(place)
    password=secret
    [kept]
    \(place)
    passfile=\(kept)
    [loose]
    \(place)
    passfile=\(loose)

    """.writeSecret(to: file)
    setenv("PGSERVICEFILE", file, 1)
    defer { unsetenv("PGSERVICEFILE") }
    let address = try PostgresAddress("service=shop")
    #expect(try await PostgresDatabase(address).texts("SELECT current_user") == ["reader"])
    #expect(address.title == "service=shop")
    let other = try PostgresAddress("service=shop user=postgres")
    #expect(try await PostgresDatabase(other).texts("SELECT current_user") == ["postgres"])
    let byFile = PostgresDatabase(try PostgresAddress("service=kept"))
    #expect(try await byFile.texts("SELECT current_user") == ["reader"])
    #expect(try PostgresAddress("service=loose").passwordFault?.hasPrefix(loose) == true)
    let unknown = await PostgresDatabase(try PostgresAddress("service=shed")).error(of: "SELECT 1")
    #expect(unknown == SQLError(.mistaken, "definition of service \"shed\" not found"))
  }

  @Test func `is encrypted where the reader wants that, and answers as much`() async throws {
    let server = try PostgresServer(isSecure: true)
    let database = try open(server.words() + "?sslmode=require", limit: .seconds(5))
    let process = try await database.texts("SELECT pg_backend_pid()")
    #expect(
      try await database.texts("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()") == ["t"])
    let long = try await database.texts("SELECT repeat('x', 100000) FROM generate_series(1, 50)")
    #expect(long.allSatisfy { $0.count == 100_000 } && long.count == 50)
    let task = Task { await database.error(of: "SELECT pg_sleep(60)") }
    let writer = try TrialWriter(server.words())
    while try writer.number(
      "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)'") == 0
    {}
    task.cancel()
    #expect(await task.value?.kind == .cancelled)
    #expect(try await database.texts("SELECT pg_backend_pid()") == process)
  }
}
