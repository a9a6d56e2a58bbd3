extension SQLiteReader {
  /// Narrows a scan to the rows that an index finds, if the index also returns them in the order of
  /// the relation.
  ///
  /// The condition and the test of each row do not change.
  func narrowed(_ scan: RowScan) throws(SQLError) -> RowScan {
    guard !scan.condition.bounds.isEmpty, case .table(let origin) = scan.relation.origin else {
      return scan
    }
    let table = try table(named: origin.name)
    guard table.kind == .table else { return scan }
    let columns = try columns(of: table)
    for bound in scan.condition.bounds {
      let column = columns.first { $0.name == bound.column }
      guard let column, !bound.needsNumbers || column.makesNumbers else { continue }
      let narrowed = scan.narrowed(by: bound)
      if try isFound(narrowed.relation.query) { return narrowed }
    }
    return scan
  }

  /// Whether an index finds the rows of a query without a sort.
  private func isFound(_ query: KeysetQuery) throws(SQLError) -> Bool {
    let stretch = KeysetStretch()
    let plan = try plan(of: query.sql(stretch, in: query.order), query.values(stretch, limit: 1))
    return plan.count == 1 && plan.allSatisfy { $0.hasPrefix("SEARCH ") }
  }
}

extension RowScan {
  func narrowed(by bound: SQLCondition.Bound, _ place: (SQLValue) -> String = { _ in "?" })
    -> RowScan
  {
    var scan = self
    let comparison = "page.\(bound.column.asIdentifier) = \(place(bound.value))"
    let own = relation.condition
    scan.relation.condition = (
      own.map { "(\($0.sql)) AND \(comparison)" } ?? comparison, (own?.values ?? []) + [bound.value]
    )
    return scan
  }
}

extension DatabaseColumn {
  /// Whether the column stores numeric strings as numbers (<https://www.sqlite.org/datatype3.html>,
  /// section 3.1).
  fileprivate var makesNumbers: Bool {
    let type = type.uppercased().utf8
    func has(_ word: String) -> Bool {
      type.indices.contains { type[$0...].starts(with: word.utf8) }
    }
    if has("INT") { return true }
    return !type.isEmpty && !["CHAR", "CLOB", "TEXT", "BLOB"].contains(where: has)
  }
}
