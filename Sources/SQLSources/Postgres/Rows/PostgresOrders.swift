/// The orders in which a server can read rows, as far as they are known without a plan.
extension PostgresTable {
  /// Whether the rows of the table can be read in the order of a key; a requested key may have no
  /// index.
  func hasRowsByKey(_ key: RowKey) -> Bool {
    table.kind == .table && keys.contains(key) && hashed(of: key).isEmpty
  }

  /// Whether an index has the given order, forward or backward.
  ///
  /// CockroachDB stores the columns of the primary key after those of each index.
  func hasIndex(for order: KeysetOrder) -> Bool {
    let primary = indexes.first { $0.isPrimary }?.columns ?? []
    return indexes.contains { index in
      let added = primary.filter { part in !index.columns.contains { $0.name == part.name } }
      return [order, order.reversed].contains { $0.isBeginning(of: index.columns + added) }
    }
  }

  /// The columns of a key that are stored in the order of their hash.
  fileprivate func hashed(of key: RowKey) -> ArraySlice<KeysetColumn> {
    let index = indexes.first { $0.isUnique && $0.columns == key.columns }
    return key.columns.prefix(index?.hashed ?? 0)
  }
}

extension KeysetOrder {
  /// Whether the stored columns begin with those of the order, with the same directions, collations
  /// and positions of NULLs.
  fileprivate func isBeginning(of stored: [KeysetColumn]) -> Bool {
    columns.count <= stored.count
      && zip(columns, stored).allSatisfy { column, stored in
        column.name == stored.name && column.descending == stored.descending
          && column.collation == nil && column.hasNullsAsStored
      }
  }
}

extension PostgresReader {
  /// The keyset that pages a table in the order of the hash by which YugabyteDB stores its rows;
  /// nil if no index supports this order.
  ///
  /// The hash is one of the selected columns, so that this order is handled like any other
  /// (<https://docs.yugabyte.com/stable/api/ysql/exprs/func_yb_hash_code/>).
  func keyset(
    byHashOf key: RowKey, of table: PostgresTable?, _ layout: RowLayout
  ) throws(SQLError) -> Keyset? {
    guard session.kind == .yugabyte, let table else { return nil }
    let hashed = table.hashed(of: key).map(\.name.onPage)
    guard !hashed.isEmpty else { return nil }
    let rows = DatabaseTable(
      name: table.table.name, kind: table.table.kind, sql: table.table.sql,
      inSQL: "(SELECT page.*, yb_hash_code(\(hashed.joined(separator: ", "))) AS yb_hash_code"
        + " FROM \(table.table.inSQL) AS page)")
    var hash = KeysetColumn("yb_hash_code", mayBeNull: false)
    hash.storesNullsFirst = false
    let order = KeysetOrder([hash.directed(descending: false)] + key.columns)
    var relation = RowRelation(.table(rows), order: order, key: key, layout)
    guard try !sorts(relation.query, of: nil) else { return nil }
    relation.isIndexed = true
    return Keyset(relation: relation, key: key, sorts: false)
  }
}
