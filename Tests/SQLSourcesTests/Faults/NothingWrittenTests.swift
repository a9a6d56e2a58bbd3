import Foundation
import Glibc
import RowTrials
import SQLSources
import SQLiteTrials
import TemporaryFolders
import Testing

@Suite struct `A database that is read` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let rows = "SELECT a FROM t ORDER BY id"

  @Test(arguments: ["DELETE", "TRUNCATE", "PERSIST", "MEMORY", "WAL"])
  func `is not written, and nothing is put beside it`(mode: String) throws {
    let path = folder.path("a.db")
    _ = try Writer(path, "PRAGMA journal_mode = \(mode); CREATE TABLE t (id, a)")
    let before = try folder.state()
    let database = SQLiteDatabase(path: path)
    #expect(try database.walkAll() == [])
    #expect(try database.texts(rows) == [])
    #expect(database.notice == nil)
    #expect(try folder.state() == before)
  }

  @Test func `shows what was written since it was read`() throws {
    let (path, writer) = try folder.database()
    let database = SQLiteDatabase(path: path)
    #expect(try database.texts(rows) == ["one", "two", "three"])
    try writer.run("UPDATE t SET a = 'new' WHERE id = 2")
    #expect(try database.texts(rows) == ["one", "new", "three"])
  }

  @Test func `shows a change that leaves its size and time`() throws {
    let (path, writer) = try folder.database()
    let database = SQLiteDatabase(path: path)
    var facts = stat()
    stat(path, &facts)
    #expect(try database.texts(rows) == ["one", "two", "three"])
    try writer.run("UPDATE t SET a = 'ONE' WHERE id = 1")
    utimensat(AT_FDCWD, path, [facts.st_atim, facts.st_mtim], 0)
    var now = stat()
    stat(path, &now)
    #expect(now.st_size == facts.st_size && now.st_mtim.tv_nsec == facts.st_mtim.tv_nsec)
    #expect(try database.texts(rows) == ["ONE", "two", "three"])
  }

  @Test func `throws away what was read while it changed`() throws {
    let (path, _) = try folder.database()
    let database = SQLiteDatabase(path: path)
    let other = OneWrite(path)
    let found = try database.readNow { [rows] reader throws(SQLError) in
      let first = try reader.texts("SELECT count(*) FROM t")
      other.write()
      return first + (try reader.texts(rows))
    }
    #expect(found == ["4", "one", "two", "three", "four"])
  }

  @Test func `says so where it changes all the time`() throws {
    let path = try folder.database().path
    let database = SQLiteDatabase(path: path)
    let writes = OneWrite(path, at: .max)
    let error = #expect(throws: SQLError.self) {
      try database.readNow { reader throws(SQLError) in writes.write() }
    }
    #expect(error?.kind == .passing)
    #expect(try database.texts("SELECT count(*) FROM t").count == 1)
  }

  @Test func `shows a log of another program, and says that a -shm file may appear`() throws {
    let (path, writer) = try folder.database(log: true)
    let database = SQLiteDatabase(path: path)
    #expect(try database.texts(rows) == ["one", "two", "three"])
    #expect(database.notice?.contains("-shm") == true)
    let before = try folder.state()
    #expect(try database.walkAll().count == 6)
    #expect(try folder.state() == before)
    try writer.run("UPDATE t SET a = 'new' WHERE id = 1")
    #expect(try database.texts(rows) == ["new", "two", "three"])
  }

  @Test func `follows a log that comes and goes between reads`() throws {
    let path = folder.path("a.db")
    var writer: Writer? = try folder.database().writer
    let database = SQLiteDatabase(path: path)
    #expect(try database.texts(rows).count == 3)
    try writer?.run("PRAGMA journal_mode = WAL; INSERT INTO t VALUES (4, 'four')")
    #expect(try database.texts(rows).count == 4)
    #expect(database.notice != nil)
    try writer?.run("PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(try database.texts(rows).count == 4)
    try writer?.run("INSERT INTO t VALUES (5, 'five')")
    #expect(try database.texts(rows).count == 5)
    database.closeNow()
    try writer?.run("PRAGMA journal_mode = DELETE; INSERT INTO t VALUES (6, 'six')")
    #expect(try database.texts(rows).count == 6)
    #expect(database.notice == nil)
    try writer?.run("PRAGMA journal_mode = WAL; INSERT INTO t VALUES (7, 'seven')")
    #expect(try database.texts(rows).count == 7)
    writer = nil
    database.closeNow()
    #expect(try database.texts(rows).count == 7)
  }

  @Test func `keeps the log of a file that was emptied`() throws {
    let (path, writer) = try folder.database(log: true)
    try FileManager.default.copyItem(atPath: path + "-wal", toPath: folder.path("b.db-wal"))
    try folder.write("", to: "b.db")
    let database = SQLiteDatabase(path: folder.path("b.db"))
    #expect(try database.walkAll() == [])
    #expect(try folder.state().keys.contains("b.db-wal"))
    _ = writer
  }

  // MARK: Where no index can be put

  /// Copies a database and its log, but not the index, into a subfolder.
  private func copyWithoutIndex() throws -> String {
    let (path, writer) = try folder.database(log: true)
    try folder.makeFolder("ro")
    let copy = folder.path("ro/a.db")
    for name in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + name, toPath: copy + name)
    }
    _ = writer
    return copy
  }

  @Test func `is read with its log where no index can be put beside it`() throws {
    let path = try copyWithoutIndex()
    symlink("nothing/here", path + "-shm")
    let database = SQLiteDatabase(path: path)
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path("ro")).sorted()
    let sums = try [path, path + "-wal"].map { try Data(contentsOf: URL(filePath: $0)) }
    #expect(try database.texts(rows) == ["one", "two", "three"])
    #expect(database.notice?.contains("without a lock") == true)
    #expect(try database.walkAll().count == 6)
    database.closeNow()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("ro")).sorted() == before)
    #expect(try [path, path + "-wal"].map { try Data(contentsOf: URL(filePath: $0)) } == sums)
  }

  /// The user root may write to every folder, so this thread gives up its file permissions during
  /// the reading (setfsuid(2)).
  @Test func `is read with its log in a folder that cannot be written`() throws {
    let path = try copyWithoutIndex()
    for name in [path, path + "-wal"] { chmod(name, 0o444) }
    chmod(folder.path, 0o755)
    chmod(folder.path("ro"), 0o555)
    defer { chmod(folder.path("ro"), 0o755) }
    trial_give_up_rights()
    defer { trial_take_rights() }
    let database = SQLiteDatabase(path: path)
    #expect(try database.texts(rows) == ["one", "two", "three"])
    #expect(database.notice?.contains("without a lock") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("ro")).count == 2)
  }

  @Test func `is read on after a program could put the index there`() throws {
    let path = try copyWithoutIndex()
    try folder.makeFolder("ro/a.db-shm")
    let database = SQLiteDatabase(path: path)
    #expect(try database.texts(rows).count == 3)
    try folder.remove("ro/a.db-shm")
    let other = try OtherProgram(path)
    #expect(other.run("INSERT INTO t VALUES (4, 'four')") == "[]")
    #expect(try database.texts(rows).count == 4)
  }

  @Test func `shows what another program adds to a log that is read without a lock`() throws {
    let path = try copyWithoutIndex()
    symlink("nothing/here", path + "-shm")
    let database = SQLiteDatabase(path: path)
    #expect(try database.texts(rows).count == 3)
    unlink(path + "-shm")
    let writer = try Writer(path, "INSERT INTO t VALUES (4, 'four')")
    #expect(try database.texts(rows).count == 4)
    _ = writer
  }

  @Test func `is read in a folder and of a file that cannot be written`() throws {
    let (path, writer) = try folder.database()
    chmod(path, 0o444)
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    trial_give_up_rights()
    defer { trial_take_rights() }
    #expect(try SQLiteDatabase(path: path).texts(rows).count == 3)
    _ = writer
  }
}

/// A writer that adds rows over another connection while a read is in progress.
private final class OneWrite: Sendable {
  private let path: String
  private let most: Int
  private let count = Counter()

  init(_ path: String, at most: Int = 1) { (self.path, self.most) = (path, most) }

  /// Writes a row on each of the first `most` calls.
  func write() {
    guard count.next() <= most else { return }
    try? Writer(path).run("INSERT INTO t (a) VALUES ('four')")
  }
}
