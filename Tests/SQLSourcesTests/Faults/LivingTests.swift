import Foundation
import Glibc
import Paging
import RowTrials
import SQLSources
import TemporaryFolders
import Testing

@Suite struct `A database that lives` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let rows = "SELECT a FROM t ORDER BY id"

  /// A listener that counts the updates of a database until the listener is released.
  private final class Listener {
    private let task: Task<Void, Never>
    private let count = Counter()

    init(_ database: SQLiteDatabase) throws {
      let updates = try #require(database.updates())
      task = Task { [count] in for await _ in updates { count.next() } }
    }

    deinit { task.cancel() }

    /// Waits until more than the given number of updates have arrived; the test has a time limit.
    func hear(moreThan number: Int) async {
      while count.value <= number { await Task.yield() }
    }
    var heard: Int { count.value }
  }

  @Test(.timeLimit(.minutes(5)), arguments: [false, true])
  func `tells what another program commits, and nothing else`(log: Bool) async throws {
    let (path, writer) = try folder.database(log: log)
    let database = SQLiteDatabase(path: path)
    #expect(try database.texts(rows).count == 3)
    let version = try await database.version()
    let listener = try Listener(database)
    let other = try OtherProgram(path)
    other.run("BEGIN")
    other.run("INSERT INTO t VALUES (4, 'four')")
    other.run("ROLLBACK")
    #expect(try database.walkAll().count == 6)
    #expect(other.run("SELECT count(*) FROM t") == "[(3,)]")
    #expect(try await database.version() == version)
    #expect(listener.heard == 0)
    other.run("INSERT INTO t VALUES (4, 'four')")
    await listener.hear(moreThan: 0)
    #expect(listener.heard == 1)
    #expect(try database.texts(rows).count == 4)
    try writer.run("INSERT INTO t VALUES (5, 'five')")
    await listener.hear(moreThan: 1)
    #expect(try database.texts(rows).count == 5)
  }

  @Test(.timeLimit(.minutes(5)))
  func `tells what was committed between its first read and the watch`() async throws {
    let (path, writer) = try folder.database()
    let database = SQLiteDatabase(path: path)
    #expect(try database.texts(rows).count == 3)
    try writer.run("INSERT INTO t VALUES (4, 'four')")
    let listener = try Listener(database)
    await listener.hear(moreThan: 0)
  }

  @Test(.timeLimit(.minutes(5)), arguments: [false, true])
  func `tells that it was replaced, removed and made again`(link: Bool) async throws {
    let (path, _) = try folder.database()
    _ = try folder.database("b.db").writer.run("INSERT INTO t VALUES (4, 'four')")
    try folder.makeFolder("links")
    symlink(path, folder.path("links/l.db"))
    let database = SQLiteDatabase(path: link ? folder.path("links/l.db") : path)
    #expect(try database.texts(rows).count == 3)
    let listener = try Listener(database)
    try folder.rename("b.db", to: "a.db")
    await listener.hear(moreThan: 0)
    #expect(try database.texts(rows).count == 4)
    try folder.remove("a.db")
    await listener.hear(moreThan: 1)
    #expect(database.error(of: rows)?.description.contains("No such file") == true)
    _ = try folder.database()
    await listener.hear(moreThan: 2)
    #expect(try database.texts(rows).count == 3)
  }

  @Test(.timeLimit(.minutes(5)))
  func `tells that a link leads elsewhere, and what is written there`() async throws {
    let (path, _) = try folder.database()
    try folder.makeFolder("other")
    let (other, writer) = try folder.database("other/b.db")
    try writer.run("INSERT INTO t VALUES (4, 'four')")
    symlink(path, folder.path("l.db"))
    let database = SQLiteDatabase(path: folder.path("l.db"))
    #expect(try database.texts(rows).count == 3)
    let listener = try Listener(database)
    symlink(other, folder.path("m.db"))
    try folder.rename("m.db", to: "l.db")
    await listener.hear(moreThan: 0)
    #expect(try database.texts(rows).count == 4)
    let heard = listener.heard
    try writer.run("INSERT INTO t VALUES (5, 'five')")
    await listener.hear(moreThan: heard)
    #expect(try database.texts(rows).count == 5)
  }

  @Test(.timeLimit(.minutes(5)))
  func `is heard by a name that is not UTF-8`() async throws {
    let (path, _) = try folder.database()
    let odd = Array(folder.path("a").utf8) + [0xFF]
    #expect(rename(path, (odd + [0]).map { CChar(bitPattern: $0) }) == 0)
    let database = SQLiteDatabase(path: odd)
    #expect(try database.texts(rows).count == 3)
    let listener = try Listener(database)
    _ = try folder.database()
    #expect(rename(path, (odd + [0]).map { CChar(bitPattern: $0) }) == 0)
    await listener.hear(moreThan: 0)
  }

  // MARK: Schemas

  @Test(
    arguments: [
      ("ALTER TABLE t ADD COLUMN b", nil),
      ("DROP INDEX i; ALTER TABLE t DROP COLUMN a", "no such column: page.a"),
      ("ALTER TABLE t RENAME TO u", "no such table: t"), ("DROP TABLE t", "no such table: t"),
      ("DROP INDEX i", nil), ("ALTER TABLE t RENAME COLUMN a TO b", "no such column: page.a"),
      ("DROP TABLE t; CREATE VIEW t AS SELECT 7 AS id, 'x' AS a", nil), ("CREATE TABLE n (a)", nil),
    ] as [(String, String?)], [false, true])
  func `gives rows or one clear line where its schema has changed`(
    change: (sql: String, words: String?), log: Bool
  ) throws {
    let (path, writer) = try folder.database(log: log)
    try writer.run("CREATE INDEX i ON t (a)")
    let database = SQLiteDatabase(path: path)
    let (opening, before) = try database.readNow { reader throws(SQLError) in
      (try reader.opening(ofTable: "t", TableRequest()), reader.version.schema)
    }
    let relation = try #require(opening.relation)
    #expect(try database.walk(relation, isBackward: false).count == 3)
    try writer.run(change.sql)
    do throws(SQLError) {
      _ = try database.walk(relation, isBackward: false)
      #expect(change.words == nil)
    } catch {
      #expect(error.description == change.words)
      #expect(error.kind == .mistaken)
    }
    let after = try database.readNow { reader throws(SQLError) in reader.version.schema }
    #expect(after != before)
  }

  @Test func `says that the list has to be opened again where a column is gone`() async throws {
    let (path, writer) = try folder.database(log: false)
    let database = SQLiteDatabase(path: path)
    let opening = try database.readNow { reader throws(SQLError) in
      try reader.opening(ofTable: "t", TableRequest())
    }
    let relation = try #require(opening.relation)
    try writer.run("ALTER TABLE t RENAME COLUMN a TO b")
    let request = PageRequest<KeysetCursor>(reason: .refresh, position: .start, count: 5)
    let error = await #expect(throws: PagingError.self) {
      _ = try await TableSource(relation, in: database).load(request)
    }
    #expect(error?.description == "a column was renamed or removed: open the list again")
  }
}
