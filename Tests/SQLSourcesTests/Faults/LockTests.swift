import Foundation
import RowTrials
import SQLSources
import TemporaryFolders
import Testing

@Suite struct `A database that another program locks` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let rows = "SELECT a FROM t ORDER BY id"

  private func reader(_ path: String, lockTimeout: Duration = .seconds(60)) -> SQLiteDatabase {
    SQLiteDatabase(path: Array(path.utf8), lockTimeout: lockTimeout)
  }

  @Test func `is read while a transaction that has written nothing yet is open`() throws {
    let (path, _) = try folder.database()
    let other = try OtherProgram(path)
    #expect(other.run("BEGIN IMMEDIATE") == "[]")
    #expect(other.run("INSERT INTO t VALUES (4, 'four')") == "[]")
    let database = reader(path)
    #expect(try database.texts(rows).count == 3)
    #expect(database.notice == nil)
    #expect(other.run("COMMIT") == "[]")
    #expect(try database.texts(rows).count == 4)
  }

  @Test(arguments: ["DELETE", "MEMORY", "OFF"])
  func `is told as passing where its pages are being written`(mode: String) throws {
    let (path, _) = try folder.database()
    let other = try OtherProgram(path)
    other.run("PRAGMA journal_mode = \(mode)")
    other.run("BEGIN EXCLUSIVE")
    let database = reader(path, lockTimeout: .milliseconds(150))
    let error = database.error(of: rows)
    #expect(error?.kind == .passing)
    #expect(error?.description.contains("another program keeps writing") == true)
    other.run("COMMIT")
    #expect(try database.texts(rows).count == 3)
  }

  @Test(.timeLimit(.minutes(5)))
  func `is waited for, with a word, and then read`() async throws {
    let (path, _) = try folder.database()
    let other = try OtherProgram(path)
    other.run("BEGIN EXCLUSIVE")
    other.run("INSERT INTO t VALUES (4, 'four')")
    let database = reader(path)
    let read = Task { [rows] in
      try await database.read { reader throws(SQLError) in try reader.texts(rows) }
    }
    while database.notice == nil { await Task.yield() }
    #expect(database.notice?.contains("waiting for") == true)
    other.run("COMMIT")
    #expect(try await read.value.count == 4)
    #expect(database.notice == nil)
  }

  @Test(.timeLimit(.minutes(5)), arguments: [false, true])
  func `is waited for no longer once the task is cancelled`(log: Bool) async throws {
    let path = folder.path("a.db")
    var writer: Writer? = try folder.database(log: log).writer
    try writer?.run("SELECT 1")
    writer = nil
    let other = try OtherProgram(path)
    // If the database has a log, the program then also reserves the log's index for itself.
    other.run("PRAGMA locking_mode = EXCLUSIVE")
    other.run("BEGIN EXCLUSIVE")
    other.run("INSERT INTO t VALUES (4, 'four')")
    if log { #expect(other.run("COMMIT") == "[]") }
    let database = reader(path)
    let read = Task { [rows] in
      try await database.read { reader throws(SQLError) in try reader.texts(rows) }
    }
    while database.notice == nil { await Task.yield() }
    read.cancel()
    let error = await #expect(throws: SQLError.self) { try await read.value }
    #expect(error?.kind == .cancelled)
  }

  @Test func `has a hot journal where that program has ended in a transaction`() throws {
    let (path, _) = try folder.database()
    let other = try OtherProgram(path)
    other.run("PRAGMA cache_size = 1")
    other.run("BEGIN")
    other.run(
      "WITH RECURSIVE n (x) AS (SELECT 10 UNION ALL SELECT x + 1 FROM n WHERE x < 3000) "
        + "INSERT INTO t SELECT x, hex(zeroblob(100)) FROM n")
    #expect(FileManager.default.fileExists(atPath: path + "-journal"))
    let database = reader(path, lockTimeout: .milliseconds(20))
    #expect(database.error(of: rows)?.kind == .passing)
    other.end()
    let before = try folder.state()
    _ = try? database.walkAll()
    #expect(database.notice?.contains("middle of a transaction") == true)
    #expect(try folder.state() == before)
    let writer = try Writer(path)
    #expect(writer.number("SELECT count(*) FROM t") == 3)
    #expect(try database.texts(rows).count == 3)
    #expect(database.notice == nil)
  }

  @Test(arguments: [false, true])
  func `keeps the locks of other connections of this process`(log: Bool) throws {
    let (path, writer) = try folder.database(log: log)
    try writer.run("BEGIN IMMEDIATE; INSERT INTO t VALUES (4, 'four')")
    let other = try OtherProgram(path, lockTimeout: 0)
    #expect(other.run("BEGIN IMMEDIATE") == "database is locked")
    do {
      let database = reader(path)
      #expect(try database.walkAll().count == 6)
      #expect(try reader(path).texts(rows).count == 3)
      database.closeNow()
    }
    #expect(other.run("BEGIN IMMEDIATE") == "database is locked")
    try writer.run("COMMIT")
    #expect(other.run("BEGIN IMMEDIATE") == "[]")
  }

  @Test func `is waited for where a connection of this process writes its pages`() throws {
    let (path, writer) = try folder.database()
    try writer.run("BEGIN EXCLUSIVE")
    let error = reader(path, lockTimeout: .milliseconds(20)).error(of: rows)
    #expect(error?.kind == .passing)
    try writer.run("COMMIT")
  }

  @Test func `is not waited for where a log was written just now`() throws {
    let (path, writer) = try folder.database(log: true)
    for count in 4...30 {
      try writer.run("INSERT INTO t VALUES (\(count), 'more')")
      #expect(try reader(path, lockTimeout: .zero).texts(rows).count == count)
    }
  }

  @Test(arguments: [false, true])
  func `is read by two readers of one process`(log: Bool) throws {
    let (path, writer) = try folder.database(log: log)
    let (one, two) = (reader(path), reader(path))
    for count in 4...8 {
      try writer.run("INSERT INTO t VALUES (\(count), 'more')")
      #expect(try one.texts(rows).count == count)
      #expect(try two.texts(rows).count == count)
      if count == 6 { one.closeNow() }
    }
  }
}
