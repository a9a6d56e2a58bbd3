extension RowRelation {
  /// What stands behind `FROM`, without a name.
  var inSQL: String {
    let rows =
      switch origin {
      case .table(let table): table.inSQL
      case .query(let sql): "(\(QueryText(sql, layout.dialect).whole))"
      }
    // As in `KeysetQuery`: what is asked of the rows is not moved into each of several queries.
    return comparesAsStored ? "(SELECT * FROM \(rows) LIMIT -1)" : rows
  }

  /// A column as a value is compared with it.
  func compared(_ column: KeysetColumn) -> String {
    (comparesAsStored ? "+" : "") + "page.\(column.name.asIdentifier)"
      + (column.collation.map { " COLLATE \($0.asIdentifier)" } ?? "")
  }
}
