import Foundation
public import GRDB
import GRDBSQLite
import Paging
public import SQLSources

/// Sources of GRDB records.
///
/// Any `DatabaseReader` can be used; with a `DatabasePool`, pages are read while another connection
/// writes. The database stays open as long as the source exists.
extension TableSource where Item: FetchableRecord {
  /// Creates a source of the rows of a table or view.
  ///
  /// Nothing is read yet: a missing table or column makes the first load fail.
  ///
  ///     let order = KeysetOrder([
  ///       KeysetColumn("author", collation: "NOCASE"), KeysetColumn("time", descending: true),
  ///       KeysetColumn("id", mayBeNull: false),
  ///     ])
  ///     let posts = TableSource<Post>(table: "post", in: database, order: order)
  ///
  /// - Parameters:
  ///   - table: the name of the table, unquoted.
  ///   - database: the database to read from.
  ///   - order: the order of the rows; an index on its columns makes pages fast.
  public init(table: String, in database: any DatabaseReader, order: KeysetOrder) {
    self.init(KeysetQuery(table: table, order: order), in: database)
  }

  /// Creates a source of the result of a query, which must contain the columns of the order.
  ///
  /// The query should be a plain `SELECT … FROM … WHERE …`: if it groups or limits, SQLite computes
  /// the whole result for each page. Nothing is read yet: an error in the query makes the first
  /// load fail.
  ///
  /// - Parameters:
  ///   - sql: one `SELECT`; pass values from outside in `arguments`, and never as part of the SQL.
  ///   - arguments: the values of the parameters in `sql`.
  ///   - database: the database to read from.
  ///   - order: the order of the rows; an index on its columns makes pages fast.
  public init(
    sql: String, arguments: StatementArguments = [], in database: any DatabaseReader,
    order: KeysetOrder
  ) {
    self.init(KeysetQuery(sql: sql, order: order), arguments, in: database)
  }

  private init(
    _ query: KeysetQuery, _ arguments: StatementArguments = [], in database: any DatabaseReader
  ) {
    self.init(query) { walk, _ async throws(PagingError) in
      do {
        return try await database.read { try Self.steps(of: walk, arguments, $0) }
      } catch {
        throw SQLError(error).pagingError
      }
    }
  }

  /// Reads the rows of a walk; the last columns of each row are its position.
  private static func steps(
    of walk: KeysetWalk, _ arguments: StatementArguments, _ db: Database
  ) throws -> [KeysetWalk.Step<Item>] {
    let count = walk.query.order.columns.count
    return try walk.steps { sql, values in
      let statement = try db.cachedStatement(sql: sql)
      try statement.setArguments(arguments + StatementArguments(values.map(\.databaseValue)))
      statement.bindTexts(of: values)
      let rows = try Row.fetchCursor(statement)
      var steps: [KeysetWalk.Step<Item>] = []
      while let row = try rows.next() {
        let cursor = KeysetCursor(
          (row.count - count..<row.count).map { statement.value(at: $0, row) })
        steps.append(KeysetWalk.Step(item: try Item(row: row), cursor: cursor))
      }
      return steps
    }
  }
}

/// Binds and reads values exactly as they are stored.
///
/// GRDB holds text as a `String`, which ends at a zero byte and must be UTF-8. If GRDB changed a
/// value in this way, the value would denote a different position in the order.
extension Statement {
  /// Binds the text values among the last parameters, which are the parameters of the walk.
  fileprivate func bindTexts(of values: [SQLValue]) {
    // SQLITE_TRANSIENT: SQLite copies the bound value.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let first = sqlite3_bind_parameter_count(sqliteStatement) - Int32(values.count) + 1
    for (index, value) in values.enumerated() {
      guard case .text(let bytes) = value, !bytes.isEmpty else { continue }
      bytes.withUnsafeBytes { bytes in
        _ = sqlite3_bind_text(
          sqliteStatement, first + Int32(index),
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32(bytes.count), copied)
      }
    }
  }

  /// A value of the current row of the statement.
  fileprivate func value(at index: Int, _ row: Row) -> SQLValue {
    let column = Int32(index)
    guard sqlite3_column_type(sqliteStatement, column) == SQLITE_TEXT,
      let start = sqlite3_column_text(sqliteStatement, column)
    else { return SQLValue(row[index] as DatabaseValue) }
    let count = Int(sqlite3_column_bytes(sqliteStatement, column))
    return .text(Array(UnsafeBufferPointer(start: start, count: count)))
  }
}

extension SQLValue {
  /// Creates a value from a GRDB value, whose text ends at the first zero byte and is UTF-8.
  public init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .real(number)
    case .string(let text): self = .text(text)
    case .blob(let data): self = .blob(Array(data))
    }
  }

  /// The value as a GRDB `DatabaseValue`.
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let bytes): String(decoding: bytes, as: UTF8.self).databaseValue
    case .blob(let bytes): Data(bytes).databaseValue
    }
  }
}
