extension SQLiteReader {
  /// The approximate number of rows in a table, found without counting them; nil if it is unknown.
  ///
  /// The number is that of the last `ANALYZE`, if there was one
  /// (<https://www.sqlite.org/fileformat2.html>, section 2.6.3). Otherwise it is computed from the
  /// first and last `rowid`; after deletions, this number is too large. The number is unknown if
  /// the file has no space for that many rows, as with random keys.
  package func estimatedRowCount(of table: DatabaseTable) throws(SQLError) -> Int? {
    guard table.kind == .table else { return nil }
    if let count = analyzedCount(of: table) { return count }
    guard let number = try rowNumber(of: table) else { return nil }
    let (name, column) = (table.name.asIdentifier, number.asIdentifier)
    let ends = try rows(
      "SELECT (SELECT min(\(column)) FROM \(name)), (SELECT max(\(column)) FROM \(name))"
    ) { ($0.value(at: 0), $0.value(at: 1)) }.first
    guard case (.integer(let first), .integer(let last))? = ends else { return 0 }
    let (width, isTooWide) = last.subtractingReportingOverflow(first)
    guard !isTooWide, try width < mostRows() else { return nil }
    return Int(width) + 1
  }

  /// The maximum number of rows for which the database has space.
  private func mostRows() throws(SQLError) -> Int64 {
    let pages = try connection.number("PRAGMA page_count")
    let size = try connection.number("PRAGMA page_size")
    return pages * size / Self.shortestRow
  }

  /// The smallest number of bytes that a row takes in a page: a pointer, two lengths, a `rowid` and
  /// the type of a value (<https://www.sqlite.org/fileformat2.html>, section 1.6).
  private static let shortestRow: Int64 = 6

  /// The number of rows according to `sqlite_stat1`, which may be missing or out of date.
  private func analyzedCount(of table: DatabaseTable) -> Int? {
    let counts = try? rows("SELECT stat FROM sqlite_stat1 WHERE tbl = ?", table.name) { row in
      Int(row.text(at: 0).prefix { $0.isNumber })
    }
    return counts?.compactMap { $0 }.max()
  }
}

extension SQLiteDatabase {
  /// The size of each table with its indexes, in bytes; nil if it cannot be read within the time
  /// limit, or if SQLite was built without `dbstat` (<https://www.sqlite.org/dbstat.html>).
  ///
  /// Cost: reads all pages of the file, within the time limit.
  package func tableSizes(
    within limit: Duration = .seconds(1)
  ) async -> [String: Int]? {
    let sizes = try? await another(limit: limit).read { reader throws(SQLError) in
      try reader.rows(
        """
        SELECT schema.tbl_name, sum(stat.pgsize) FROM dbstat AS stat JOIN sqlite_schema AS schema
        ON schema.name = stat.name GROUP BY schema.tbl_name
        """
      ) { ($0.text(at: 0), Int($0.integer(at: 1))) }
    }
    return sizes.map { Dictionary($0, uniquingKeysWith: +) }
  }
}
