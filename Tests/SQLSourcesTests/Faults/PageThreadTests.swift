import Foundation
import RowTrials
import SQLSources
import Synchronization
import TemporaryFolders
import Testing

@Suite struct `A page of a database` {
  /// A record of whether each query ran in the task, in order.
  ///
  /// The value of a task-local variable shows this, because the database's own thread does not know
  /// it.
  private final class Runs: Sendable {
    @TaskLocal static var isTask = false
    private let kept = Mutex<[Bool]>([])

    var inTask: [Bool] { kept.withLock { $0 } }
    func note() { kept.withLock { $0.append(Self.isTask) } }
  }

  private let folder: TemporaryFolder
  private let runs = Runs()
  private let quick = "SELECT a FROM t ORDER BY id"
  private let slow = """
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 400000)
    SELECT CAST(count(*) AS TEXT) FROM n
    """

  init() throws { folder = try TemporaryFolder() }

  private func page(_ sql: String, of database: SQLiteDatabase) async throws -> [String] {
    try await Runs.$isTask.withValue(true) { [runs] in
      try await database.readPage(overrulesLimit: false) { reader throws(SQLError) in
        runs.note()
        return try reader.texts(sql)
      }
    }
  }

  @Test func `is read by the task that asks, once the database is open`() async throws {
    let database = SQLiteDatabase(path: try folder.database().path)
    #expect(try await page(quick, of: database).count == 3)
    #expect(try await page(quick, of: database).count == 3)
    #expect(runs.inTask == [false, true])
  }

  @Test func `is read again by the thread of the database where it takes longer`() async throws {
    let database = SQLiteDatabase(path: try folder.database().path)
    _ = try await page(quick, of: database)
    #expect(try await page(slow, of: database) == ["400000"])
    #expect(runs.inTask == [false, true, false])
    #expect(try await page(quick, of: database).count == 3)
  }

  @Test func `is read by the thread of the database while another program writes`() async throws {
    let (path, _) = try folder.database()
    let database = SQLiteDatabase(path: Array(path.utf8), lockTimeout: .seconds(60))
    _ = try await page(quick, of: database)
    let other = try OtherProgram(path)
    other.run("BEGIN EXCLUSIVE")
    other.run("INSERT INTO t VALUES (4, 'four')")
    let read = Task { try await page(quick, of: database) }
    while database.notice == nil { await Task.yield() }
    other.run("COMMIT")
    #expect(try await read.value.count == 4)
    #expect(runs.inTask == [false, false])
  }

  @Test(.timeLimit(.minutes(5)))
  func `blocks no thread of the task while another read runs`() async throws {
    let database = SQLiteDatabase(path: try folder.database().path)
    _ = try await page(quick, of: database)
    let (began, beginning) = AsyncStream.makeStream(of: Void.self)
    let ends = DispatchSemaphore(value: 0)
    async let other: Void = database.read { _ in
      beginning.yield()
      ends.wait()
    }
    for await _ in began { break }
    let read = Task {
      beginning.yield()
      return try await page(quick, of: database)
    }
    for await _ in began { break }
    read.cancel()
    // The other read is still running: a thread that waited for it would be blocked.
    await #expect(throws: SQLError.self) { try await read.value }
    ends.signal()
    try await other
    #expect(runs.inTask == [false])
  }

  @Test func `tells what is wrong in the words of any read`() async throws {
    let database = SQLiteDatabase(path: try folder.database().path)
    _ = try await page(quick, of: database)
    await #expect(throws: SQLError.self) { try await page("SELECT nosuch FROM t", of: database) }
    #expect(runs.inTask == [false, true])
  }
}
