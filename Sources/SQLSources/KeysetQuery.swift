package import GRDB

/// The SQL of keyset pages over a table or a query.
package struct KeysetQuery: Sendable {
  /// The order of the rows.
  package let order: KeysetOrder
  private let relation: String
  private let arguments: StatementArguments

  /// Pages over a table or view; its name is quoted.
  package init(table: String, order: KeysetOrder) {
    relation = table.asIdentifier
    arguments = []
    self.order = order
  }

  /// Pages over the result of a `SELECT`; a semicolon at its end is dropped.
  package init(sql: String, arguments: StatementArguments, order: KeysetOrder) {
    let end = sql.lastIndex { !$0.isWhitespace && $0 != ";" }
    let select = end.map { sql[...$0] } ?? ""
    // A line break ends a comment that the query may close with.
    relation = "(\(select)\n)"
    self.arguments = arguments
    self.order = order
  }

  /// The query for the first rows of a stretch, up to a limit; an index on the two columns leads to
  /// them and has them in order.
  ///
  /// Columns are named with the relation: alone, a name that does not exist may be taken for a
  /// string (<https://www.sqlite.org/quirks.html>, 8). The last two columns are the row's cursor.
  package func sql(_ stretch: KeysetStretch, descending: Bool) -> String {
    let key = "page.\(order.column.asIdentifier)"
    let tie = "page.\(order.tieBreaker.asIdentifier)"
    let sign = descending ? "<" : ">"
    let direction = descending ? "DESC" : "ASC"
    let byTie = "\(tie) \(direction)"
    let byBoth = "\(key) \(direction), \(byTie)"
    let (condition, sorting) =
      switch stretch {
      case .ties: ("\(key) IS ? AND \(tie) \(sign) ?", byTie)
      case .beyond: ("\(key) \(sign) ?", byBoth)
      case .values: ("\(key) IS NOT NULL", byBoth)
      case .nulls: ("\(key) IS NULL", byTie)
      }
    return """
      SELECT page.*, \(key), \(tie) FROM \(relation) AS page \
      WHERE \(condition) ORDER BY \(sorting) LIMIT ?
      """
  }

  /// The values for the query's places, in order.
  package func arguments(_ stretch: KeysetStretch, limit: Int) -> StatementArguments {
    arguments + StatementArguments(stretch.values + [limit.databaseValue])
  }
}
