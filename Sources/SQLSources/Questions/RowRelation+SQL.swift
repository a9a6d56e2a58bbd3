extension RowRelation {
  /// The relation for use after `FROM`, without an alias.
  var inSQL: String {
    let rows =
      switch origin {
      case .table(let table): table.inSQL
      case .query(let sql): "(\(QueryText(sql, layout.dialect).whole))"
      }
    // As in `KeysetQuery`: the limit keeps conditions out of the parts of a compound query.
    return comparesAsStored ? "(SELECT * FROM \(rows) LIMIT -1)" : rows
  }

  /// The column in comparisons.
  func compared(_ column: KeysetColumn) -> String {
    (comparesAsStored ? "+" : "") + "page.\(column.name.asIdentifier)"
      + (column.collation.map { " COLLATE \($0.asIdentifier)" } ?? "")
  }
}
