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
  let key: RowKey
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
  /// A database knows of some columns that they hold no NULL, and what it says about looking for one means nothing.
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
  /// Whether a text is in it.
  fileprivate func hasPart(_ text: String) -> Bool {
    indices.contains { self[$0...].starts(with: text.utf8) }
  }
}
