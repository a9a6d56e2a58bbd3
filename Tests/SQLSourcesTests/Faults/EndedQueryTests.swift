import Paging
import RowTrials
import SQLSources
import TemporaryFolders
import Testing

@Suite struct `A query that takes long` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.database().path
  }

  private let endless = """
    WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n
    """

  @Test func `ends with its time`() throws {
    let database = SQLiteDatabase(path: path, limit: .milliseconds(20))
    let error = try #require(database.error(of: endless))
    #expect(error.kind == .tooLong)
    #expect(error.pagingError.isRetryable == false)
    #expect(try database.texts("SELECT count(*) FROM t") == ["3"])
  }

  @Test(.timeLimit(.minutes(5)))
  func `runs on where the limit is overruled, until it is cancelled`() async throws {
    let database = SQLiteDatabase(path: path, limit: .zero)
    let (began, beginning) = AsyncStream.makeStream(of: Void.self)
    let read = Task { [endless] in
      try await database.read(overrulesLimit: true) { reader throws(SQLError) in
        beginning.finish()
        return try reader.texts(endless)
      }
    }
    for await _ in began {}
    read.cancel()
    let error = await #expect(throws: SQLError.self) { try await read.value }
    #expect(error?.kind == .cancelled)
    let rows = try await database.read(overrulesLimit: true) { reader throws(SQLError) in
      try reader.texts("SELECT count(*) FROM t")
    }
    #expect(rows == ["3"])
  }

  @Test(.timeLimit(.minutes(5)))
  func `lets one that is queued behind it be cancelled`() async throws {
    let database = SQLiteDatabase(path: path)
    let (began, beginning) = AsyncStream.makeStream(of: Void.self)
    let long = Task { [endless] in
      try await database.read { reader throws(SQLError) in
        beginning.finish()
        return try reader.texts(endless)
      }
    }
    for await _ in began {}
    let ran = Counter()
    let queued = Task {
      try await database.read { reader throws(SQLError) in
        ran.next()
        return try reader.texts("SELECT 1")
      }
    }
    queued.cancel()
    // The long query is still running.
    let error = await #expect(throws: SQLError.self) { try await queued.value }
    #expect(error?.kind == .cancelled)
    long.cancel()
    await #expect(throws: SQLError.self) { try await long.value }
    #expect(try database.texts("SELECT 1") == ["1"])
    #expect(ran.value == 0)
  }

  @Test func `is not begun for a task that was cancelled before`() async throws {
    let database = SQLiteDatabase(path: path)
    let ran = Counter()
    let read = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await database.read { _ in ran.next() }
    }
    let error = await #expect(throws: SQLError.self) { try await read.value }
    #expect(error?.kind == .cancelled)
    #expect(try database.texts("SELECT 1") == ["1"])
    #expect(ran.value == 0)
  }

  @Test func `ends in a log too, and the connection reads on`() throws {
    let (path, writer) = try folder.database("b.db", log: true)
    let database = SQLiteDatabase(path: path, limit: .milliseconds(20))
    #expect(database.error(of: endless)?.kind == .tooLong)
    try writer.run("INSERT INTO t VALUES (4, 'four')")
    #expect(try database.texts("SELECT count(*) FROM t") == ["4"])
  }
}
