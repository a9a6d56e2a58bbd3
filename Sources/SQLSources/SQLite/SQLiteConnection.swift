import CSQLite

/// A connection that only reads, used by one thread at a time.
///
/// SQLite refuses whatever would write, attach another file or load code.
final class SQLiteConnection {
  private let open: SQLiteHandle
  private var sqlite: endless_sqlite { open.sqlite }
  private var handle: OpaquePointer { open.pointer }
  private var statements: [String: SQLiteStatement] = [:]
  /// Queries that stay open between two reads, by who runs them.
  var runs: [ObjectIdentifier: QueryRun] = [:]

  /// Statements that are kept prepared; all are let go where there are more.
  private static let mostStatements = 64

  /// Opens a file, and reads nothing of it yet.
  ///
  /// - Parameters:
  ///   - uri: the file as SQLite names it, with how it is opened.
  ///   - keepsIndex: whether the index of a log is kept in memory, and not beside it.
  ///   - watch: what a running query looks at now and then.
  /// - Throws: why it cannot be opened.
  init(uri: String, keepsIndex: Bool = false, _ watch: QueryWatch) throws(SQLError) {
    open = try SQLiteHandle(uri: uri, watch)
    for option in Self.options { try turn(option.number, on: option.isOn) }
    for setting in Self.settings { try set(setting) }
    if keepsIndex { try set("locking_mode = EXCLUSIVE") }
    open.forbid()
  }

  /// What is advised for files of strangers (<https://www.sqlite.org/security.html>), and that closing writes no log into
  /// the file.
  ///
  /// A schema stays trusted, because SQLite before 3.41 else refuses views of searches in full text: what its functions and
  /// modules may do here is limited by `SQLiteRights`.
  private static let options: [(number: Int32, isOn: Bool)] = [
    (SQLITE_DBCONFIG_DEFENSIVE, true), (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true),
  ]

  /// None of these reads the file, because that would fail where it is locked or damaged.
  ///
  /// Nothing is mapped into memory, because a file that is cut would then end the program.
  private static let settings = ["mmap_size = 0", "cell_size_check = 1", "query_only = 1"]

  private func turn(_ option: Int32, on isOn: Bool) throws(SQLError) {
    let code = withUnsafePointer(to: open.sqlite) {
      endless_sqlite_switch($0, handle, option, isOn ? 1 : 0)
    }
    // A library from before the option has nothing to turn off.
    guard code == SQLITE_OK || code == SQLITE_ERROR else { throw open.error(code) }
  }

  private func set(_ setting: String) throws(SQLError) {
    guard let (statement, _) = try prepared("PRAGMA \(setting)") else { return }
    while try statement.step() {}
  }

  /// Lets what is read now run until a time, or until it is cancelled.
  func watch(until deadline: ContinuousClock.Instant?, _ cancelling: QueryCancelling) {
    open.watch.begin(until: deadline, cancelling)
  }

  /// A statement that was prepared before, or is now; it is at its start.
  ///
  /// - Throws: what is wrong with it; that it would write.
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

  /// A statement that no other use shares.
  ///
  /// - Throws: what is wrong with it; that it would write, or is more than one.
  func makeStatement(_ sql: String) throws(SQLError) -> SQLiteStatement {
    // SQLite takes a zero byte for the end.
    guard !sql.utf8.contains(0) else {
      throw SQLError(.mistaken, "the query has a character of code 0 in it")
    }
    guard let (statement, rest) = try prepared(sql) else {
      throw SQLError(.mistaken, "the query is empty")
    }
    guard isBlank(rest) else {
      throw SQLError(.mistaken, "more than one statement: name one query")
    }
    guard statement.isReadOnly else {
      throw SQLError(.mistaken, SQLiteHandle.refusal)
    }
    return statement
  }

  /// The collation of a column of a table, by which its texts are compared unless another is named; nil where that is not known.
  func collation(of column: String, in table: String) -> String? {
    var name: UnsafePointer<CChar>?
    guard let metadata = sqlite.table_column_metadata,
      metadata(handle, "main", table, column, nil, &name, nil, nil, nil) == SQLITE_OK
    else { return nil }
    return name.map { String(cString: $0) }
  }

  /// The first statement of a text, and what is behind it; nil where none is.
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

  /// Whether a text has nothing but blanks, comments and semicolons.
  private func isBlank(_ text: String) -> Bool {
    if text.allSatisfy({ $0.isWhitespace || $0 == ";" }) { return true }
    do throws(SQLError) {
      return try prepared(text) == nil
    } catch {
      // What cannot be prepared is no comment.
      return false
    }
  }

  /// Runs a statement to its end, whatever it gives.
  func run(_ sql: String) throws(SQLError) {
    let statement = try statement(sql)
    while try statement.step() {}
    statement.reset()
  }

  /// The number that a query gives; zero where it gives none.
  func number(_ sql: String) throws(SQLError) -> Int64 {
    let statement = try statement(sql)
    let number = try statement.step() ? statement.integer(at: 0) : 0
    statement.reset()
    return number
  }
}
