extension SQLiteReader {
  /// Whether a query may give other rows when it is run again over the same tables.
  ///
  /// What SQLite would run for it is looked through, because a view may call such a function too
  /// (<https://www.sqlite.org/opcode.html>).
  ///
  /// - Throws: what is wrong with the query.
  func isVolatile(_ sql: String) throws(SQLError) -> Bool {
    let statement = try connection.makeStatement("EXPLAIN " + sql)
    while try statement.step() {
      let (operation, function) = (statement.text(at: 1), statement.text(at: 5))
      guard operation == "Function" || operation == "PureFunc" else { continue }
      if Self.volatile.contains(String(function.prefix { $0 != "(" })) { return true }
    }
    return false
  }

  /// Functions of chance, of what was written, and of time, which may mean the present one.
  private static let volatile: Set<String> = [
    "random", "randomblob", "changes", "total_changes", "last_insert_rowid", "date", "time",
    "datetime", "julianday", "unixepoch", "strftime", "timediff", "current_date", "current_time",
    "current_timestamp",
  ]
}
