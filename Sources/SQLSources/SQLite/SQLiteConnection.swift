import CSQLite

/// A connection for reading, used by one thread at a time.
///
/// SQLite refuses statements that write, attach another file or load code.
final class SQLiteConnection {
  private let open: SQLiteHandle
  private var sqlite: endless_sqlite { open.sqlite }
  private var handle: OpaquePointer { open.pointer }
  private var statements: [String: SQLiteStatement] = [:]
  /// The queries that stay open between two reads, keyed by the identity of their owners.
  var runs: [ObjectIdentifier: QueryRun] = [:]

  /// The maximum number of prepared statements in the cache; a further statement replaces all of
  /// them.
  private static let mostStatements = 64

  /// Opens a file without reading it.
  ///
  /// - Parameters:
  ///   - uri: the URI of the file with its parameters.
  ///   - keepsIndex: whether the index of a log is kept in memory instead of in a file.
  ///   - watch: consulted regularly by a running query.
  /// - Throws: an error if the file cannot be opened.
  init(uri: String, keepsIndex: Bool = false, _ watch: QueryWatch) throws(SQLError) {
    open = try SQLiteHandle(uri: uri, watch)
    for option in Self.options { try turn(option.number, on: option.isOn) }
    for setting in Self.settings { try set(setting) }
    if keepsIndex { try set("locking_mode = EXCLUSIVE") }
    open.forbid()
  }

  /// An option recommended for untrusted files (<https://www.sqlite.org/security.html>), and one
  /// that prevents a checkpoint of a log on closing.
  ///
  /// The schema stays trusted, because SQLite before 3.41 otherwise refuses views that use
  /// full-text search; `SQLiteRights` limits the functions and pragmas that the schema can use.
  private static let options: [(number: Int32, isOn: Bool)] = [
    (SQLITE_DBCONFIG_DEFENSIVE, true), (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true),
  ]

  /// Settings that SQLite applies without reading the file, which may be locked or damaged.
  ///
  /// Memory mapping is off, because the program would crash if another program truncated a mapped
  /// file.
  private static let settings = ["mmap_size = 0", "cell_size_check = 1", "query_only = 1"]

  private func turn(_ option: Int32, on isOn: Bool) throws(SQLError) {
    let code = withUnsafePointer(to: open.sqlite) {
      endless_sqlite_switch($0, handle, option, isOn ? 1 : 0)
    }
    // An older library may not know an option; the connection then does without this option.
    guard code == SQLITE_OK || code == SQLITE_ERROR else { throw open.error(code) }
  }

  private func set(_ setting: String) throws(SQLError) {
    guard let (statement, _) = try prepared("PRAGMA \(setting)") else { return }
    while try statement.step() {}
  }

  /// Sets the deadline and the cancellation of the current read.
  func watch(until deadline: ContinuousClock.Instant?, _ cancelling: QueryCancelling) {
    open.watch.begin(until: deadline, cancelling)
  }

  /// Returns a prepared statement, from the cache if possible, reset to its start.
  ///
  /// - Throws: an error if the statement is invalid or would write.
  func statement(_ sql: String) throws(SQLError) -> SQLiteStatement {
    if let kept = statements[sql] {
      kept.reset()
      return kept
    }
    let statement = try makeStatement(sql)
    if statements.count >= Self.mostStatements { statements = [:] }
    statements[sql] = statement
    return statement
  }

  /// Prepares a new statement, which is not cached.
  ///
  /// - Throws: an error if the statement is invalid or would write, or if there is more than one
  ///   statement.
  func makeStatement(_ sql: String) throws(SQLError) -> SQLiteStatement {
    // SQLite would ignore everything after a NUL character.
    guard !sql.utf8.contains(0) else {
      throw SQLError(.mistaken, "the query contains a NUL character")
    }
    guard let (statement, rest) = try prepared(sql) else {
      throw SQLError(.mistaken, "the query is empty")
    }
    guard isBlank(rest) else {
      throw SQLError(.mistaken, "more than one statement: write one query")
    }
    guard statement.isReadOnly else {
      throw SQLError(.mistaken, SQLiteHandle.refusal)
    }
    return statement
  }

  /// The collation with which SQLite compares a column by default; nil if it is unknown.
  func collation(of column: String, in table: String) -> String? {
    var name: UnsafePointer<CChar>?
    guard let metadata = sqlite.table_column_metadata,
      metadata(handle, "main", table, column, nil, &name, nil, nil, nil) == SQLITE_OK
    else { return nil }
    return name.map { String(cString: $0) }
  }

  /// Prepares the first statement in a string, and returns it and the rest of the string; returns
  /// nil if the string contains no statement.
  private func prepared(
    _ sql: String
  ) throws(SQLError) -> (statement: SQLiteStatement, rest: String)? {
    var (prepared, rest): (OpaquePointer?, String) = (nil, "")
    open.watch.wasRefused = false
    let code = sql.withCString { text in
      var behind: UnsafePointer<CChar>?
      let code = sqlite.prepare_v3(handle, text, -1, 0, &prepared, &behind)
      rest = behind.map { String(cString: $0) } ?? ""
      return code
    }
    guard code == SQLITE_OK else { throw open.error(code) }
    return prepared.map { (SQLiteStatement($0, of: open), rest) }
  }

  /// Whether a string contains only white space, comments and semicolons.
  private func isBlank(_ text: String) -> Bool {
    if text.allSatisfy({ $0.isWhitespace || $0 == ";" }) { return true }
    do throws(SQLError) {
      return try prepared(text) == nil
    } catch {
      // A string that cannot be prepared is not a comment.
      return false
    }
  }

  /// Runs a statement to its end, ignoring its rows.
  func run(_ sql: String) throws(SQLError) {
    let statement = try statement(sql)
    while try statement.step() {}
    statement.reset()
  }

  /// Returns the number in the first row of a query; 0 if the query returns no row.
  func number(_ sql: String) throws(SQLError) -> Int64 {
    let statement = try statement(sql)
    let number = try statement.step() ? statement.integer(at: 0) : 0
    statement.reset()
    return number
  }
}
