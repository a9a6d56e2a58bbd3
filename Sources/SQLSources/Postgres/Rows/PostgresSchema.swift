/// A PostgreSQL table, with information from the system catalogs.
struct PostgresTable {
  /// The OID of the table.
  let id: String
  let table: DatabaseTable
  /// The approximate number of rows; nil if the server has no estimate yet.
  let estimate: Int?
  /// Whether other tables may inherit from this table; its keys need not be unique then.
  let hasHeirs: Bool
  var columns: [PostgresColumn] = []
  var indexes: [PostgresIndex] = []
}

/// A column, with information from the system catalogs.
struct PostgresColumn {
  let number: Int
  let column: DatabaseColumn
  /// The type to which a value must be cast to be compared with the column; nil if the server
  /// determines it.
  ///
  /// It is needed for a composite type, and for a domain over a composite type or an enumeration.
  let comparedType: String?
  /// Whether the type of the column is a domain.
  let isDomain: Bool

  /// The column as part of an ascending order.
  var sorted: KeysetColumn {
    var sorted = column.sorted
    (sorted.type, sorted.isDomain) = (comparedType, isDomain)
    return sorted
  }
}

/// An index whose entries are sorted.
struct PostgresIndex {
  let isPrimary: Bool
  /// Whether no two rows have the same values in the index; NULLs count as different.
  let isUnique: Bool
  /// The columns, with their directions and the stored position of their NULLs.
  let columns: [KeysetColumn]
  /// The number of leading columns that are stored only in the order of their hash, as in
  /// YugabyteDB.
  let hashed: Int
}

extension PostgresReader {
  /// All tables and views except system tables and partitions, sorted by schema and name.
  ///
  /// Tables that can be named without a schema come first.
  package func listedTables() throws(SQLError) -> [ListedTable] {
    let sql = """
      \(Self.table), (SELECT string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), E'\\n' ORDER BY a.attnum)
      FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)
      \(Self.catalog)
      WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND NOT c.relispartition
      AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
      ORDER BY NOT pg_table_is_visible(c.oid), n.nspname, c.relname
      """
    let result = try rows(PostgresText(sql))
    return (0..<result.rowCount).map { row in
      let table = PostgresTable(at: row, of: result)
      let columns = result.text(row, 8)?.split(whereSeparator: \.isNewline).map(String.init) ?? []
      return ListedTable(table: table.table, rows: table.estimate, columns: columns)
    }
  }

  private static let table = """
    SELECT c.oid, n.nspname, c.relname, c.relkind, c.reltuples, c.relhassubclass AND c.relkind = 'r',
    c.oid::regclass::text, CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END
    """
  private static let catalog = """
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    """

  /// Finds a table by its name, written as in SQL or as in the catalog; upper and lower case may
  /// differ.
  ///
  /// - Throws: an error if no table has this name.
  func table(named name: String) throws(SQLError) -> PostgresTable {
    let (schema, folded) = Self.parts(of: name)
    let place = PostgresText.place
    let sql = """
      \(Self.table) \(Self.catalog)
      WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f')
      AND (c.relname = \(place)::text AND \(schema == nil ? "TRUE" : "n.nspname = \(place)::text")
      OR c.relname = \(place)::text OR lower(c.relname) = lower(\(place)::text))
      ORDER BY \(schema == nil ? "" : "n.nspname = \(place)::text DESC,") pg_table_is_visible(c.oid) DESC,
      c.relname = \(place)::text DESC, c.relname = \(place)::text DESC, n.nspname LIMIT 1
      """
    let named: [SQLValue] = [.text(folded)] + (schema.map { [.text($0)] } ?? [])
    let values: [SQLValue] =
      named + [.text(name), .text(name)] + (schema.map { [.text($0)] } ?? [])
      + [.text(folded), .text(name)]
    let result = try rows(PostgresText(sql, values))
    guard result.rowCount > 0 else {
      throw SQLError(
        .mistaken, "no table '\(name)'\(try listedTables().map(\.table.name).listed)")
    }
    return try complete(PostgresTable(at: 0, of: result))
  }

  /// Finds a table by its OID; nil if it does not exist.
  func table(withID id: UInt32) throws(SQLError) -> PostgresTable? {
    let result = try rows(
      PostgresText(
        "\(Self.table) \(Self.catalog) WHERE c.oid = \(PostgresText.place)::oid", [.text("\(id)")]))
    return result.rowCount > 0 ? try complete(PostgresTable(at: 0, of: result)) : nil
  }

