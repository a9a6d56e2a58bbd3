import Glibc

/// The file in which libpq looks for a password
/// (<https://www.postgresql.org/docs/current/libpq-pgpass.html>).
struct PasswordFile {
  /// The reason why libpq does not read the file, on one line; nil if libpq reads it, or if the
  /// file is missing.
  let fault: String?

  /// A path that no file can have; it replaces the path of a password file that libpq would not
  /// read.
  static let none = "/dev/null/none"

  /// Finds the password file for a connection, and checks whether libpq reads it.
  ///
  /// - Parameter parameters: the parameters of a connection, from any source; the result is nil if
  ///   they contain a password, or if neither they nor a home folder gives the path of the file.
  init?(_ parameters: [String: String]) {
    guard (parameters["password"] ?? "").isEmpty else { return nil }
    let given = parameters["passfile"].flatMap { $0.isEmpty ? nil : $0 }
    guard let path = given ?? Self.usual else { return nil }
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      fault = nil
      return
    }
    let others = facts.st_mode & (S_IRWXG | S_IRWXO)
    fault =
      facts.st_mode & S_IFMT != S_IFREG
      ? "\(path) is not read, because it is not a regular file"
      : others != 0
        ? "\(path) is not read, because other users can read or change it: run chmod 600 on it"
        : nil
  }

  private static var usual: String? {
    let home =
      getenv("HOME").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
      ?? getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
    return home.map { "\($0)/.pgpass" }
  }
}
