import Paging
import PostgresTrials
import SQLSources
import Synchronization
import Testing

@Suite struct `A page of PostgreSQL` {
  let server: PostgresServer

  init() throws { server = try .shared() }

  @Test func `is requested once, even if the answer is late`() async throws {
    let trial = try server.database(
      "CREATE TABLE t AS SELECT n AS id FROM generate_series(1, 900) AS n; ALTER TABLE t ADD PRIMARY KEY (id)"
    )
    let proxy = try FaultyProxy(to: server.port)
    let source = try await TableSource.rows(
      of: "t", in: try PostgresDatabase(address: proxied(proxy, trial.name)), by: [])
    let first = PageRequest<KeysetCursor>(reason: .refresh, position: .start, count: 50)
    _ = try await source.load(first)
    for delay in [0, 3, 0, 30] {
      proxy.setDelay(milliseconds: delay)
      let before = proxy.reads
      var (ids, position): ([SQLValue], PageRequest<KeysetCursor>.Position) = ([], .start)
      for _ in 0..<4 {
        let page = try await source.load(
          PageRequest(reason: .append, position: position, count: 50))
        ids += page.items.flatMap(\.id.values)
        guard case .more(let cursor) = page.after else { throw TrialError("the table has ended") }
        position = .after(cursor)
      }
      #expect(ids == (1...200).map { .integer($0) })
      #expect(proxy.reads == before + 4)
    }
    #expect(proxy.connections == 1)
  }

  @Test func `is read by the thread of its task if the server answers at once`() async throws {
    let database = try PostgresDatabase(address: server.words(isUnix: true))
    #expect(try await database.isReadBriefly())
  }

  @Test func `fails with the error of its statement, and the next one does not`() async throws {
    let trial = try server.database()
    let database = try trial.open()
    _ = try await database.texts("SELECT 1")
    await #expect(throws: SQLError.self) {
      try await database.page { _ in "SELECT 1 / 0" }
    }
    #expect(try await database.page { _ in "SELECT 'next'" } == ["next"])
  }

  @Test func `ends on the server if its task is cancelled while it waits for its turn`()
    async throws
  {
    let trial = try server.database()
    let database = try trial.open()
    let process = try await database.texts("SELECT pg_backend_pid()")
    #expect(try await database.isReadBriefly())
    let task = Task {
      _ = await #expect(throws: SQLError(.cancelled, "the query was stopped")) {
        try await database.page { _ in
          withUnsafeCurrentTask { $0?.cancel() }
          return "SELECT pg_sleep(60)"
        }
      }
    }
    await task.value
    // The connection has one thread, which ends the statement first.
    #expect(try await database.texts("SELECT pg_backend_pid()") == process)
    #expect(try trial.writer().number(sleeping(in: trial)) == 0)
  }

  @Test func `is not confused with other statements that a read has left behind`() async throws {
    let trial = try server.database()
    let database = try trial.open()
    let process = try await database.texts("SELECT pg_backend_pid()")
    #expect(try await database.isReadBriefly())
    let texts = try await database.page { call in
      call == 1 ? "SELECT pg_sleep(60)" : "SELECT 'another'"
    }
    #expect(texts == ["another"])
    #expect(try trial.writer().number(sleeping(in: trial)) == 0)
    #expect(try await database.texts("SELECT pg_backend_pid()") == process)
  }

  @Test func `sends each of several statements once, even if the last answer is late`() async throws
  {
    let proxy = try FaultyProxy(to: server.port)
    let database = try PostgresDatabase(address: proxied(proxy, "postgres"))
    _ = try await database.texts("SELECT 1")
    for _ in 0..<20 {
      let before = proxy.reads
      let texts = try await database.readPage(overrulesLimit: false) { session throws(SQLError) in
        try session.texts(PostgresStatement("SELECT 'a'"))
          + session.texts(PostgresStatement("SELECT 'b' FROM pg_sleep(0.003)"))
      }
      #expect(texts == ["a", "b"])
      #expect(proxy.reads == before + 2)
      // After this fast answer, the thread of the task reads the next page again.
      _ = try await database.texts("SELECT 1")
    }
  }

  @Test func `is requested by the thread of its task even if the server is distant`() async throws {
    let proxy = try FaultyProxy(to: server.port)
    let database = try PostgresDatabase(address: proxied(proxy, "postgres"))
    _ = try await database.texts("SELECT 1")
    proxy.setDelay(milliseconds: 300)
    for _ in 0..<5 {
      let (before, calls) = (proxy.reads, Calls())
      let texts = try await database.page { _ in
        calls.count()
        return "SELECT 'a'"
      }
      // The thread of the task makes the first call, which sends the statement; the second call
      // gets the answer.
      #expect(texts == ["a"] && calls.all == 2 && proxy.reads == before + 1)
    }
  }

  @Test func `is read on a new connection if the old one is lost`() async throws {
    let proxy = try FaultyProxy(to: server.port)
    let database = try PostgresDatabase(address: proxied(proxy, "postgres"))
    for _ in 0..<3 {
      #expect(try await database.page { _ in "SELECT 'a'" } == ["a"])
      proxy.cut()
    }
    #expect(proxy.connections == 3)
  }

  private func proxied(_ proxy: FaultyProxy, _ name: String) -> String {
    "postgres://postgres@127.0.0.1:\(proxy.port)/\(name)"
  }

  private func sleeping(in trial: TrialDatabase) -> String {
    """
    SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)' AND state = 'active'
    AND datname = '\(trial.name)'
    """
  }
}

/// A counter of calls from any thread.
private final class Calls: Sendable {
  private let number = Mutex(0)

  var all: Int { number.withLock { $0 } }
  @discardableResult func count() -> Int {
    number.withLock { number in
      number += 1
      return number
    }
  }
}

extension PostgresDatabase {
  /// Reads pages until the thread of the task has read one; that thread then also begins the next
  /// page.
  ///
  /// Returns false if another thread has read each of a thousand pages; on a busy machine, an
  /// answer may take longer than a brief read waits.
  fileprivate func isReadBriefly() async throws -> Bool {
    for _ in 0..<1000 {
      let calls = Calls()
      let texts = try await page { _ in
        calls.count()
        return "SELECT 'a'"
      }
      if calls.all == 1, texts == ["a"] { return true }
    }
    return false
  }

  /// The values, as text, of a query that is read like a page.
  ///
  /// - Parameter sql: a closure that takes the number of a call of the body, from 1, and returns
  ///   the query for that call.
  fileprivate func page(_ sql: @escaping @Sendable (Int) -> String) async throws -> [String] {
    let calls = Calls()
    return try await readPage(overrulesLimit: false) { session throws(SQLError) in
      try session.texts(PostgresStatement(sql(calls.count())))
    }
  }
}
