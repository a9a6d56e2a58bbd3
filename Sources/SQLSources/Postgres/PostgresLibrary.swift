import CPostgres

/// libpq, which is loaded when it is first needed.
final class PostgresLibrary: Sendable {
  /// The functions; they stay loaded until the process exits.
  let functions: endless_libpq

  private init(functions: endless_libpq) { self.functions = functions }

  /// Returns the library, which is loaded only once.
  ///
  /// - Throws: an error that names the package to install if libpq is missing or too old.
  static func loaded() throws(SQLError) -> PostgresLibrary {
    guard let library else {
      throw SQLError(
        .unwritable,
        "libpq 14 or later is not installed: install the package libpq5 (Debian, Ubuntu)")
    }
    return library
  }

  private static let library: PostgresLibrary? = {
    guard let handle = dlopen("libpq.so.5", RTLD_LAZY | RTLD_LOCAL) else { return nil }
    var functions = endless_libpq()
    guard endless_libpq_find(&functions, handle) else { return nil }
    return PostgresLibrary(functions: functions)
  }()
}

// @unchecked, because the compiler cannot know that these pointers to functions are set once,
// before the first use.
extension endless_libpq: @retroactive @unchecked Sendable {}