  /// The parts of `schema.name` without quotes; parts that are not quoted are converted to lower
  /// case.
  private static func parts(of name: String) -> (schema: String?, name: String) {
    let words = QueryWord.words(in: name, .postgres)
    func folded(_ word: QueryWord) -> String? {
      word.name.map { word.text.hasPrefix("\"") ? $0 : $0.lowercased() }
    }
    if words.count == 3, words[1].text == ".", let schema = folded(words[0]),
      let table = folded(words[2])
    {
      return (schema, table)
    }
    return (nil, words.count == 1 ? folded(words[0]) ?? name : name)
  }

  // MARK: Columns and indexes

  private func complete(_ table: PostgresTable) throws(SQLError) -> PostgresTable {
    var table = table
    let id: [SQLValue] = [.text(table.id)]
    let results = try rows([PostgresText(Self.columns, id), PostgresText(Self.indexes, id)])
    guard results.count == 2 else { return table }
    table.columns = (0..<results[0].rowCount).map { PostgresColumn(at: $0, of: results[0]) }
    table.indexes = (0..<results[1].rowCount).compactMap {
      PostgresIndex(at: $0, of: results[1], table.columns)
    }
    return table
  }

  /// The query for a table's columns, with their positions in the primary key.
  ///
  /// A domain may have another domain as its base type.
  private static let columns = """
    SELECT a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated <> '',
    CASE WHEN coalesce(e.typtype, b.typtype, t.typtype) = 'c' OR coalesce(e.typtype, b.typtype) = 'e'
    THEN format_type(coalesce(e.oid, b.oid, t.oid), NULL) END,
    coalesce(array_position(k.conkey, a.attnum), 0), t.typtype = 'd'
    FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid
    LEFT JOIN pg_type AS b ON b.oid = t.typbasetype LEFT JOIN pg_type AS e ON e.oid = b.typbasetype
    LEFT JOIN pg_constraint AS k ON k.conrelid = a.attrelid AND k.contype = 'p'
    WHERE a.attrelid = \(PostgresText.place)::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
    """

  /// The query for a table's valid indexes that contain all rows and keep an order, the primary key
  /// first.
  ///
  /// PostgreSQL's `btree` is called `lsm` in YugabyteDB, and `prefix` in CockroachDB.
  private static let indexes = """
    SELECT i.indisprimary, i.indisunique, i.indnkeyatts, i.indkey::text, i.indoption::text,
    (SELECT bool_and(coalesce(c.oid = a.attcollation, TRUE)) FROM unnest(i.indcollation) WITH ORDINALITY AS u (c, n)
    JOIN unnest(i.indkey) WITH ORDINALITY AS v (k, n) USING (n) JOIN pg_collation AS c ON c.oid = u.c
    JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = v.k)
    FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid JOIN pg_am AS m ON m.oid = x.relam
    WHERE i.indrelid = \(PostgresText.place)::oid AND m.amname IN ('btree', 'lsm', 'prefix')
    AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL ORDER BY i.indisprimary DESC, i.indisunique DESC, i.indnkeyatts, i.indexrelid
    """

  package func columns(of table: DatabaseTable) throws(SQLError) -> [DatabaseColumn] {
    try self.table(named: table.name).columns.map(\.column)
  }

  package func foreignKeys(of table: DatabaseTable) throws(SQLError) -> [ForeignKey] {
    let name = "(SELECT attname FROM pg_attribute WHERE attrelid ="
    let sql = """
      SELECT k.conname, k.confrelid::regclass::text, \(name) k.conrelid AND attnum = u.c),
      \(name) k.confrelid AND attnum = u.d)
      FROM pg_constraint AS k, unnest(k.conkey, k.confkey) WITH ORDINALITY AS u (c, d, n)
      WHERE k.contype = 'f' AND k.conrelid = \(PostgresText.place)::regclass ORDER BY k.conname, u.n
      """
    let result = try rows(PostgresText(sql, [.text(table.inSQL)]))
    var keys: [(name: String, key: ForeignKey)] = []
    for row in 0..<result.rowCount {
      let (name, other) = (result.text(row, 0) ?? "", result.text(row, 1) ?? "")
      let last = keys.last?.name == name ? keys.removeLast().key : nil
      let (column, target) = (result.text(row, 2) ?? "", result.text(row, 3) ?? "")
      keys.append(
        (
          name,
          ForeignKey(
            table: other, columns: (last?.columns ?? []) + [column],
            others: (last?.others ?? []) + [target])
        ))
    }
    return keys.map(\.key)
  }

  package func estimatedRowCount(of table: DatabaseTable) throws(SQLError) -> Int? {
    guard ![.view, .foreign].contains(table.kind) else { return nil }
    let sql = "SELECT reltuples FROM pg_class WHERE oid = \(PostgresText.place)::regclass"
    return try rows(PostgresText(sql, [.text(table.inSQL)])).count(0, 0)
  }
}

