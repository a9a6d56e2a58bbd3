import CSQLite

/// An open SQLite connection, which is closed when neither its `SQLiteConnection` nor a statement
/// refers to it.
final class SQLiteHandle {
  let sqlite: endless_sqlite
  let pointer: OpaquePointer
  /// The watch that a running query consults regularly.
  let watch: QueryWatch

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - uri: the URI of the file with its parameters.
  ///   - watch: consulted regularly by a running query.
  /// - Throws: an error if the file cannot be opened.
  init(uri: String, _ watch: QueryWatch) throws(SQLError) {
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
    (self.sqlite, pointer, self.watch) = (sqlite, opened, watch)
    listen()
  }

  deinit { _ = sqlite.close_v2(pointer) }

  /// Returns the error for a result code, with SQLite's last message.
  func error(_ code: Int32) -> SQLError {
    let words = sqlite.errmsg(pointer).map { String(cString: $0) } ?? "error \(code)"
    // If the query was refused or ended by the watch, the reason says more than SQLite's code.
    if watch.wasRefused { return SQLError(.mistaken, Self.refusal) }
    return watch.reason ?? SQLError(sqlite: code, Self.words(of: code, words))
  }

  /// The message for a statement that would do more than read.
  static let refusal = "only read-only queries are allowed"

  /// SQLite's message, or a more helpful message for some codes.
  private static func words(of code: Int32, _ words: String) -> String {
    switch code & 0xFF {
    case SQLITE_NOTADB: "not an SQLite database, or an encrypted one"
    case SQLITE_BUSY: "another program has locked the database: try again"
    case SQLITE_SCHEMA: "the table has changed: open it again"
    case SQLITE_READONLY where code == SQLITE_READONLY | 3 << 8:  // SQLITE_READONLY_ROLLBACK
      "a program crashed in the middle of a transaction: open the database once with that program"
    default: words
    }
  }

  // MARK: Callbacks

  /// The number of virtual machine instructions between two checks of whether a query may continue.
  ///
  /// These instructions take a few tens of microseconds.
  private static let stepsBetweenLooks: Int32 = 2_000

  private func listen() {
    let context = Unmanaged.passUnretained(watch).toOpaque()
    sqlite.progress_handler(
      pointer, Self.stepsBetweenLooks, { QueryWatch.at($0)?.ends ?? false ? 1 : 0 }, context)
    _ = sqlite.busy_handler(
      pointer, { QueryWatch.at($0)?.waits(isFirst: $1 == 0) ?? false ? 1 : 0 }, context)
  }

  /// Installs the authorizer, which forbids changing the schema, attaching files and loading code.
  func forbid() {
    _ = sqlite.set_authorizer(
      pointer,
      { context, action, first, second, _, _ in
        if SQLiteRights.allows(action, first, second) { return SQLITE_OK }
        QueryWatch.at(context)?.wasRefused = true
        return SQLITE_DENY
      }, Unmanaged.passUnretained(watch).toOpaque())
  }
}

/// The actions that a statement may perform, such as reading tables and calling functions.
enum SQLiteRights {
  /// Whether an action is allowed.
  ///
  /// - Parameters:
  ///   - first: the name, if the action is a pragma.
  ///   - second: the name, if the action is a function; the argument, if it is a pragma.
  static func allows(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
  ) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE, SQLITE_TRANSACTION: true
    // These are allowed, because a virtual table such as rtree prepares its write statements even
    // when it is opened for reading. Nothing is written, because a user's statement that writes is
    // refused when it is prepared, and the file is opened read-only.
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: true
    case SQLITE_FUNCTION: !loadingFunctions.contains(second.map { String(cString: $0) } ?? "")
    case SQLITE_PRAGMA:
      first.map { allowsPragma(String(cString: $0), with: second != nil) } ?? false
    default: false
    }
  }

  /// Functions that load code, or call code at an address given in the query.
  private static let loadingFunctions: Set<String> = ["fts3_tokenizer", "load_extension"]

  private static func allowsPragma(_ name: String, with value: Bool) -> Bool {
    let name = name.lowercased()
    return inquiries.contains(name) || !value && settings.contains(name)
  }

  /// Pragmas that return information about their argument.
  private static let inquiries: Set<String> = [
    "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo",
    "integrity_check", "quick_check", "table_info", "table_list", "table_xinfo",
  ]

  /// Pragmas that return information, and are refused with an argument, because some of them would
  /// change a setting.
  private static let settings: Set<String> = [
    "application_id", "auto_vacuum", "cache_size", "cell_size_check", "collation_list",
    "compile_options", "data_version", "database_list", "encoding", "freelist_count",
    "function_list", "journal_mode", "locking_mode", "mmap_size", "module_list", "page_count",
    "page_size", "pragma_list", "query_only", "schema_version", "trusted_schema", "user_version",
  ]
}
