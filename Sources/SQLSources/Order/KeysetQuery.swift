/// The SQL of keyset pages over a table or a query.
package struct KeysetQuery: Sendable {
  /// The order of the rows.
  package let order: KeysetOrder
  /// The columns that are read of a row; nil for all.
  package var columns: [String]?
  /// Which of them are not read but are NULL, by their places; columns of the order are read all the same.
  package var skipped: Set<Int> = []
  /// What must be true of a row, as SQL over `page`, with the values of its places.
  package var condition: (sql: String, values: [SQLValue])?
  /// What else is read of a row, behind all columns, as SQL over `page`, with the values of its places.
  package var answer: (sql: String, values: [SQLValue])?
  /// Whether a column may hold values of other types than its own, as one that a `UNION` makes of a number and a text.
  ///
  /// SQLite converts what it compares with a column to the type of the column
  /// (<https://www.sqlite.org/datatype3.html>, 4.2), and so it would find another place. It must not, and then no index is of
  /// use.
  package var comparesAsStored = false
  /// How PostgreSQL is asked for the columns; nil in SQLite.
  var forms: ColumnForms?
  let relation: String
  /// The values of the places in the relation.
  private let values: [SQLValue]

  /// Pages over a table or view; its name is quoted.
  package init(table: String, order: KeysetOrder) {
    (relation, values, self.order) = (table.asIdentifier, [], order)
  }

  /// Pages over a table or view.
  package init(_ table: DatabaseTable, order: KeysetOrder) {
    (relation, values, self.order) = (table.inSQL, [], order)
  }

  /// Pages over the result of a `SELECT`; a semicolon at its end is dropped, and a comment.
  package init(sql: String, values: [SQLValue] = [], order: KeysetOrder) {
    self.init(sql: sql, values: values, order: order, .sqlite)
  }

  init(sql: String, values: [SQLValue] = [], order: KeysetOrder, _ dialect: SQLDialect) {
    (relation, self.values, self.order) = ("(\(QueryText(sql, dialect).whole))", values, order)
  }

  /// Where a row has the values of the columns of the order.
  ///
  /// Of all columns only their count is unknown here: then these are the last ones.
  package var places: [Int] {
    let (names, added) = (columns ?? [], addedColumns)
    if forms != nil { return order.columns.indices.map { names.count + $0 } }
    return order.columns.map { column in
      names.firstIndex(of: column.name)
        ?? names.count + (added.firstIndex(of: column.name) ?? 0)
    }
  }

  /// Columns of the order that are read besides those of a row.
  package var addedColumns: [String] {
    let names = order.columns.map(\.name)
    // PostgreSQL gives them as they are stored, which what is shown need not be.
    guard let columns, forms == nil else { return names }
    var added: [String] = []
    for name in names where !columns.contains(name) && !added.contains(name) { added.append(name) }
    return added
  }

  /// The query for the first rows of a stretch, up to a limit.
  ///
  /// Columns are named with the relation: alone, a name that does not exist may be taken for a
  /// string (<https://www.sqlite.org/quirks.html>, 8).
  ///
  /// - Parameter order: the order of the query, or the reverse.
  package func sql(_ stretch: KeysetStretch, in order: KeysetOrder) -> String {
    let row = columns.map { shown(among: $0) } ?? ["page.*"]
    let names = (row + addedColumns.map(\.onPage)).joined(separator: ", ")
    var conditions = conditions(of: stretch, in: order)
    if let condition { conditions.append("(\(condition.sql))") }
    let place = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    let sorting = sorting(of: stretch, in: order)
    let answer = answer.map { ", (\($0.sql))" } ?? ""
    // A limit is a fence: what is asked here is not moved into each of several queries, where it might mean something else.
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

  /// The values for the query's places, in order.
  package func values(_ stretch: KeysetStretch, limit: Int) -> [SQLValue] {
    (answer?.values ?? []) + values + stretch.values + (condition?.values ?? []) + [
      .integer(Int64(limit))
    ]
  }

  /// What stands for a value of a column.
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
      // The first column is compared alone, too, because servers of shards are asked for nothing else.
      conditions.append("\(compared(column)) \(sign)= \(place(of: column))")
      conditions.append("(\(names)) \(sign)\(orSame ? "=" : "") (\(places))")
    case .beyond: conditions.append("\(compared(column)) \(sign) \(place(of: column))")
    case .values: conditions.append(isNull(column, not: true))
    case .nulls: conditions.append(isNull(column))
    }
    return conditions
  }

  /// Whether a column has a value.
  ///
  /// A server that knows of one value alone may read all rows in the order of the next column, and leave out those of other
  /// values; of a range it knows that only an index of both columns has it in order.
  private func isEqual(_ column: KeysetColumn) -> String {
    let (name, place) = (compared(column), place(of: column))
    return forms == nil ? "\(name) = \(place)" : "\(name) >= \(place) AND \(name) <= \(place)"
  }

  /// Whether a column has no value; one that is made of others has one also where none of these have.
  private func isNull(_ column: KeysetColumn, not isNegated: Bool = false) -> String {
    let not = isNegated ? "NOT " : ""
    let test = column.type == nil ? "\(not)NULL" : "\(isNegated ? "" : "NOT ")DISTINCT FROM NULL"
    return "\(compared(column)) IS \(test)"
  }

  /// A plus has no type, and leaves the collation.
  private func compared(_ column: KeysetColumn) -> String {
    (comparesAsStored ? "+" : "") + column.sortedInSQL
  }

  /// Columns that have one value in the whole stretch are left out, but for a server: see `isEqual`.
  func sorting(of stretch: KeysetStretch, in order: KeysetOrder) -> String {
    let single = stretch.equal.count + (stretch.bound == .nulls ? 1 : 0)
    let bound = stretch.bound == nil ? single : stretch.equal.count + 1
    let first = forms == nil ? single : 0
    return order.columns.enumerated().dropFirst(first).map { index, column in
      // Where no NULL is, or nothing else, none has to be placed, and an index serves.
      let isStored = index < bound || !column.mayBeNull
      let isFirst = isStored ? column.storesNullsFirstHere : column.nullsFirst
      // A row that is smaller than all, as NULL is in SQLite, comes first; in PostgreSQL NULL is greater than all. Of servers
      // CockroachDB has it the other way, so it is said where there may be one.
      let isDefault = isFirst == ((forms == nil) != column.descending)
      let isSaid = !isDefault || forms != nil && column.mayBeNull
      let nulls = isSaid ? " NULLS \(isFirst ? "FIRST" : "LAST")" : ""
      return "\(column.sortedInSQL) \(column.descending ? "DESC" : "ASC")\(nulls)"
    }.joined(separator: ", ")
  }
}

extension KeysetColumn {
  /// The column as it is sorted by.
  var sortedInSQL: String {
    name.onPage + (collation.map { " COLLATE \($0.asIdentifier)" } ?? "")
  }
}

extension String {
  /// The column of that name, of the relation.
  var onPage: String { "page.\(asIdentifier)" }

  /// The name as an identifier in SQL: in quotes, and those in it doubled.
  package var asIdentifier: String {
    // Most names have none, and each page asks for some.
    guard utf8.contains(UInt8(ascii: "\"")) else { return "\"\(self)\"" }
    return "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
