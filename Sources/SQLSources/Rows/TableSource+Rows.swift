import Paging

extension TableSource where Item == TableRow {
  /// Pages through the rows of a table or a view of SQLite's, as records.
  ///
  ///     let database = SQLiteDatabase(path: "shop.db")
  ///     let cheapest = [KeysetColumn("price"), KeysetColumn("name", collation: "NOCASE")]
  ///     let articles = try await TableSource.rows(of: "article", in: database, by: cheapest)
  ///
  /// The columns that tell rows apart are found: the primary key or a unique index without NULLs, or else the number of the
  /// row. They come last in the order, in the direction in which an index serves it. Where none does, SQLite sorts for each
  /// page. A record has all columns, each number as a number, and a blob as digits: `x'00ff'`.
  ///
  /// Cost: the schema of the table is read, and the plans of some pages are made; no row is read.
  ///
  /// - Parameters:
  ///   - table: its name, without quotes, in any writing.
  ///   - database: what it is read from; it stays open as long as the source is held.
  ///   - order: what is sorted by; nothing for the columns that tell rows apart. `mayBeNull` is looked up.
  ///   - id: the columns whose values together belong to one row, where the database does not say it, as of most views; where
  ///     two rows have the same, one of them may be missed.
  /// - Throws: that the table or a column is missing, that nothing tells the rows apart, or what SQLite says.
  public static func rows(
    of table: String, in database: SQLiteDatabase, by order: [KeysetColumn] = [],
    identifiedBy id: [String] = []
  ) async throws(SQLError) -> TableSource<TableRow> {
    try await rows(of: table, inAny: database, by: order, identifiedBy: id)
  }

  /// Pages through the rows of a table or a view of PostgreSQL's, as records.
  ///
  ///     let database = try PostgresDatabase(address: "postgres://host/shop")
  ///     let newest = [KeysetColumn("placed_at", descending: true)]
  ///     let orders = try await TableSource.rows(of: "orders", in: database, by: newest)
  ///
  /// Each page is one round trip. The columns that tell rows apart are found: the primary key or a unique index without
  /// NULLs. A record has all columns, as the server writes them.
  ///
  /// Cost: the schema of the table is read, and the plans of some pages are made; no row is read.
  ///
  /// - Parameters:
  ///   - table: its name, without quotes.
  ///   - database: what it is read from; its connection stays open as long as the source is held.
  ///   - order: what is sorted by; nothing for the columns that tell rows apart. `mayBeNull` is looked up.
  ///   - id: the columns whose values together belong to one row, where the database does not say it, as of a view; where
  ///     two rows have the same, one of them may be missed.
  /// - Throws: that the table or a column is missing, that nothing tells the rows apart, or what the server says.
  public static func rows(
    of table: String, in database: PostgresDatabase, by order: [KeysetColumn] = [],
    identifiedBy id: [String] = []
  ) async throws(SQLError) -> TableSource<TableRow> {
    try await rows(of: table, inAny: database, by: order, identifiedBy: id)
  }

  private static func rows(
    of table: String, inAny database: any RowDatabase, by order: [KeysetColumn],
    identifiedBy id: [String]
  ) async throws(SQLError) -> TableSource<TableRow> {
    var request = TableRequest()
    request.order = order.map {
      SortTerm(
        $0.name, descending: $0.descending, nullsFirst: $0.nullsFirst, collation: $0.collation)
    }
    (request.id, request.writesBlobs) = (id, true)
    let asked = request
    let opening = try await database.ask { reader throws(SQLError) in
      try reader.opening(ofTable: table, asked)
    }
    guard let relation = opening.relation else {
      throw SQLError(.mistaken, "nothing tells the rows of '\(table)' apart: name columns that do")
    }
    return TableSource(relation, in: database)
  }

  /// Pages through what a database has, as records.
  package init(_ relation: RowRelation, in database: any RowDatabase) {
    self.init(relation.query, changes: { database.updates() }) {
      walk, overrulesLimit async throws(PagingError) in
      do throws(SQLError) {
        return try await database.askForPage(overrulesLimit: overrulesLimit) {
          reader throws(SQLError) in
          try reader.steps(of: walk, relation)
        }
      } catch {
        throw error.pagingError
      }
    }
  }
}
