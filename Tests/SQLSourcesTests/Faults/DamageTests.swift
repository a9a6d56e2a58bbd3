import Foundation
import Randomness
import SQLSources
import TemporaryFolders
import Testing

@Suite struct `A damaged database` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Creates a database with several tables, indexes, long rows and a key of two columns.
  private func makeDatabase(log: Bool) throws -> (path: String, writer: Writer) {
    let (path, writer) = try folder.database(log: log)
    try writer.run(
      """
      CREATE INDEX i ON t (a);
      CREATE TABLE n (a NOT NULL, b NOT NULL, c REFERENCES t (id), PRIMARY KEY (a, b)) WITHOUT ROWID;
      CREATE TABLE u (name TEXT NOT NULL UNIQUE, size REAL, body BLOB);
      CREATE VIEW v AS SELECT name FROM u;
      CREATE VIRTUAL TABLE f USING fts5 (words);
      WITH RECURSIVE n (x) AS (SELECT 10 UNION ALL SELECT x + 1 FROM n WHERE x < 60)
      INSERT INTO t SELECT x, substr('a long text of some words', x % 7) || x FROM n;
      INSERT INTO n SELECT id, a, id FROM t;
      INSERT INTO u SELECT a, id / 7.0, zeroblob(iif(id % 10, id, 9000)) FROM t;
      INSERT INTO f SELECT a FROM t;
      """)
    return (path, writer)
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  /// Reads everything that a reader would read; an error must be a single line, and no page may
  /// reach the time limit.
  private func check(_ path: String, _ comment: Comment) {
    let database = SQLiteDatabase(
      path: Array(path.utf8), limit: .seconds(300), lockTimeout: .milliseconds(50))
    do throws(SQLError) {
      _ = try database.walkAll()
    } catch {
      #expect(!error.description.isEmpty && !error.description.contains("\n"), comment)
      #expect(error.kind != .tooLong, comment)
    }
    for sql in ["SELECT * FROM f WHERE f MATCH 'words'", "SELECT * FROM v", "PRAGMA quick_check"] {
      #expect(database.error(of: sql)?.description.contains("\n") != true, comment)
    }
  }

  @Test(arguments: [false, true], 0..<10)
  func `is read as far as it goes, or tells what is wrong, in one line`(log: Bool, start: Int)
    throws
  {
    let (path, writer) = try makeDatabase(log: log)
    let copy = folder.path("copy.db")
    let sound = try bytes(path)
    let soundLog = log ? try bytes(path + "-wal") : []
    for seed in start * 50..<start * 50 + 50 {
      var noise = SplitMix64(start: UInt64(seed))
      var (file, logFile) = (sound, soundLog)
      for _ in 0..<noise.within(1...12) {
        if log, noise.occurs(inPercent: 70) {
          logFile[noise.within(0...logFile.count - 1)] = UInt8(noise.within(0...255))
        } else {
          // Half of these changes are near the start of a page, in or behind its header, where one
          // byte has a large effect.
          let place = noise.within(0...file.count - 1)
          file[noise.occurs(inPercent: 50) ? place / 4_096 * 4_096 + place % 110 : place] =
            UInt8(noise.within(0...255))
        }
      }
      try write(file, copy)
      if log { try write(logFile, copy + "-wal") }
      check(copy, "seed \(seed)")
    }
    _ = writer
  }

  @Test func `is read as far as it goes wherever it was cut`() throws {
    let (path, _) = try makeDatabase(log: false)
    let sound = try bytes(path)
    let copy = folder.path("copy.db")
    for size in stride(from: 0, to: sound.count, by: 512) {
      try write(Array(sound[..<size]), copy)
      check(copy, "\(size) bytes")
    }
  }

  @Test func `has the rows of before where its log was cut`() throws {
    let (path, writer) = try makeDatabase(log: true)
    let (sound, soundLog) = (try bytes(path), try bytes(path + "-wal"))
    let copy = folder.path("copy.db")
    try write(sound, copy)
    for size in stride(from: 0, to: soundLog.count, by: 5_000) {
      try write(Array(soundLog[..<size]), copy + "-wal")
      check(copy, "\(size) bytes")
    }
    _ = writer
  }

  @Test(arguments: 0..<20)
  func `of random bytes is told as none, or as an encrypted one`(seed: Int) throws {
    var noise = SplitMix64(start: UInt64(seed))
    let path = folder.path("a.db")
    try write((0..<noise.within(1...9_000)).map { _ in UInt8(noise.within(0...255)) }, path)
    let error = SQLiteDatabase(path: path).error(of: "SELECT * FROM sqlite_schema")
    #expect(error == SQLError(.damaged, "not an SQLite database, or an encrypted one"))
  }

  @Test(arguments: [0, 1, 3, 512, 1_000, 8_192, 65_535])
  func `whose header has another size of pages is told`(size: Int) throws {
    let (path, _) = try makeDatabase(log: false)
    var file = try bytes(path)
    (file[16], file[17]) = (UInt8(size >> 8), UInt8(size & 255))
    try write(file, folder.path("copy.db"))
    check(folder.path("copy.db"), "\(size)")
    #expect(SQLiteDatabase(path: folder.path("copy.db")).error(of: "SELECT count(*) FROM t") != nil)
  }
}
