import Foundation
public import GRDB
import Paging
public import SQLSources

/// Pages of records of GRDB's.
///
/// Any `DatabaseReader` does; with a `DatabasePool` pages are read beside a writer. The database stays open as long as the
/// source is held.
extension TableSource where Item: FetchableRecord {
  /// Pages through a table or view, named without quotes.
  ///
  /// Nothing is read yet: a table or column that is missing is an error of the first load.
  ///
  /// - Parameters:
  ///   - table: its name.
  ///   - database: what it is read from.
  ///   - order: the order of the rows; there should be an index on its columns.
  public init(table: String, in database: any DatabaseReader, order: KeysetOrder) {
    self.init(KeysetQuery(table: table, order: order), in: database)
  }

  /// Pages through the result of a query, which must contain the columns of the order.
  ///
  /// The query should be a plain `SELECT … FROM … WHERE …`: SQLite computes one that groups or limits in full for each page.
  /// Nothing is read yet: a mistake in it is an error of the first load.
  ///
  /// - Parameters:
  ///   - sql: one `SELECT`; values from outside belong into `arguments`, never into the text.
  ///   - arguments: the values of its places.
  ///   - database: what it is read from.
  ///   - order: the order of the rows; there should be an index on its columns.
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

  /// The rows of a walk; the last columns of each are its place.
  private static func steps(
    of walk: KeysetWalk, _ arguments: StatementArguments, _ db: Database
  ) throws -> [KeysetWalk.Step<Item>] {
    let count = walk.query.order.columns.count
    return try walk.steps { sql, values in
      let statement = try db.cachedStatement(sql: sql)
      let places = StatementArguments(values.map(\.databaseValue))
      let rows = try Row.fetchCursor(statement, arguments: arguments + places)
      var steps: [KeysetWalk.Step<Item>] = []
      while let row = try rows.next() {
        let values = (row.count - count..<row.count).map { SQLValue(row[$0] as DatabaseValue) }
        steps.append(KeysetWalk.Step(item: try Item(row: row), cursor: KeysetCursor(values)))
      }
      return steps
    }
  }
}

extension SQLValue {
  /// A value as GRDB holds it.
  public init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .real(number)
    case .string(let text): self = .text(text)
    case .blob(let data): self = .blob(Array(data))
    }
  }

  /// The same as GRDB holds it; a text that is not UTF-8 becomes another one, because GRDB holds texts as strings.
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
