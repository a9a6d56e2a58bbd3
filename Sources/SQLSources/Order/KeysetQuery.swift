/// The SQL of keyset pages over a table or a query.
package struct KeysetQuery: Sendable {
  /// The order of the rows.
  package let order: KeysetOrder
  /// What is read of a row: expressions of SQL over `page`.
  package var columns = "page.*"
  /// What must be true of a row, as SQL over `page`, with the values of its places.
  package var condition: (sql: String, values: [SQLValue])?
  /// What else is read of a row, behind all columns, as SQL over `page`, with the values of its places.
  package var answer: (sql: String, values: [SQLValue])?
  private let relation: String
  /// The values of the places in the relation.
  private let values: [SQLValue]

  /// Pages over a table or view; its name is quoted.
  package init(table: String, order: KeysetOrder) {
    (relation, values, self.order) = (table.asIdentifier, [], order)
  }

  /// Pages over the result of a `SELECT`; a semicolon at its end is dropped.
  package init(sql: String, values: [SQLValue] = [], order: KeysetOrder) {
    let end = sql.lastIndex { !$0.isWhitespace && $0 != ";" }
    let select = end.map { sql[...$0] } ?? ""
    // A line break ends a comment that the query may close with.
    (relation, self.values, self.order) = ("(\(select)\n)", values, order)
  }

  /// The query for the first rows of a stretch, up to a limit.
  ///
  /// Columns are named with the relation: alone, a name that does not exist may be taken for a
  /// string (<https://www.sqlite.org/quirks.html>, 8). The last columns are those of the order.
  ///
  /// - Parameter order: the order of the query, or the reverse.
  package func sql(_ stretch: KeysetStretch, in order: KeysetOrder) -> String {
    let names = order.columns.map { "page.\($0.name.asIdentifier)" }
    var conditions = conditions(of: stretch, in: order)
    if let condition { conditions.append("(\(condition.sql))") }
    let place = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    let sorting = sorting(of: stretch, in: order)
    let answer = answer.map { ", (\($0.sql))" } ?? ""
    return "SELECT \(columns), \(names.joined(separator: ", "))\(answer) FROM \(relation) AS page"
      + "\(place)\(sorting.isEmpty ? "" : " ORDER BY \(sorting)") LIMIT ?"
  }

  /// The values for the query's places, in order.
  package func values(_ stretch: KeysetStretch, limit: Int) -> [SQLValue] {
    (answer?.values ?? []) + values + stretch.values + (condition?.values ?? []) + [.integer(Int64(limit))]
  }

  private func conditions(of stretch: KeysetStretch, in order: KeysetOrder) -> [String] {
    var conditions = zip(order.columns, stretch.equal).map { column, value in
      "\(column.compared) \(value.isNull ? "IS NULL" : "= ?")"
    }
    guard let bound = stretch.bound else { return conditions }
    let column = order.columns[stretch.equal.count]
    switch bound {
    case .beyond: conditions.append("\(column.compared) \(column.descending ? "<" : ">") ?")
    case .values: conditions.append("\(column.compared) IS NOT NULL")
    case .nulls: conditions.append("\(column.compared) IS NULL")
    }
    return conditions
  }

  /// Columns that have one value in the whole stretch are left out.
  private func sorting(of stretch: KeysetStretch, in order: KeysetOrder) -> String {
    let first = stretch.equal.count + (stretch.bound == .nulls ? 1 : 0)
    return order.columns[first...].enumerated().map { index, column in
      // Where no NULL is, none has to be placed, and an index serves.
      let isBound = index == 0 && stretch.bound != nil && stretch.bound != .nulls
      let nulls =
        isBound || column.hasNullsAsStored
        ? "" : " NULLS \(column.nullsFirst ? "FIRST" : "LAST")"
      return "\(column.compared) \(column.descending ? "DESC" : "ASC")\(nulls)"
    }.joined(separator: ", ")
  }
}

extension KeysetColumn {
  /// The column as it is compared and sorted.
  fileprivate var compared: String {
    let name = "page.\(self.name.asIdentifier)"
    return collation.map { "\(name) COLLATE \($0.asIdentifier)" } ?? name
  }
}

extension String {
  /// The name as an identifier in SQL: in quotes, and those in it doubled.
  package var asIdentifier: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
