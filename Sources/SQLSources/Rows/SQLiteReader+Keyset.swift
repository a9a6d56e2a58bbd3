/// A relation to be paged, before its order is known.
struct PagedOrigin {
  let origin: RowRelation.Origin
  /// Whether a column may contain values of different types; see `KeysetQuery`.
  let comparesAsStored: Bool

  init(_ origin: RowRelation.Origin, comparesAsStored: Bool = false) {
    (self.origin, self.comparesAsStored) = (origin, comparesAsStored)
  }
}

/// A relation paged by key, and the cost of a page.
struct Keyset {
  let relation: RowRelation
  let key: RowKey
  /// Whether the database sorts, or reads all rows, for each page.
  let sorts: Bool
}

extension SQLiteReader {
  /// The maximum number of columns of a query in the default build of SQLite
  /// (<https://www.sqlite.org/limits.html>).
  private static var mostColumns: Int { 2_000 }

  /// Finds the relation in the order of the given columns and then of a key.
  ///
  /// The key is the first one with which an index serves the order. If no index serves an order, it
  /// is the first key that can be used.
  ///
  /// - Returns: nil if no key can be used.
  func keyset(
    _ origin: PagedOrigin, _ sorted: [KeysetColumn], _ keys: [RowKey], _ layout: RowLayout
  ) throws(SQLError) -> Keyset? {
    var first: Keyset?
    for key in keys {
      for order in KeysetOrder.candidates(by: sorted, key) {
        let relation = RowRelation(
          origin.origin, order: order, key: key, layout, comparesAsStored: origin.comparesAsStored)
        guard let sorts = try canSort(relation.query) else { continue }
        let keyset = Keyset(relation: relation, key: key, sorts: sorts)
        if !sorts { return keyset }
        first = first ?? keyset
      }
    }
    return first
  }

  /// Whether SQLite sorts for a page; nil if the query is impossible, as with an unknown collation
  /// or too many columns.
  private func canSort(_ query: KeysetQuery) throws(SQLError) -> Bool? {
    guard (query.columns ?? []).count + query.addedColumns.count <= Self.mostColumns else {
      return nil
    }
    do throws(SQLError) { return try sorts(query) } catch {
      if error.kind == .mistaken { return nil }
      throw error
    }
  }

  /// Whether SQLite sorts, creates a temporary table or index, or reads all rows for a page at any
  /// position.
  func sorts(_ query: KeysetQuery) throws(SQLError) -> Bool {
    for (stretch, order) in query.samples {
      let plan = try plan(of: query.sql(stretch, in: order), query.values(stretch, limit: 1))
      let costs = plan.contains { step in
        Self.costs.contains { step.hasPrefix($0) } || step.utf8.hasPart(" USING AUTOMATIC ")
      }
      if costs { return true }
      // The plan does not show whether a virtual table reads all its rows.
      let first = plan.first ?? ""
      if stretch.leadsToPlace, first.hasPrefix("SCAN"), !first.utf8.hasPart(" VIRTUAL TABLE ") {
        return true
      }
    }
    return false
  }

  private static let costs = ["USE TEMP B-TREE", "MATERIALIZE", "CO-ROUTINE", "COMPOUND"]
}

extension KeysetQuery {
  /// One stretch of each kind that a page may have, with the order in which the page reads it.
  ///
  /// The values have no influence on the plan, except that NULLs are compared differently.
  fileprivate var samples: [(KeysetStretch, KeysetOrder)] {
    let values = KeysetCursor(order.columns.map { _ in .integer(1) })
    let nulls = KeysetCursor(order.columns.map { $0.mayBeNull ? .null : .integer(1) })
    return [order, order.reversed].flatMap { order in
      [nil, values, nulls].flatMap { cursor in
        KeysetStretch.path(from: cursor, in: order).map { ($0, order) }
      }
    }
  }
}

extension KeysetStretch {
  /// Whether the stretch begins at given values, so that an index must find its start.
  ///
  /// It is false if one of these values is NULL: for a column declared `NOT NULL`, SQLite may plan
  /// a scan for such a condition, although no row meets it.
  var leadsToPlace: Bool {
    let isBeyond =
      switch bound {
      case .beyond, .beyondRow: true
      case .values, .nulls, nil: false
      }
    return (isBeyond || !equal.isEmpty) && !equal.contains(.null) && bound != .nulls
  }
}

extension String.UTF8View {
  /// Whether the string contains another string.
  fileprivate func hasPart(_ text: String) -> Bool {
    indices.contains { self[$0...].starts(with: text.utf8) }
  }
}
