import CSQLite

/// SQLite, which is loaded with the first database that is opened.
struct SQLiteLibrary: Sendable {
  /// The functions, which are the same for the rest of the process.
  let functions: endless_sqlite

  /// The library; loaded once.
  ///
  /// - Throws: that it is missing, and which package has it.
  static func loaded() throws(SQLError) -> SQLiteLibrary {
    guard let library else {
      throw SQLError(.unwritable, "SQLite is not installed: libsqlite3-0 of Debian has it")
    }
    return library
  }

  private static let library: SQLiteLibrary? = {
    guard let handle = dlopen("libsqlite3.so.0", RTLD_LAZY | RTLD_LOCAL) else { return nil }
    var functions = endless_sqlite()
    return endless_sqlite_find(&functions, handle) ? SQLiteLibrary(functions: functions) : nil
  }()
}

// @unchecked, because the compiler cannot know that these pointers to functions are set once, before the first use.
extension endless_sqlite: @retroactive @unchecked Sendable {}
