import PostgresTrials
import SQLSources
import Testing

@Suite struct `Changes of PostgreSQL` {
  let server: PostgresServer

  init() throws { server = try .shared() }

  /// A query for the number of listening connections to the current database.
  private static let listeners =
    "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND state = 'idle' AND datname = current_database()"

  @Test(.timeLimit(.minutes(5)))
  func `are heard of a channel, whatever its name`() async throws {
    let trial = try server.database()
    let updates = try #require(try trial.open().updates(channel: "a \"b\" C"))
    try trial.waitFor(Self.listeners)
    try trial.run("NOTIFY \"another\"; NOTIFY \"a \"\"b\"\" C\"")
    var heard = updates.makeAsyncIterator()
    #expect(await heard.next() != nil)
  }

  @Test(.timeLimit(.minutes(5)))
  func `are told after the connection was lost, because one may have been missed`() async throws {
    let trial = try server.database()
    let updates = try #require(try trial.open().updates(channel: "c"))
    try trial.waitFor(Self.listeners)
    let process = try trial.writer().rows(
      "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()"
    )
    try trial.end(try #require(process.first?.first ?? nil))
    var heard = updates.makeAsyncIterator()
    #expect(await heard.next() != nil)
    try trial.waitFor(Self.listeners)
    try trial.run("NOTIFY c")
    #expect(await heard.next() != nil)
  }

  @Test(.timeLimit(.minutes(5)))
  func `are told each time the connection was lost, also if the server says why`() async throws {
    let trial = try server.database()
    let updates = try #require(try trial.open().updates(channel: "c"))
    var heard = updates.makeAsyncIterator()
    for _ in 1...6 {
      try trial.waitFor(Self.listeners)
      let process = try trial.writer().rows(
        "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()"
      )
      try trial.end(try #require(process.first?.first ?? nil))
      #expect(await heard.next() != nil)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `are heard no more once nobody listens`() async throws {
    let trial = try server.database()
    let updates = try #require(try trial.open().updates(channel: "c"))
    try trial.waitFor(Self.listeners)
    let task = Task { for await _ in updates {} }
    task.cancel()
    await task.value
    let writer = try trial.writer()
    while try writer.number(Self.listeners) > 0 {}
  }

  @Test(.timeLimit(.minutes(5)))
  func `are not heard through a pooler, and a notice says so`() async throws {
    let pooler = try PostgresPooler(of: server)
    let database = PostgresDatabase(try PostgresAddress(pooler.words("postgres")))
    for await _ in try #require(database.updates(channel: "c")) {}
    #expect(
      database.notice
        == "changes are not shown: LISTEN does not work through a pooler: connect to the server itself"
    )
  }

  @Test(.timeLimit(.minutes(5)))
  func `are not heard of a standby, and a notice says so`() async throws {
    let standby = try PostgresServer().standby()
    let database = PostgresDatabase(try PostgresAddress(standby.words()))
    for await _ in try #require(database.updates(channel: "c")) {}
    #expect(
      database.notice == "changes are not shown: cannot execute LISTEN during recovery")
    _ = try await database.texts("SELECT 1")
    #expect(database.updates(channel: "c") == nil)
  }
}
