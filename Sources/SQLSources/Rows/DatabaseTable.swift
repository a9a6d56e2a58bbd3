/// A table, a view or a virtual table of a database.
package struct DatabaseTable: Hashable, Sendable {
  /// The kind of a table.
  package enum Kind: Hashable, Sendable {
    /// Stored rows.
    case table
    /// A named query.
    case view
    /// Rows that a module computes, as for full-text search.
    case virtual
    /// Rows that are distributed over other tables.
    case partitioned
    /// The stored result of a query.
    case materialized
    /// Rows on another server.
    case foreign
  }

  /// The name for lookups: unquoted in SQLite, quoted as needed in PostgreSQL.
  package let name: String
  package let kind: Kind
  /// The statement that created the table, or in PostgreSQL the query of a view; empty if the
  /// database has neither.
  package let sql: String
  /// The name in SQL: quoted, and in PostgreSQL with its schema.
  package let inSQL: String
  /// Whether the table was created `WITHOUT ROWID`.
  package var isWithoutRowID = false

  /// Creates the description of a table.
  ///
  /// - Parameter inSQL: the name as an SQL identifier; nil to quote `name`.
  init(name: String, kind: Kind, sql: String, inSQL: String? = nil) {
    (self.name, self.kind, self.sql) = (name, kind, sql)
    self.inSQL = inSQL ?? name.asIdentifier
  }
}

/// A table in the list of all tables.
package struct ListedTable: Sendable {
  package let table: DatabaseTable
  /// The approximate number of rows; nil if it is unknown.
  package let rows: Int?
  /// The columns with their types; empty for a view whose tables are missing.
  package let columns: [String]
}

/// A column of a table.
package struct DatabaseColumn: Hashable, Sendable {
  /// The name, unquoted.
  package let name: String
  /// The declared type; empty if there is none.
  package let type: String
  /// Whether the column is declared `NOT NULL`.
  package let isNotNull: Bool
  /// The position in the primary key, from 1; 0 if the column is not part of it.
  package let keyPlace: Int
  /// Whether the column is computed from other columns.
  package let isGenerated: Bool

  /// The column as part of an ascending order.
  var sorted: KeysetColumn { KeysetColumn(name, mayBeNull: !isNotNull) }
}

/// Columns whose values together identify a row.
package struct RowKey: Hashable, Sendable {
  /// The columns, each with the collation under which its values are unique, and with its direction
  /// in the index.
  package let columns: [KeysetColumn]
}

/// Columns that refer to a row of another table.
package struct ForeignKey: Hashable, Sendable {
  /// The name of the other table.
  package let table: String
  /// The referring columns, in order.
  package let columns: [String]
  /// The columns of the other table; empty for its primary key.
  package let others: [String]
}
