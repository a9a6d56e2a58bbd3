extension RowRelation {
  /// What stands behind `FROM`, without a name.
  var inSQL: String {
    switch origin {
    case .table(let name): name.asIdentifier
    // A line break ends a comment that the query may close with.
    case .query(let sql): "(\(sql)\n)"
    }
  }
}
