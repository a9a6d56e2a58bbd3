import CPostgres
import Glibc

/// The address of a PostgreSQL database, parsed by libpq with all of its rules.
package struct PostgresAddress: Hashable, Sendable {
  /// The text that was typed; it may contain a password.
  let words: String
  /// The parameters in the text.
  private let given: [String: String]
  /// The given parameters, and those that the environment adds, for example with `PGHOST`.
  private let known: [String: String]

  /// Parses an address without contacting a server.
  ///
  /// - Parameter words: `postgres://…`, `postgresql://…`, or parameters such as `service=shop
  ///   dbname=stock`.
  /// - Throws: an error if the address is invalid, or if libpq is missing. The error omits text
  ///   that may contain a password.
  package init(_ words: String) throws(SQLError) {
    try Self.checkMarks(in: words)
    let library = try PostgresLibrary.loaded()
    var message: UnsafeMutablePointer<CChar>?
    let options = words.withCString { library.functions.conninfoParse($0, &message) }
    defer {
      library.functions.freemem(message)
      library.functions.conninfoFree(options)
    }
    guard let options else {
      throw Self.mistake(words, message.map { String(cString: $0) } ?? "libpq cannot parse it")
    }
    given = Self.parameters(options) { _ in nil }
    known = Self.parameters(options) { option in
      option.envvar.flatMap { getenv($0) }.map { String(cString: $0) }
    }
    self.words = words
    guard (given["port"] ?? "").allSatisfy({ $0.isASCII && $0.isNumber || $0 == "," }) else {
      throw SQLError(
        .mistaken,
        "the port in the address is not a number; in a password, write : / and @ as %3A, %2F and %40"
      )
    }
  }

  /// Whether a string begins like an address for libpq, for example with `postgres://`.
  package static func isAddress(_ words: String) -> Bool {
    ["postgres://", "postgresql://", "service="].contains { words.hasPrefix($0) }
  }

  /// Whether the address contains a password, which other users may see.
  package var hasPassword: Bool { Self.secrets.contains { given[$0] != nil } }

  /// The address for display, without passwords.
  package var title: String {
    if given["host"] == nil, given["hostaddr"] == nil, let service = given["service"] {
      return "service=\(service)" + (given["dbname"].map { "/\($0)" } ?? "")
    }
    return Self.title(given)
  }

  /// An identifier of the database without passwords, for data that is saved between runs.
  package var identity: String {
    let service = known["service"].map { "service=\($0) " } ?? ""
    return service + Self.title(known)
  }

  private static func title(_ parameters: [String: String]) -> String {
    let user = parameters["user"].map { "\($0)@" } ?? ""
    let host = parameters["host"] ?? parameters["hostaddr"] ?? ""
    let port = parameters["port"].map { ":\($0)" } ?? ""
    return "postgres://\(user)\(host)\(port)/\(parameters["dbname"] ?? "")"
  }

  /// The parameters that are never displayed.
  private static let secrets = ["password", "sslpassword"]

  /// The parameters for a connection.
  ///
  /// Of the server's settings, only the application name and the encoding are added, because a
  /// pooler may refuse any other setting when the connection starts.
  func parameters() -> [String: String] {
    var all = given.merging(["fallback_application_name": "endless"]) { given, _ in given }
    all["client_encoding"] = "UTF8"
    // libpq would not read a faulty password file, but it would write a warning to standard error.
    if passwordFile?.fault != nil { all["passfile"] = PasswordFile.none }
    return all
  }

  /// The file in which libpq looks for a password; nil if libpq already has a password, or knows no
  /// such file.
  private var passwordFile: PasswordFile? {
    PasswordFile(PostgresHandle.parameters(behind: given))
  }

  /// Why the password file is not read; nil if it is read, or if there is none.
  package var passwordFault: String? { passwordFile?.fault }

  /// The advice for a missing or wrong password.
  ///
  /// Storing a password in a file is safer than typing it in the address.
  var passwordAdvice: String { passwordFault ?? "store the password in ~/.pgpass" }

  /// The values of libpq's options, by their names.
  ///
  /// - Parameter missing: takes an option that has no value, and returns a value for it; nil to
  ///   leave the option out.
  static func parameters(
    _ options: UnsafeMutablePointer<PQconninfoOption>, missing: (PQconninfoOption) -> String?
  ) -> [String: String] {
    var found: [String: String] = [:]
    var option = options
    while let name = option.pointee.keyword.map({ String(cString: $0) }) {
      found[name] = option.pointee.val.map { String(cString: $0) } ?? missing(option.pointee)
      option += 1
    }
    return found
  }

  /// Refuses an address whose password may contain an @, because libpq would take the rest of the
  /// password for the host, which is displayed.
  private static func checkMarks(in words: String) throws(SQLError) {
    guard let start = words.utf8.firstMark(after: "://") else { return }
    let place = words.utf8[start...].prefix { $0 != UInt8(ascii: "?") }
    let first = place.prefix { $0 != UInt8(ascii: "/") }
    let marks = (
      of: first.count { $0 == UInt8(ascii: "@") }, all: place.count { $0 == UInt8(ascii: "@") }
    )
    guard marks.of <= 1, marks.all == marks.of else {
      throw SQLError(
        .mistaken,
        "the address has more than one @: in a password or a name, write @ as %40 and / as %2F")
    }
  }

  private static func mistake(_ words: String, _ message: String) -> SQLError {
    let mayHaveSecret = words.has("@") || words.has("password")
    return SQLError(
      .mistaken, "not a PostgreSQL address" + (mayHaveSecret ? "" : ": \(message)"))
  }
}

extension String {
  /// Whether the string contains a word.
  func has(_ word: String) -> Bool { utf8.firstMark(after: word) != nil }
}

extension String.UTF8View {
  /// The index after the first occurrence of a word; nil if there is none.
  fileprivate func firstMark(after word: String) -> Index? {
    indices.first { self[$0...].starts(with: word.utf8) }.map {
      self.index($0, offsetBy: word.utf8.count)
    }
  }
}
