import GRDB
import Paging
import Records
import SQLSources
import TemporaryFolders
import Testing

/// The request has a separate name here, because GRDB has a type called `TableRequest` as well.
typealias RowsRequest = SQLSources.TableRequest

/// A database in a file, which GRDB writes and SQLSources reads.
struct TableFile {
  let folder: TemporaryFolder
  let writer: DatabaseQueue
  let database: SQLiteDatabase

  /// - Parameters:
  ///   - hasLog: whether commits go to a log next to the file.
  ///   - encoding: the encoding of the stored text.
  init(_ statements: [String] = [], hasLog: Bool = false, encoding: String = "UTF-8") throws {
    folder = try TemporaryFolder()
    let path = folder.path("test.db")
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA encoding = '\(encoding)'; PRAGMA synchronous = OFF")
      try db.execute(sql: "PRAGMA journal_mode = \(hasLog ? "WAL" : "DELETE")")
    }
    writer = try DatabaseQueue(path: path, configuration: configuration)
    database = SQLiteDatabase(path: path)
    try write(statements)
  }

  /// Runs statements in one transaction.
  func write(_ statements: [String]) throws {
    try writer.write { db in for sql in statements { try db.execute(sql: sql) } }
  }

  func write(_ sql: String) throws { try write([sql]) }

  /// The tags of all rows of a table or view in the given order, as a single query returns them.
  func tags(of name: String, by order: KeysetOrder) throws -> [Int] {
    let terms = order.columns.map { column in
      "page." + RandomColumn.quoted(column.name)
        + (column.collation.map { " COLLATE \($0)" } ?? "")
        + (column.descending ? " DESC" : " ASC") + " NULLS \(column.nullsFirst ? "FIRST" : "LAST")"
    }
    let sql =
      "SELECT tag FROM \(RandomColumn.quoted(name)) AS page ORDER BY \(terms.joined(separator: ", "))"
    return try writer.read { try Int.fetchAll($0, sql: sql) }
  }

  func opening(of table: RandomTable) throws -> TableOpening {
    var request = RowsRequest()
    request.id = table.id
    request.order = table.terms.map {
      SortTerm(
        $0.column, descending: $0.descending, nullsFirst: $0.nullsFirst, collation: $0.collation)
    }
    return try opening(of: table.name, request)
  }

  func opening(of name: String, _ request: RowsRequest = RowsRequest()) throws -> TableOpening {
    try database.readNow { reader throws(SQLError) in
      try reader.opening(ofTable: name, request)
    }
  }

  func opening(
    query sql: String, _ request: RowsRequest = RowsRequest()
  ) throws -> TableOpening {
    try database.readNow { reader throws(SQLError) in
      try reader.opening(ofQuery: sql, request)
    }
  }
}
