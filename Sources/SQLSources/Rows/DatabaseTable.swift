/// A table, a view or a virtual table of a database.
package struct DatabaseTable: Hashable, Sendable {
  /// What a table is.
  package enum Kind: Hashable, Sendable {
    /// Rows that are stored.
    case table
    /// A query with a name.
    case view
    /// What a module computes, such as a search in full text.
    case virtual
    /// Rows that are stored in other tables, each of which has a part of them.
    case partitioned
    /// The stored rows of a query.
    case materialized
    /// Rows that another server has.
    case foreign
  }

  /// Its name, by which it is found again: without quotes in SQLite, as SQL has it in PostgreSQL.
  package let name: String
  /// What it is.
  package let kind: Kind
  /// The statement that made it; empty where the database has none.
  package let sql: String
  /// The name as SQL has it, in quotes.
  package let inSQL: String
  /// Whether its rows have no number, because it was made `WITHOUT ROWID`.
  package var isWithoutRowID = false

  /// - Parameter inSQL: the name as SQL has it; nil for the name in quotes.
  init(name: String, kind: Kind, sql: String, inSQL: String? = nil) {
    (self.name, self.kind, self.sql) = (name, kind, sql)
    self.inSQL = inSQL ?? name.asIdentifier
  }
}

/// A table in a list of all.
package struct ListedTable: Sendable {
  package let table: DatabaseTable
  /// About how many rows it has; nil where nothing says it.
  package let rows: Int?
  /// Its columns with their types; empty of a view whose tables are gone.
  package let columns: [String]
}

/// A column of a table.
package struct DatabaseColumn: Hashable, Sendable {
  /// Its name, without quotes.
  package let name: String
  /// The type that it was declared with; empty for none.
  package let type: String
  /// Whether it takes no NULL.
  package let isNotNull: Bool
  /// Its place in the primary key, from 1; 0 outside of it.
  package let keyPlace: Int
  /// Whether it is computed from others.
  package let isGenerated: Bool

  /// The column as rows are sorted by it, upwards.
  var sorted: KeysetColumn { KeysetColumn(name, mayBeNull: !isNotNull) }
}

/// Columns whose values together belong to one row.
package struct RowKey: Hashable, Sendable {
  /// Its columns, each with the collation by which no two values are the same, in the direction of the index.
  package let columns: [KeysetColumn]
}

/// Columns that name a row of another table.
package struct ForeignKey: Hashable, Sendable {
  /// The other table.
  package let table: String
  /// The columns here, in their order.
  package let columns: [String]
  /// Those of the other table; empty for its primary key.
  package let others: [String]
}
