import Foundation
import GRDB
import GRDBSources
import Paging
import SQLSources
import Testing

@Suite struct `A keyset source that fails` {
  typealias Request = PageRequest<KeysetCursor>

  private let order = KeysetOrder(column: "key", tieBreaker: "id")

  private func error(
    of source: TableSource<Entry>
  ) async -> PagingError? {
    await #expect(throws: PagingError.self) {
      try await source.load(Request(reason: .refresh, position: .start, count: 5))
    }
  }

  @Test func `says that a table is missing`() async throws {
    let source = TableSource<Entry>(table: "entry", in: try DatabaseQueue(), order: order)
    let error = try #require(await error(of: source))
    #expect(error == PagingError("no such table: entry", isRetryable: false))
  }

  @Test(arguments: ["key", "id"])
  func `says that a column is missing`(column: String) async throws {
    let database = try DatabaseQueue()
    try await database.write {
      try $0.execute(sql: "CREATE TABLE entry (\(column) INTEGER PRIMARY KEY)")
    }
    let source = TableSource<Entry>(table: "entry", in: database, order: order)
    let error = try #require(await error(of: source))
    #expect(error.description.hasPrefix("no such column: page."))
    #expect(!error.isRetryable)
  }

  @Test func `says in one line that a value does not fit`() async throws {
    let database = try DatabaseQueue()
    let source = TableSource<Entry>(
      sql: "SELECT NULL AS id,\n1 AS key", in: database, order: order)
    let error = try #require(await error(of: source))
    #expect(!error.isRetryable)
    #expect(!error.description.contains("\n"))
  }

  @Test func `says that a file is no database`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try String(repeating: "no database ", count: 100)
      .write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    var configuration = Configuration()
    configuration.readonly = true
    let failure = #expect(throws: DatabaseError.self) {
      let database = try DatabaseQueue(path: file, configuration: configuration)
      try database.read { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
    }
    let error = SQLError(try #require(failure)).pagingError
    #expect(
      error == PagingError("the database is damaged: file is not a database", isRetryable: false))
  }

  @Test(
    arguments: [
      (ResultCode.SQLITE_BUSY, true), (.SQLITE_LOCKED, true), (.SQLITE_BUSY_SNAPSHOT, true),
      (.SQLITE_CORRUPT, false), (.SQLITE_NOTADB, false), (.SQLITE_CANTOPEN, false),
      (.SQLITE_ERROR, false),
    ] as [(ResultCode, Bool)])
  func `tells what may pass from what does not`(code: ResultCode, isRetryable: Bool) {
    let error = SQLError(DatabaseError(resultCode: code, message: "a\nb")).pagingError
    #expect(error.isRetryable == isRetryable)
    #expect(error.description.hasSuffix("a b"))
  }

  @Test func `ends its query when its task is cancelled`() async throws {
    let (began, beginning) = AsyncStream.makeStream(of: Void.self)
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.add(
        function: DatabaseFunction("began", argumentCount: 0) { _ in
          beginning.finish()
          return 1
        })
    }
    let database = try DatabaseQueue(configuration: configuration)
    let endless = """
      WITH RECURSIVE n (id) AS (SELECT began() UNION ALL SELECT id + 1 FROM n)
      SELECT id, 1 AS key FROM n
      """
    let source = TableSource<Entry>(sql: endless, in: database, order: order)
    let load = Task { try await source.load(Request(reason: .append, position: .end, count: 5)) }
    for await _ in began {}
    load.cancel()
    let error = await #expect(throws: PagingError.self) { try await load.value }
    #expect(error?.isRetryable == true)
    #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT 1") } == 1)
  }
}
