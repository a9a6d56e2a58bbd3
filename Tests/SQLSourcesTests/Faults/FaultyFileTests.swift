import SQLSources
import SQLiteTrials
import TemporaryFolders
import Testing

/// The tests run one after another, because the process has a single plan of faults.
@Suite(.serialized) struct `A file whose calls fail` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    trial_register_faulty_files()
  }

  private static let kinds = [
    trial_reads, trial_opens, trial_accesses, trial_locks, trial_sizes, trial_shared_memory,
  ]

  /// Reads everything with a new reader, with a fault at the given call, and again without a fault;
  /// returns the number of calls of the given kind in the first reading.
  private func trial(
    _ path: String, _ expected: [TableRowID], _ kind: trial_call, number: Int, more: Int
  ) throws -> Int {
    let database = SQLiteDatabase(
      path: Array(path.utf8), lockTimeout: .milliseconds(10), vfs: "faulty")
    trial_fail(Int32(kind.rawValue), Int32(number), Int32(more))
    do throws(SQLError) {
      #expect(try database.walkAll() == expected, "\(kind) \(number)")
    } catch {
      #expect(!error.description.isEmpty && !error.description.contains("\n"))
      #expect(
        [.passing, .unwritable, .damaged].contains(error.kind), "\(kind) \(number): \(error)")
    }
    let count = Int(trial_end())
    #expect(try database.walkAll() == expected, "\(kind) \(number), afterwards")
    return count
  }

  @Test(arguments: [false, true])
  func `gives an error in a line or the rows, and the rows afterwards`(log: Bool) throws {
    let (path, writer) = try folder.database(log: log)
    try writer.run(
      """
      CREATE UNIQUE INDEX i ON t (a);
      CREATE TABLE n (a NOT NULL, b NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID;
      WITH RECURSIVE n (x) AS (SELECT 10 UNION ALL SELECT x + 1 FROM n WHERE x < 30)
      INSERT INTO t SELECT x, hex(zeroblob(3000)) || x FROM n;
      INSERT INTO n SELECT id, a FROM t WHERE id < 20;
      """)
    let expected = try SQLiteDatabase(path: path).walkAll()
    for kind in Self.kinds {
      for more in [0, 1_000_000] {
        var number = 1
        while try trial(path, expected, kind, number: number, more: more) >= number { number += 1 }
      }
    }
  }

  @Test func `is read with its log without a lock, or says why not`() throws {
    let (path, writer) = try folder.database(log: true)
    let expected = try SQLiteDatabase(path: path).walkAll()
    for kind in [trial_reads, trial_opens, trial_accesses, trial_sizes] {
      // Calls for the index of the log fail as well, so that the index may have to be kept in
      // memory.
      var number = 1
      while try trial(
        path, expected, trial_call(kind.rawValue | trial_shared_memory.rawValue), number: number,
        more: 3) >= number
      { number += 1 }
    }
    _ = writer
  }
}
