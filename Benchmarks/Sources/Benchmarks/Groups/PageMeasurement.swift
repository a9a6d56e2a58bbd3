import CSQLiteBare
import Foundation
import Paging
import SQLSources

/// A page of a table loaded by the library in this process, compared with the same query through
/// SQLite's own functions.
struct PageMeasurement {
  let path: String
  let count: Int

  private static let rows = 50
  private static let names = ["the start", "the middle", "the end"]

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    let bare = try BareQuery(path)
    let source = try Waiting.load { [path] () async throws -> TableSource<TableRow> in
      try await TableSource<TableRow>.rows(
        of: "event", in: SQLiteDatabase(path: path), by: [KeysetColumn("time", mayBeNull: false)])
    }
    var rows: [Row] = []
    for (part, name) in Self.names.enumerated() {
      let first = max(1, part * count / 2 - 100 * Self.rows)
      var (ours, theirs) = (Sample(), Sample())
      for round in 0..<bench.rounds(200) {
        let id = first + round
        let cursor = KeysetCursor([.integer(Int64(id / 10)), .integer(Int64(id))])
        let request = PageRequest(reason: .append, position: .after(cursor), count: Self.rows)
        // The time is measured within the task, because starting the task and waiting for it are
        // overhead of the benchmark itself.
        let (page, time) = try Waiting.load { () async throws in
          let start = ContinuousClock.now
          let page = try await source.load(request)
          return (page, ContinuousClock.now - start)
        }
        let middle = ContinuousClock.now
        let read = try bare.read(after: id, Self.rows + 1)
        let end = ContinuousClock.now
        guard page.items.count == Self.rows, read == Self.rows + 1 else {
          throw MeasureError("a page of \(page.items.count) rows, and \(read) beside it")
        }
        ours.add(time)
        theirs.add(end - middle)
      }
      rows.append(
        Row(
          title: "a page at \(name), beyond the bare query", unit: .seconds,
          endless: ours.median - theirs.median,
          compared: Row.Named(name: "the query", value: theirs.median), reach: .most(0.000_1)))
    }
    return rows
  }
}

/// The rows after a position, read by a statement that was prepared once.
private final class BareQuery {
  private var database: OpaquePointer?
  private var statement: OpaquePointer?

  private static let sql = """
    SELECT id, time, kind, amount, note FROM event WHERE time >= ?1 AND (time > ?1 OR id > ?2)
    ORDER BY time, id LIMIT ?3
    """

  init(_ path: String) throws(MeasureError) {
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
      sqlite3_prepare_v2(database, Self.sql, -1, &statement, nil) == SQLITE_OK
    else { throw MeasureError("the database cannot be read: \(path)") }
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(database)
  }

  /// Reads rows with all of their values; returns their number.
  func read(after id: Int, _ limit: Int) throws(MeasureError) -> Int {
    sqlite3_reset(statement)
    sqlite3_bind_int64(statement, 1, Int64(id / 10))
    sqlite3_bind_int64(statement, 2, Int64(id))
    sqlite3_bind_int64(statement, 3, Int64(limit))
    var (count, bytes) = (0, 0)
    while sqlite3_step(statement) == SQLITE_ROW {
      count += 1
      for column in 0..<sqlite3_column_count(statement) {
        _ = sqlite3_column_text(statement, column)
        bytes += Int(sqlite3_column_bytes(statement, column))
      }
    }
    return bytes > 0 ? count : 0
  }
}
