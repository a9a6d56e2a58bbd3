import CSQLite

/// An open database of SQLite's, which its statements keep open.
final class SQLiteHandle {
  let sqlite: endless_sqlite
  let pointer: OpaquePointer
  /// What a running query looks at now and then.
  let watch: QueryWatch

  /// - Parameters:
  ///   - uri: the file as SQLite names it, with how it is opened.
  ///   - watch: what a running query looks at now and then.
  /// - Throws: why it cannot be opened.
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

  /// What went wrong last.
  func error(_ code: Int32) -> SQLError {
    let words = sqlite.errmsg(pointer).map { String(cString: $0) } ?? "error \(code)"
    // It may have gone wrong in another way because of that.
    if watch.wasRefused { return SQLError(.mistaken, Self.refusal) }
    return watch.reason ?? SQLError(sqlite: code, Self.words(of: code, words))
  }

  /// What is said of a statement that would do more than read.
  static let refusal = "only queries are run here, because nothing is written"

  /// SQLite's words where they say what to do, or ours.
  private static func words(of code: Int32, _ words: String) -> String {
    switch code & 0xFF {
    case SQLITE_NOTADB: "this is no SQLite database, or an encrypted one"
    case SQLITE_BUSY: "another program holds the database: r tries again"
    case SQLITE_SCHEMA: "the table has changed: r opens it again"
    case SQLITE_READONLY where code == SQLITE_READONLY | 3 << 8:  // SQLITE_READONLY_ROLLBACK
      "a program has ended in the middle of a transaction: open the database once with that program"
    default: words
    }
  }

  // MARK: What SQLite calls

  /// Instructions of SQLite's machine between two looks at whether a query may go on: some tens of microseconds.
  private static let stepsBetweenLooks: Int32 = 2_000

  private func listen() {
    let context = Unmanaged.passUnretained(watch).toOpaque()
    sqlite.progress_handler(
      pointer, Self.stepsBetweenLooks, { QueryWatch.at($0)?.ends ?? false ? 1 : 0 }, context)
    _ = sqlite.busy_handler(
      pointer, { QueryWatch.at($0)?.waits(isFirst: $1 == 0) ?? false ? 1 : 0 }, context)
  }

  /// Forbids from now on whatever would write, attach another file or load code.
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

/// What a statement may do: read tables, call functions, and nest queries.
enum SQLiteRights {
  /// - Parameters:
  ///   - first: the name of a pragma.
  ///   - second: the name of a function, or what a pragma is given.
  static func allows(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
  ) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE, SQLITE_TRANSACTION: true
    // A virtual table may prepare what it writes with when it is opened to be read, as rtree does. That a typed statement
    // writes is refused when it is prepared, and the file is opened for reading alone.
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: true
    case SQLITE_FUNCTION: !loadingFunctions.contains(second.map { String(cString: $0) } ?? "")
    case SQLITE_PRAGMA:
      first.map { allowsPragma(String(cString: $0), with: second != nil) } ?? false
    default: false
    }
  }

  /// Functions that call code at an address of the query's, or load it.
  private static let loadingFunctions: Set<String> = ["fts3_tokenizer", "load_extension"]

  private static func allowsPragma(_ name: String, with value: Bool) -> Bool {
    let name = name.lowercased()
    return inquiries.contains(name) || !value && settings.contains(name)
  }

  /// Pragmas that tell something of what they are given.
  private static let inquiries: Set<String> = [
    "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo",
    "integrity_check", "quick_check", "table_info", "table_list", "table_xinfo",
  ]

  /// Pragmas that tell something, and change it where they are given a value.
  private static let settings: Set<String> = [
    "application_id", "auto_vacuum", "cache_size", "cell_size_check", "collation_list",
    "compile_options", "data_version", "database_list", "encoding", "freelist_count",
    "function_list", "journal_mode", "locking_mode", "mmap_size", "module_list", "page_count",
    "page_size", "pragma_list", "query_only", "schema_version", "trusted_schema", "user_version",
  ]
}