extension PostgresTable {
  /// The keys that identify the rows of the table, the best first; empty if other tables may
  /// inherit from the table.
  var keys: [RowKey] {
    guard !hasHeirs else { return [] }
    let full = Set(columns.filter(\.column.isNotNull).map(\.column.name))
    return indexes.filter { index in
      index.isUnique && index.columns.allSatisfy { full.contains($0.name) }
    }.map { RowKey(columns: $0.columns) }
  }

  /// The columns, each as an ascending column of an order, with NULLs positioned as in the index
  /// that serves the requested order best.
  func sorted(for terms: [SortTerm]) -> [KeysetColumn] {
    let index = indexes.max { $0.serves(terms) < $1.serves(terms) }
    return columns.map { column in
      var sorted = column.sorted
      let part = index?.columns.first { $0.name == sorted.name }
      sorted.storesNullsFirst = part?.storesNullsFirst ?? false
      return sorted.directed(descending: false)
    }
  }

  fileprivate init(at row: Int, of result: PostgresResult) {
    let schema = result.text(row, 1) ?? ""
    let name = result.text(row, 2) ?? ""
    id = result.text(row, 0) ?? "0"
    table = DatabaseTable(
      name: result.text(row, 6) ?? name, kind: .init(kind: result.text(row, 3) ?? "r"),
      sql: result.text(row, 7) ?? "", inSQL: "\(schema.asIdentifier).\(name.asIdentifier)")
    estimate = table.kind == .view ? nil : result.count(row, 4)
    hasHeirs = result.text(row, 5) == "t"
  }
}

extension PostgresIndex {
  /// The number of leading columns that the index has in common with an order.
  func serves(_ terms: [SortTerm]) -> Int {
    zip(columns, terms).prefix { $0.name.isSameName(as: $1.column) }.count
  }

  /// Creates an index from a row of the catalog; nil if the index uses collations other than those
  /// of its columns.
  fileprivate init?(at row: Int, of result: PostgresResult, _ all: [PostgresColumn]) {
    guard result.text(row, 5) != "f", let count = result.text(row, 2).flatMap({ Int($0) }) else {
      return nil
    }
    let numbers = result.numbers(row, 3).prefix(count)
    let options = result.numbers(row, 4)
    var columns: [KeysetColumn] = []
    for (number, option) in zip(numbers, options) {
      guard let column = all.first(where: { $0.number == number }) else { return nil }
      // 1 is descending, 2 is NULLs first (pg_index.indoption), 4 is by hash.
      var sorted = column.sorted
      sorted.storesNullsFirst = (option & 2 != 0) != (option & 1 != 0)
      columns.append(sorted.directed(descending: option & 1 != 0))
    }
    guard !columns.isEmpty else { return nil }
    self.init(
      isPrimary: result.text(row, 0) == "t", isUnique: result.text(row, 1) == "t",
      columns: columns, hashed: options.prefix { $0 & 4 != 0 }.count)
  }
}

extension PostgresColumn {
  fileprivate init(at row: Int, of result: PostgresResult) {
    number = result.text(row, 0).flatMap { Int($0) } ?? 0
    column = DatabaseColumn(
      name: result.text(row, 1) ?? "", type: result.text(row, 2) ?? "",
      isNotNull: result.text(row, 3) == "t",
      keyPlace: result.text(row, 6).flatMap { Int($0) } ?? 0,
      isGenerated: result.text(row, 4) == "t")
    comparedType = result.text(row, 5)
    isDomain = result.text(row, 7) == "t"
  }
}

extension DatabaseTable.Kind {
  /// Creates the kind of a relation from its letter in the catalog.
  ///
  /// - Parameter kind: a value of `pg_class.relkind`.
  fileprivate init(kind: String) {
    self =
      switch kind {
      case "v": .view
      case "m": .materialized
      case "p": .partitioned
      case "f": .foreign
      default: .table
      }
  }
}

extension PostgresResult {
  /// An estimated number of rows; nil if it is unknown.
  fileprivate func count(_ row: Int, _ column: Int) -> Int? {
    text(row, column).flatMap { Double($0) }.flatMap { $0 < 0 ? nil : Int(exactly: $0.rounded()) }
  }

  /// Numbers separated by blanks, as in an `int2vector`.
  fileprivate func numbers(_ row: Int, _ column: Int) -> [Int] {
    (text(row, column) ?? "").split(separator: " " as Character).compactMap { Int($0) }
  }
}
