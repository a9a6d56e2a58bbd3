import Foundation
import Glibc
import RowTrials
import SQLSources
import SQLiteTrials
import TemporaryFolders
import Testing

@Suite struct `A path of a database` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let rows = "SELECT a FROM t ORDER BY id"

  private func error(_ path: [UInt8]) -> SQLError? { SQLiteDatabase(path: path).error(of: rows) }
  private func error(_ path: String) -> SQLError? { error(Array(path.utf8)) }

  @Test(arguments: [
    "a?b.db", "a#b.db", "a%b%20.db", "a b.db", " ", "file:a.db", "-a.db", ":memory:",
    "a&mode=rwc.db", "ä\u{1F600}.db",
    "a\"b'c.db", "a\nb.db", "file::memory:?cache=shared", "a\\b.db",
  ])
  func `may have any name`(name: String) throws {
    let (_, writer) = try folder.database(log: true)
    try writer.run("PRAGMA wal_checkpoint; INSERT INTO t VALUES (4, 'four')")
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder.path("a.db") + ending, toPath: folder.path(name) + ending)
    }
    #expect(try SQLiteDatabase(path: folder.path(name)).texts(rows).count == 4)
    let path = Array((folder.path + "//./" + name).utf8)
    #expect(try SQLiteDatabase(path: path).texts(rows).count == 4)
  }

  @Test func `may have bytes that are not UTF-8`() throws {
    let (path, _) = try folder.database()
    let odd = Array(folder.path("a").utf8) + [0xFF, 0xC3, UInt8(ascii: "?")]
    #expect(rename(path, (odd + [0]).map { CChar(bitPattern: $0) }) == 0)
    #expect(try SQLiteDatabase(path: odd).texts(rows).count == 3)
    #expect(error(odd + [0x80])?.kind == .unwritable)
  }

  @Test func `may be relative, and of two slashes`() throws {
    let (path, _) = try folder.database()
    var up = ""
    for _ in FileManager.default.currentDirectoryPath.split(separator: "/") { up += "../" }
    #expect(try SQLiteDatabase(path: up + path.dropFirst()).texts(rows).count == 3)
    #expect(try SQLiteDatabase(path: "/" + path).texts(rows).count == 3)
    #expect(
      try SQLiteDatabase(path: path.replacing("/a.db", with: "//a.db")).texts(rows).count == 3)
  }

  @Test func `may be a link, beside whose target the log is`() throws {
    let (path, writer) = try folder.database(log: true)
    try folder.makeFolder("links")
    symlink(path, folder.path("links/l.db"))
    symlink("l.db", folder.path("links/m.db"))
    let database = SQLiteDatabase(path: folder.path("links/m.db"))
    #expect(try database.texts(rows).count == 3)
    #expect(database.notice?.contains("-wal") == true)
    try writer.run("INSERT INTO t VALUES (4, 'four')")
    #expect(try database.texts(rows).count == 4)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("links")).count == 2)
  }

  @Test func `that leads to no file is told by its name`() throws {
    try folder.makeFolder("folder.db")
    mkfifo(folder.path("pipe.db"), 0o600)
    symlink("nowhere", folder.path("link.db"))
    symlink("loop.db", folder.path("loop.db"))
    let words = [
      "none.db": "No such file or directory", "folder.db": "a folder, not a file",
      "pipe.db": "a pipe, not a file", "link.db": "No such file or directory",
      "loop.db": "Too many levels of symbolic links",
    ]
    for (name, words) in words {
      #expect(
        error(folder.path(name)) == SQLError(.unwritable, "cannot open '\(name)': \(words)"))
    }
    #expect(error("/dev/null")?.description == "cannot open 'null': a device, not a file")
    #expect(error("")?.kind == .unwritable)
    #expect(error(Array(folder.path("a.db").utf8) + [0])?.kind == .unwritable)
    #expect(error(String(repeating: "/long", count: 2_000))?.kind == .unwritable)
  }

  @Test(arguments: [(504, false), (505, true), (513, true)])
  func `that is too long for SQLite is told`(length: Int, isTooLong: Bool) throws {
    let (path, _) = try folder.database()
    let deep = (0..<3).map { _ in String(repeating: "d", count: 100) }.joined(separator: "/")
    try folder.makeFolder(deep)
    let name = String(
      repeating: "a", count: length - folder.path(deep).utf8.count - 1)
    try folder.rename("a.db", to: deep + "/" + name)
    let found = error(folder.path(deep + "/" + name))
    #expect(found?.description.contains("of up to 504 bytes") == (isTooLong ? true : nil))
    _ = path
  }

  @Test func `of a file that may not be read is told`() throws {
    let (path, _) = try folder.database()
    chmod(path, 0)
    trial_give_up_rights()
    defer { trial_take_rights() }
    #expect(
      error(path) == SQLError(.unwritable, "cannot open 'a.db': Permission denied"))
  }

  @Test func `of an empty file has no tables, and of a text is no database`() throws {
    let empty = try folder.write("", to: "empty.db")
    #expect(try SQLiteDatabase(path: empty).walkAll() == [])
    #expect(error(empty)?.description == "no such table: t")
    for text in [
      "xy", "SQLite format 3", "id,name\n1,a\n", String(repeating: "text\n", count: 900),
    ] {
      let error = try #require(error(try folder.write(text, to: "text.db")))
      #expect(error.description == "not an SQLite database, or an encrypted one")
    }
  }

  @Test(
    arguments: [
      "page_size = 512", "page_size = 65536", "encoding = 'UTF-16le'", "encoding = 'UTF-16be'",
      "auto_vacuum = FULL", "auto_vacuum = INCREMENTAL", "page_size = 1024",
    ], [false, true])
  func `is read of any layout`(setting: String, log: Bool) throws {
    let writer = try Writer(folder.path("a.db"), "PRAGMA \(setting)")
    if log { try writer.run("PRAGMA journal_mode = WAL") }
    try writer.run(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b BLOB);
      INSERT INTO t VALUES (1, 'ä\u{1F600}', zeroblob(100000)), (2, 'two', x'00ff'), (3, 'three', NULL);
      CREATE INDEX i ON t (a);
      DELETE FROM t WHERE id = 2;
      """)
    let database = SQLiteDatabase(path: folder.path("a.db"))
    #expect(try database.texts(rows) == ["ä\u{1F600}", "three"])
    #expect(try database.walkAll().count == 4)
    #expect(try database.texts("SELECT length(b) FROM t WHERE a = 'ä\u{1F600}'") == ["100000"])
  }
}
