/// What is paged, before its order is known.
struct PagedOrigin {
  let origin: RowRelation.Origin
  /// Whether a column may hold values of other types than its own; see `KeysetQuery`.
  let comparesAsStored: Bool

  init(_ origin: RowRelation.Origin, comparesAsStored: Bool = false) {
    (self.origin, self.comparesAsStored) = (origin, comparesAsStored)
  }
}

/// How rows are paged, and what that costs.
struct Keyset {
  let relation: RowRelation
  let key: SQLiteKey
  /// Whether the database sorts, or reads all rows, for each page.
  let sorts: Bool
}

extension SQLiteReader {
  /// Columns that a query can give, unless SQLite was built otherwise (<https://www.sqlite.org/limits.html>).
  private static var mostColumns: Int { 2_000 }

  /// The order by some columns and by the key with which an index serves it; by the first key where none does.
  ///
  /// - Returns: nil where no key is of use.
  func keyset(
    _ origin: PagedOrigin, _ sorted: [KeysetColumn], _ keys: [SQLiteKey], _ layout: RowLayout
  ) throws(SQLError) -> Keyset? {
    var first: Keyset?
    for key in keys {
      for order in Self.orders(by: sorted, key) {
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

  /// The orders by some columns and the rest of a key, which may go either way, and as it does in its index.
  ///
  /// The first one has one direction at the end, so that a plain index serves it, read from either end.
  private static func orders(by sorted: [KeysetColumn], _ key: SQLiteKey) -> [KeysetOrder] {
    // A column of a key has no NULLs, and asking for them would say nothing true about cost.
    let sorted = sorted.map { column in
      var column = column
      let part = key.columns.first { $0.name == column.name }
      column.mayBeNull = column.mayBeNull && part?.mayBeNull ?? true
      return column
    }
    let isDescending = sorted.last?.descending ?? false
    let rest = key.columns.filter { column in
      !sorted.contains { $0.name == column.name && $0.collation == column.collation }
    }
    let one = rest.map { $0.descending == isDescending ? $0 : $0.turned }
    var orders: [KeysetOrder] = []
    for columns in [one, one.map(\.turned), rest, rest.map(\.turned)] {
      let order = KeysetOrder(sorted + columns)
      if !orders.contains(order) { orders.append(order) }
    }
    return orders
  }

  /// The same as `sorts`; nil where no page can be asked for, as with a collation that is not known here, or too many columns.
  private func canSort(_ query: KeysetQuery) throws(SQLError) -> Bool? {
    guard (query.columns ?? []).count + query.addedColumns.count <= Self.mostColumns else {
      return nil
    }
    do throws(SQLError) { return try sorts(query) } catch {
      if error.kind == .mistaken { return nil }
      throw error
    }
  }

  /// Whether SQLite sorts, makes a table or an index, or goes through all rows for a page, wherever it begins.
  func sorts(_ query: KeysetQuery) throws(SQLError) -> Bool {
    for (stretch, order) in query.samples {
      let plan = try plan(of: query.sql(stretch, in: order), query.values(stretch, limit: 1))
      let costs = plan.contains { step in
        Self.costs.contains { step.hasPrefix($0) } || step.utf8.hasPart(" USING AUTOMATIC ")
      }
      if costs { return true }
      // Whether a virtual table goes through all of its rows, it does not tell.
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
  /// A stretch of each kind that a page may have, in the direction that it is read in.
  ///
  /// What the values are is of no matter, but NULLs are compared in another way.
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
  /// Whether it begins in the middle of the rows, where an index has to lead.
  ///
  /// SQLite knows of some columns that they hold no NULL, and what it says about looking for one means nothing.
  fileprivate var leadsToPlace: Bool {
    let isBeyond = if case .beyond? = bound { true } else { false }
    return (isBeyond || !equal.isEmpty) && !equal.contains(.null) && bound != .nulls
  }
}

extension KeysetColumn {
  /// The same column the other way, with its NULLs where an index has them.
  fileprivate var turned: KeysetColumn {
    KeysetColumn(name, descending: !descending, collation: collation, mayBeNull: mayBeNull)
  }
}

extension String.UTF8View {
  /// Whether a text is in it.
  fileprivate func hasPart(_ text: String) -> Bool {
    indices.contains { self[$0...].starts(with: text.utf8) }
  }
}
