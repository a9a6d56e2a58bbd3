extension SQLiteReader {
  /// Whether a query may return different rows if it is run again on the same tables.
  ///
  /// The compiled program is examined instead of the text, because a view in the query may also
  /// call one of the volatile functions (<https://www.sqlite.org/opcode.html>).
  ///
  /// - Throws: an error if the query is invalid.
  func isVolatile(_ sql: String) throws(SQLError) -> Bool {
    let statement = try connection.makeStatement("EXPLAIN " + sql)
    while try statement.step() {
      let (operation, function) = (statement.text(at: 1), statement.text(at: 5))
      guard operation == "Function" || operation == "PureFunc" else { continue }
      if Self.volatile.contains(String(function.prefix { $0 != "(" })) { return true }
    }
    return false
  }

  /// Functions that return random values, depend on the connection's writes, or may use the current
  /// time.
  private static let volatile: Set<String> = [
    "random", "randomblob", "changes", "total_changes", "last_insert_rowid", "date", "time",
    "datetime", "julianday", "unixepoch", "strftime", "timediff", "current_date", "current_time",
    "current_timestamp",
  ]
}
