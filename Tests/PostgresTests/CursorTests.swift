import Glibc
import PostgresTrials
import SQLSources
import Testing

@Suite struct `A query of PostgreSQL that is run once` {
  let server: PostgresServer

  init() throws { server = try .shared() }

  private func fetched(_ database: PostgresDatabase, _ count: Int) async throws(SQLError)
    -> [String]
  {
    try await database.read { session throws(SQLError) in
      let result = try session.fetch(count)
      return (0..<result.rowCount).map { result.text($0, 0) ?? "NULL" }
    }
  }

  private func open(
    _ database: PostgresDatabase, _ sql: String, _ values: [UInt8]?...
  ) async throws(SQLError) -> Int? {
    let query = PostgresStatement(sql, values)
    return try await database.read { session throws(SQLError) in
      try session.open(query)
      return session.openedAt
    }
  }

  @Test func `gives its rows in parts, from one transaction whose start is known`() async throws {
    let trial = try server.database("CREATE TABLE t AS SELECT generate_series(1, 7) AS a")
    let database = try trial.open(limit: .seconds(5))
    let before = time(nil)
    let start = try #require(
      try await open(database, "SELECT a FROM t WHERE a > $1::int", Array("0".utf8)))
    #expect((before...time(nil)).contains(start))
    #expect(try await fetched(database, 3) == ["1", "2", "3"])
    try trial.run("DELETE FROM t")
    #expect(try await fetched(database, 3) == ["4", "5", "6"])
    #expect(try await fetched(database, 3) == ["7"])
    #expect(try await fetched(database, 3) == [])
    let isOpen = try await database.read { session throws(SQLError) in
      session.close()
      return session.openedAt != nil
    }
    #expect(!isOpen)
    #expect(try await database.texts("SELECT count(*) FROM t") == ["0"])
  }

  @Test func `holds its connection until it is closed`() async throws {
    let database = PostgresDatabase(try PostgresAddress(server.words()))
    _ = try await open(database, "SELECT 1")
    #expect(
      await database.error(of: "SELECT 1")
        == SQLError(.mistaken, "an open query is using the connection"))
    #expect(try await fetched(database, 9) == ["1"])
    #expect(try await database.another().texts("SELECT 2") == ["2"])
  }

  @Test func `is closed by an error, and says so`() async throws {
    let database = PostgresDatabase(try PostgresAddress(server.words()))
    _ = try await open(database, "SELECT 1 / (3 - a) FROM generate_series(1, 5) AS a")
    let error = await SQLError.thrown { () async throws(SQLError) in try await fetched(database, 9)
    }
    #expect(error?.state == "22012")
    let next = await SQLError.thrown { () async throws(SQLError) in try await fetched(database, 9) }
    #expect(next == SQLError(.mistaken, "the query is no longer open"))
    #expect(try await database.texts("SELECT 1") == ["1"])
  }

  @Test func `is refused with the server's words`() async throws {
    let database = PostgresDatabase(try PostgresAddress(server.words()))
    let error = await SQLError.thrown { () async throws(SQLError) in
      try await open(database, "SELECT nothing")
    }
    #expect(error?.state == "42703")
    #expect(try await database.texts("SELECT 1") == ["1"])
  }

  @Test func `cannot write, and ends at its limit`() async throws {
    let trial = try server.database("CREATE TABLE t (a int)")
    try trial.run(
      "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'INSERT INTO t VALUES (1) RETURNING a'")
    let database = try trial.open(limit: .seconds(2))
    _ = try await open(database, "SELECT f()")
    let write = await SQLError.thrown { () async throws(SQLError) in try await fetched(database, 1)
    }
    #expect(write?.state == "25006")
    _ = try await open(database, "SELECT pg_sleep(60)")
    let late = await SQLError.thrown { () async throws(SQLError) in try await fetched(database, 1) }
    #expect(late?.kind == .tooLong)
  }

  @Test func `is not asked again where its connection is lost`() async throws {
    let trial = try server.database()
    let database = try trial.open()
    _ = try await open(database, "SELECT pg_backend_pid() FROM generate_series(1, 10)")
    let process = try await fetched(database, 1)[0]
    try trial.end(process)
    let error = await SQLError.thrown { () async throws(SQLError) in try await fetched(database, 1)
    }
    #expect(error?.kind == .passing)
    #expect(error?.state == "57P01")
    let next = await SQLError.thrown { () async throws(SQLError) in try await fetched(database, 1) }
    #expect(next?.kind == .mistaken)
    #expect(try await database.texts("SELECT 1") == ["1"])
  }

  @Test func `works through a pooler, which keeps its connection for it`() async throws {
    let pooler = try PostgresPooler(of: server, connections: 2)
    let address = try PostgresAddress(pooler.words("postgres"))
    let (database, other) = (PostgresDatabase(address), PostgresDatabase(address))
    _ = try await open(database, "SELECT generate_series(1, 4)")
    #expect(try await fetched(database, 2) == ["1", "2"])
    #expect(try await other.texts("SELECT 1") == ["1"])
    #expect(try await fetched(database, 9) == ["3", "4"])
  }
}
