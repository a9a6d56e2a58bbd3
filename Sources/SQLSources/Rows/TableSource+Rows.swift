import Paging

extension TableSource where Item == TableRow {
  /// Creates a source of the rows of an SQLite table or view, as records.
  ///
  ///     let database = SQLiteDatabase(path: "shop.db")
  ///     let cheapest = [KeysetColumn("price"), KeysetColumn("name", collation: "NOCASE")]
  ///     let articles = try await TableSource.rows(of: "article", in: database, by: cheapest)
  ///
  /// The identifying columns are found automatically: the primary key, a unique index without
  /// NULLs, or the `rowid`. They are appended to the order, in the direction in which an index
  /// serves it. If no index serves the order, SQLite sorts for each page. A record has all columns;
  /// numbers stay numbers, and blobs become digits: `x'00ff'`.
  ///
  /// Cost: reads the schema of the table and the plans of some pages, but no row.
  ///
  /// - Parameters:
  ///   - table: the name of the table, unquoted, in any case.
  ///   - database: the database, which stays open as long as the source exists.
  ///   - order: the columns to sort by; empty for the identifying columns. Their `mayBeNull` is
  ///     ignored; the schema determines it.
  ///   - id: the columns that identify a row, if the database does not define them, as for most
  ///     views; of two rows with the same values, one may be missed.
  /// - Throws: an error if the table or a column is missing, if nothing identifies the rows, or if
  ///   SQLite reports one.
  public static func rows(
    of table: String, in database: SQLiteDatabase, by order: [KeysetColumn] = [],
    identifiedBy id: [String] = []
  ) async throws(SQLError) -> TableSource<TableRow> {
    try await rows(of: table, inAny: database, by: order, identifiedBy: id)
  }

  /// Creates a source of the rows of a PostgreSQL table or view, as records.
  ///
  ///     let database = try PostgresDatabase(address: "postgres://host/shop")
  ///     let newest = [KeysetColumn("placed_at", descending: true)]
  ///     let orders = try await TableSource.rows(of: "orders", in: database, by: newest)
  ///
  /// Each page usually takes one round trip. The identifying columns are found automatically: the
  /// primary key, or a unique index without NULLs. From PostgreSQL 14 on, a table that has neither
  /// is read in the order in which it is stored, provided that `order` is empty; a row that is
  /// changed while the list is read may appear twice or not at all. A record has all columns, as
  /// the server writes them.
  ///
  /// Cost: reads the schema of the table and the plans of some pages, but no row.
  ///
  /// - Parameters:
  ///   - table: the name of the table, unquoted.
  ///   - database: the database, whose connection stays open as long as the source exists.
  ///   - order: the columns to sort by; empty for the identifying columns. Their `mayBeNull` is
  ///     ignored; the schema determines it.
  ///   - id: the columns that identify a row, if the database does not define them, as for a view;
  ///     of two rows with the same values, one may be missed.
  /// - Throws: an error if the table or a column is missing, if nothing identifies the rows, or if
  ///   the server reports one.
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
      throw SQLError(.mistaken, "no key identifies the rows of '\(table)': name the key columns")
    }
    return TableSource(relation, in: database)
  }

  /// Creates a source of the rows of a relation, as records.
  package init(_ relation: RowRelation, in database: any RowDatabase) {
    let pages = relation.readsOnlyItsPages ? database.pagesAtOnce : 1
    self.init(relation.query, pagesAtOnce: pages, changes: { database.updates() }) {
      walk, overrulesLimit async throws(PagingError) in
      do throws(SQLError) {
        return try await database.askForPage(overrulesLimit: overrulesLimit) {
          reader throws(SQLError) in
          try reader.steps(of: walk, relation)
        }
      } catch {
        throw error.errorOfRows
      }
    }
  }
}
