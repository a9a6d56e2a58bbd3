/// The SQL for keyset pages of a table or a query.
package struct KeysetQuery: Sendable {
  /// The order of the rows.
  package let order: KeysetOrder
  /// The columns to read; nil for all.
  package var columns: [String]?
  /// The indices of columns that are replaced by NULL instead of being read; columns of the order
  /// are always read.
  package var skipped: Set<Int> = []
  /// A condition on the rows, as SQL that calls the relation `page`, with the values of its
  /// parameters.
  package var condition: (sql: String, values: [SQLValue])?
  /// An additional expression that is read after all columns, given in the same way as `condition`.
  package var answer: (sql: String, values: [SQLValue])?
  /// Whether a column may contain values of different types, as in a `UNION` of numbers and
  /// strings.
  ///
  /// SQLite usually converts a value to the type of the column with which it is compared
  /// (<https://www.sqlite.org/datatype3.html>, section 4.2), and would find the wrong position in
  /// such a column. With this flag, it does not convert values, but it cannot use an index either.
  package var comparesAsStored = false
  /// How columns are selected in PostgreSQL; nil for SQLite.
  var forms: ColumnForms?
  /// The forms of the columns of the order in PostgreSQL; empty for SQLite.
  var orderForms: [ColumnForm?] = []
  let relation: String
  /// The values of the parameters in the relation.
  private let values: [SQLValue]

  /// Creates the query for pages of a table or view, given by its unquoted name.
  package init(table: String, order: KeysetOrder) {
    (relation, values, self.order) = (table.asIdentifier, [], order)
  }

  /// Creates the query for pages of a table or view.
  package init(_ table: DatabaseTable, order: KeysetOrder) {
    (relation, values, self.order) = (table.inSQL, [], order)
  }

  /// Creates the query for pages of the result of a `SELECT`; a final semicolon or comment is
  /// removed.
  package init(sql: String, values: [SQLValue] = [], order: KeysetOrder) {
    self.init(sql: sql, values: values, order: order, .sqlite)
  }

  init(sql: String, values: [SQLValue] = [], order: KeysetOrder, _ dialect: SQLDialect) {
    (relation, self.values, self.order) = ("(\(QueryText(sql, dialect).whole))", values, order)
  }

  /// For each column of the order, its index in the rows that are read.
  ///
  /// If `columns` is nil, the number of columns is unknown, and the index counts from the first
  /// column after the columns of the row.
  package var places: [Int] {
    let (names, added) = (columns ?? [], addedColumns)
    if forms != nil { return order.columns.indices.map { names.count + $0 } }
    return order.columns.map { column in
      names.firstIndex(of: column.name)
        ?? names.count + (added.firstIndex(of: column.name) ?? 0)
    }
  }

  /// The columns of the order that are read in addition to the columns of the row.
  package var addedColumns: [String] {
    let names = order.columns.map(\.name)
    // PostgreSQL returns the stored values of the order's columns separately, because shown values
    // may differ from them.
    guard let columns, forms == nil else { return names }
    var added: [String] = []
    for name in names where !columns.contains(name) && !added.contains(name) { added.append(name) }
    return added
  }

  /// The query for the first rows of a stretch; its last parameter is the maximum number of rows.
  ///
  /// Columns are qualified with the alias of the relation, because SQLite may take an unqualified
  /// unknown name for a string (<https://www.sqlite.org/quirks.html>, section 8).
  ///
  /// - Parameter order: the order of the query, or its reverse.
  package func sql(_ stretch: KeysetStretch, in order: KeysetOrder) -> String {
    let row = columns.map { shown(among: $0) } ?? ["page.*"]
    let names = (row + addedColumns.map(\.onPage)).joined(separator: ", ")
    var conditions = conditions(of: stretch, in: order)
    if let condition { conditions.append("(\(condition.sql))") }
    let place = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    let sorting = sorting(of: stretch, in: order)
    let answer = answer.map { ", (\($0.sql))" } ?? ""
    // The limit prevents SQLite from moving conditions into the parts of a compound query, where
    // they might have another meaning.
    let rows = comparesAsStored ? "(SELECT * FROM \(relation) LIMIT -1)" : relation
    return "SELECT \(names)\(answer) FROM \(rows) AS page\(place)"
      + "\(sorting.isEmpty ? "" : " ORDER BY \(sorting)") LIMIT ?"
  }

  private func shown(among columns: [String]) -> [String] {
    guard !skipped.isEmpty else { return columns.map(\.onPage) }
    let needed = Set(order.columns.map(\.name))
    return columns.enumerated().map { index, name in
      skipped.contains(index) && !needed.contains(name) ? "NULL" : name.onPage
    }
  }

  /// The values of the query's parameters, in order.
  package func values(_ stretch: KeysetStretch, limit: Int) -> [SQLValue] {
    (answer?.values ?? []) + values + stretch.values + (condition?.values ?? []) + [
      .integer(Int64(limit))
    ]
  }

  /// The SQL placeholder for a value of a column.
  private func place(of column: KeysetColumn) -> String {
    guard forms != nil else { return "?" }
    return column.type.map { "CAST(\(PostgresText.place) AS \($0))" } ?? PostgresText.place
  }

  func conditions(of stretch: KeysetStretch, in order: KeysetOrder) -> [String] {
    var conditions = zip(order.columns, stretch.equal).map { column, value in
      value.isNull ? isNull(column) : isEqual(column)
    }
    guard let bound = stretch.bound else { return conditions }
    let column = order.columns[stretch.equal.count]
    let sign = column.descending ? "<" : ">"
    switch bound {
    case .beyondRow(_, let orSame):
      let names = order.columns[stretch.equal.count...].map(compared).joined(separator: ", ")
      let places = order.columns[stretch.equal.count...].map(place).joined(separator: ", ")
      // The first column is compared separately as well, because servers that distribute rows can
      // choose shards only by such a comparison.
      conditions.append("\(compared(column)) \(sign)= \(place(of: column))")
      conditions.append("(\(names)) \(sign)\(orSame ? "=" : "") (\(places))")
    case .beyond: conditions.append("\(compared(column)) \(sign) \(place(of: column))")
    case .values: conditions.append(isNull(column, not: true))
    case .nulls: conditions.append(isNull(column))
    }
    return conditions
  }

  /// The condition that a column has a certain value.
  ///
  /// A server that sees only an equality may read all rows in the order of the next column and
  /// filter them. If it sees a range, it recognizes that only an index on this column and the next
  /// one returns the rows in order. Therefore a server gets two comparisons.
  private func isEqual(_ column: KeysetColumn) -> String {
    let (name, place) = (compared(column), place(of: column))
    return forms == nil ? "\(name) = \(place)" : "\(name) >= \(place) AND \(name) <= \(place)"
  }

  /// The condition that a column, given by its name, is equal to one value.
  func isEqual(_ name: String) -> String {
    var column = order.columns.first { $0.name == name } ?? KeysetColumn(name)
    column.collation = nil
    return "\(compared(column)) = \(place(of: column))"
  }

  /// The condition that a column is NULL, or is not NULL; a composite column counts as NULL only if
  /// it is NULL itself, and not if all its parts are NULL.
  private func isNull(_ column: KeysetColumn, not isNegated: Bool = false) -> String {
    let not = isNegated ? "NOT " : ""
    let test = column.type == nil ? "\(not)NULL" : "\(isNegated ? "" : "NOT ")DISTINCT FROM NULL"
    return "\(compared(column)) IS \(test)"
  }

  /// The column in comparisons; a unary plus removes its type and keeps its collation.
  private func compared(_ column: KeysetColumn) -> String {
    if column.isDomain, let type = column.type { return "CAST(\(column.name.onPage) AS \(type))" }
    return (comparesAsStored ? "+" : "") + column.sortedInSQL
  }

  /// The `ORDER BY` terms; a column with one value in the whole stretch is omitted, except in a
  /// query to a server (see `isEqual`).
  func sorting(of stretch: KeysetStretch, in order: KeysetOrder) -> String {
    let single = stretch.equal.count + (stretch.bound == .nulls ? 1 : 0)
    let bound = stretch.bound == nil ? single : stretch.equal.count + 1
    let first = forms == nil ? single : 0
    return order.columns.enumerated().dropFirst(first).map { index, column in
      // In a stretch with no NULLs, or with only NULLs, the term has the placement of NULLs that an
      // index has, so that an index can serve the stretch.
      let isStored = index < bound || !column.mayBeNull
      let isFirst = isStored ? column.storesNullsFirstHere : column.nullsFirst
      // SQLite and CockroachDB sort NULL below all values, and PostgreSQL above them, so a query to
      // a server states the position of NULLs for each column that may contain them.
      let isDefault = isFirst == ((forms == nil) != column.descending)
      let isSaid = !isDefault || forms != nil && column.mayBeNull
      let nulls = isSaid ? " NULLS \(isFirst ? "FIRST" : "LAST")" : ""
      return "\(column.sortedInSQL) \(column.descending ? "DESC" : "ASC")\(nulls)"
    }.joined(separator: ", ")
  }
}

extension KeysetColumn {
  /// The column as an `ORDER BY` term.
  var sortedInSQL: String {
    name.onPage + (collation.map { " COLLATE \($0.asIdentifier)" } ?? "")
  }
}

extension String {
  /// The column with this name, qualified with the alias of the relation.
  var onPage: String { "page.\(asIdentifier)" }

  /// The name as a quoted SQL identifier, with quotes in it doubled.
  package var asIdentifier: String {
    // A fast path: most names contain no quote, and every page quotes several names.
    guard utf8.contains(UInt8(ascii: "\"")) else { return "\"\(self)\"" }
    return "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
