import CSQLite

/// SQLite, loaded when the first database is opened.
struct SQLiteLibrary: Sendable {
  /// The functions of the library, which stays loaded until the process exits.
  let functions: endless_sqlite

  /// Returns the library, which is loaded only once.
  ///
  /// - Throws: an error that names the package to install, if the library is missing.
  static func loaded() throws(SQLError) -> SQLiteLibrary {
    guard let library else {
      throw SQLError(
        .unwritable, "SQLite is not installed: install the package libsqlite3-0 (Debian, Ubuntu)")
    }
    return library
  }

  private static let library: SQLiteLibrary? = {
    guard let handle = dlopen("libsqlite3.so.0", RTLD_LAZY | RTLD_LOCAL) else { return nil }
    var functions = endless_sqlite()
    return endless_sqlite_find(&functions, handle) ? SQLiteLibrary(functions: functions) : nil
  }()
}

// @unchecked is safe, because these function pointers are set once, before their first use.
extension endless_sqlite: @retroactive @unchecked Sendable {}
