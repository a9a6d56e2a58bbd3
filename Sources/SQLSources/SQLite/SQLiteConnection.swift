import CSQLite
import Glibc
import Synchronization

/// An open database of SQLite's, which its statements keep open.
final class SQLiteHandle {
  let sqlite: endless_sqlite
  let pointer: OpaquePointer
  /// What a running query looks at now and then.
  let watch = QueryWatch()

  /// - Parameter uri: the file as SQLite names it, with how it is opened.
  /// - Throws: why it cannot be opened.
  init(uri: String) throws(SQLError) {
    let sqlite = try SQLiteLibrary.loaded().functions
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite.open_v2(uri, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let words = opened.flatMap { sqlite.errmsg($0) } ?? sqlite.errstr(code)
      let error = SQLError(sqlite: code, words.map { String(cString: $0) } ?? "error \(code)")
      _ = sqlite.close_v2(opened)
      throw error
    }
    (self.sqlite, pointer) = (sqlite, opened)
  }

  deinit { _ = sqlite.close_v2(pointer) }

  /// What went wrong last.
  func error(_ code: Int32) -> SQLError {
    let words = sqlite.errmsg(pointer).map { String(cString: $0) } ?? "error \(code)"
    return watch.reason ?? SQLError(sqlite: code, Self.words(of: code, words))
  }

  /// SQLite's words where they say what to do, or ours.
  private static func words(of code: Int32, _ words: String) -> String {
    switch code & 0xFF {
    case SQLITE_AUTH: "only queries are run here: \(words)"
    case SQLITE_NOTADB: "this is no SQLite database, or an encrypted one"
    default: words
    }
  }
}

/// A connection that only reads, used by one thread at a time.
///
/// It opens the file as it says: SQLite refuses whatever would write, attach another file or load code.
final class SQLiteConnection {
  private let open: SQLiteHandle
  private var sqlite: endless_sqlite { open.sqlite }
  private var handle: OpaquePointer { open.pointer }
  private var statements: [String: SQLiteStatement] = [:]
  /// Queries that stay open between two reads, by who runs them.
  var runs: [ObjectIdentifier: QueryRun] = [:]

  /// Statements that are kept prepared; all are let go where there are more.
  private static let mostStatements = 64
  /// Instructions of SQLite's machine between two looks at whether a query may go on: some tens of microseconds.
  private static let stepsBetweenLooks: Int32 = 2_000

  /// - Parameter uri: the file as SQLite names it, with how it is opened.
  /// - Throws: why it cannot be opened.
  init(uri: String) throws(SQLError) {
    open = try SQLiteHandle(uri: uri)
    prepare()
  }

  /// What is advised for files of strangers: <https://www.sqlite.org/security.html>.
  ///
  /// Nothing is mapped into memory, because a file that is cut would then end the program.
  private func prepare() {
    withUnsafePointer(to: open.sqlite) {
      _ = endless_sqlite_switch($0, handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
      _ = endless_sqlite_switch($0, handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    }
    for pragma in ["mmap_size = 0", "cell_size_check = 1", "cache_size = -4096"] {
      try? run("PRAGMA \(pragma)")
    }
    let context = Unmanaged.passUnretained(open.watch).toOpaque()
    sqlite.progress_handler(
      handle, Self.stepsBetweenLooks, { QueryWatch.at($0).ends ? 1 : 0 }, context)
    _ = sqlite.busy_handler(handle, { QueryWatch.at($0).waits(after: Int($1)) ? 1 : 0 }, context)
    _ = sqlite.set_authorizer(
      handle,
      { _, action, first, second, _, _ in
        SQLiteConnection.allows(action, action == SQLITE_FUNCTION ? second : first)
          ? SQLITE_OK : SQLITE_DENY
      }, nil)
  }

  /// What a statement may do: read tables, call functions, and nest queries.
  ///
  /// - Parameter name: of the function or the pragma.
  private static func allows(_ action: Int32, _ name: UnsafePointer<CChar>?) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE, SQLITE_TRANSACTION: true
    case SQLITE_FUNCTION: name.map { String(cString: $0) } != "load_extension"
    // What declares the columns of a virtual table, and is not run; a statement that writes is refused by itself.
    case SQLITE_UPDATE: name.map { String(cString: $0) } == "sqlite_master"
    // Those that tell and change nothing.
    case SQLITE_PRAGMA: name.map { readingPragmas.contains(String(cString: $0)) } ?? false
    default: false
    }
  }

  private static let readingPragmas: Set<String> = [
    "data_version", "schema_version", "table_list", "table_xinfo", "index_list", "index_xinfo",
    "foreign_key_list", "encoding", "journal_mode", "page_count", "page_size",
  ]

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
    var (prepared, isAlone): (OpaquePointer?, Bool) = (nil, true)
    let code = sql.withCString { text in
      var rest: UnsafePointer<CChar>?
      let code = sqlite.prepare_v3(handle, text, -1, 0, &prepared, &rest)
      isAlone = rest.map { Self.isBlank($0) } ?? true
      return code
    }
    guard code == SQLITE_OK else { throw open.error(code) }
    guard let prepared else { throw SQLError(.mistaken, "the query is empty") }
    let statement = SQLiteStatement(prepared, of: open)
    guard isAlone else { throw SQLError(.mistaken, "more than one statement: name one query") }
    guard sqlite.stmt_readonly(prepared) != 0 else {
      throw SQLError(.mistaken, "only queries are run here, because nothing is written")
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

  private static func isBlank(_ text: UnsafePointer<CChar>) -> Bool {
    String(cString: text).allSatisfy { $0.isWhitespace || $0 == ";" }
  }

  /// Runs a statement to its end, whatever it gives.
  func run(_ sql: String) throws(SQLError) {
    let statement = try statement(sql)
    while try statement.step() {}
    statement.reset()
  }
}

/// Cancels what a connection runs for one task.
final class QueryCancelling: Sendable {
  private let flag = Atomic(false)

  /// Whether it was cancelled.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }
  func cancel() { flag.store(true, ordering: .relaxed) }
}

/// Whether a query may go on, and how long a lock is waited for.
final class QueryWatch {
  private var deadline: ContinuousClock.Instant?
  private var cancelling: QueryCancelling?
  /// Why a query was ended.
  private(set) var reason: SQLError?

  /// How long a lock is waited for.
  private static let patience = 5_000
  /// Milliseconds between two tries.
  private static let pause = 5

  func begin(until deadline: ContinuousClock.Instant?, _ cancelling: QueryCancelling) {
    (self.deadline, self.cancelling, reason) = (deadline, cancelling, nil)
  }

  /// Whether the query has to end.
  var ends: Bool {
    if cancelling?.isCancelled == true {
      reason = SQLError(.cancelled, "the query was stopped")
    } else if let deadline, ContinuousClock.now >= deadline {
      reason = SQLError(.tooLong, "the query ran for its time: . gives it more")
    }
    return reason != nil
  }

  /// Waits for a lock that another program holds; returns whether to try again.
  func waits(after tries: Int) -> Bool {
    guard tries * Self.pause < Self.patience, cancelling?.isCancelled != true else { return false }
    // SQLite calls this to wait: its busy handler has to block (sqlite3_busy_handler), and no event says that another program
    // has let go of its lock.
    usleep(UInt32(Self.pause * 1_000))
    return true
  }

  static func at(_ pointer: UnsafeMutableRawPointer?) -> QueryWatch {
    // Each handler is given one.
    guard let pointer else { return QueryWatch() }
    return Unmanaged<QueryWatch>.fromOpaque(pointer).takeUnretainedValue()
  }
}
