/// A relation whose rows are read: a table, a view, or the result of a query.
package struct RowRelation: Sendable {
  /// The origin of the rows.
  package enum Origin: Sendable {
    /// A table or view.
    case table(DatabaseTable)
    /// A query.
    case query(String)
  }

  package let origin: Origin
  /// The order of its rows.
  package let order: KeysetOrder
  /// The indices, among the columns of the order, of those that identify a row.
  let keyPlaces: [Int]
  /// For each column of the order, its index in a row of a page.
  private let orderPlaces: [Int]
  /// How PostgreSQL selects the columns of the order; nil for a column that is not shown, and for
  /// SQLite.
  let orderForms: [ColumnForm?]
  /// Whether a column may contain values of different types; see `KeysetQuery`.
  let comparesAsStored: Bool
  /// The rules by which rows become records, and the choice of the columns that are read.
  package internal(set) var layout: RowLayout
  /// Whether an index is known to serve the order.
  var isIndexed = false
  /// The blocks by which the table is read if its rows are identified only by their positions; nil
  /// if a key identifies them.
  var blocks: TableBlocks?
  /// Whether the rows come in the order in which they are stored, because no key identifies them.
  package var comesAsStored: Bool { blocks != nil }
  /// A condition on the rows, as SQL that calls the relation `page`, with the values of its
  /// parameters.
  package var condition: (sql: String, values: [SQLValue])?

  /// Whether the time of a page depends only on the number of its rows: no other rows are sorted or
  /// examined for a condition.
  ///
  /// Only then can several pages be read at once, without exceeding the time limit of one page.
  var readsOnlyItsPages: Bool { condition == nil && (isIndexed || blocks != nil) }

  /// Creates a relation.
  ///
  /// - Parameter key: the columns that identify a row, all of which are among those of the order.
  package init(
    _ origin: Origin, order: KeysetOrder, key: RowKey, _ layout: RowLayout,
    comparesAsStored: Bool = false
  ) {
    (self.origin, self.order, self.layout) = (origin, order, layout)
    self.comparesAsStored = comparesAsStored
    keyPlaces = key.columns.compactMap { column in
      order.columns.firstIndex { $0.name == column.name && $0.collation == column.collation }
    }
    var query = KeysetQuery(table: "", order: order)
    query.columns = layout.columns
    query.forms = ColumnForms(of: layout)
    orderPlaces = query.places
    orderForms = order.columns.map { column in
      column == .place
        ? .place
        : layout.columns.firstIndex(of: column.name).flatMap { layout.forms?[$0] }
    }
  }

  /// The SQL for pages.
  package var query: KeysetQuery {
    var query =
      switch origin {
      case .table(let table): KeysetQuery(table, order: order)
      case .query(let sql): KeysetQuery(sql: sql, order: order, layout.dialect)
      }
    query.columns = layout.columns
    query.forms = ColumnForms(of: layout)
    query.orderForms = orderForms
    query.skipped = layout.skipped
    query.condition = condition
    query.comparesAsStored = comparesAsStored
    return query
  }
}

extension SQLiteReader {
  /// The rows of a walk.
  package func steps(
    of walk: KeysetWalk, _ relation: RowRelation
  ) throws(SQLError) -> [KeysetWalk.Step<TableRow>] {
    try walk.steps { sql, values throws(SQLError) in
      let statement = try connection.statement(sql)
      try statement.bind(values)
      var steps: [KeysetWalk.Step<TableRow>] = []
      while try statement.step() {
        let row = relation.row(at: statement)
        steps.append(KeysetWalk.Step(item: row, cursor: row.cursor))
      }
      statement.reset()
      return steps
    }
  }
}

extension RowRelation {
  /// The current row of a query for a page.
  func row(at row: some QueryRow) -> TableRow {
    let (record, isCut) = layout.record(of: row)
    let values = row.values(at: orderPlaces, orderForms)
    return TableRow(
      id: TableRowID(keyPlaces.map { values[$0] }), record: record, cursor: KeysetCursor(values),
      isCut: isCut)
  }
}
