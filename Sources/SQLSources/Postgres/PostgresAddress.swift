import CPostgres
import Glibc

/// Where a database of PostgreSQL is, in the words of libpq, with all of its rules.
package struct PostgresAddress: Hashable, Sendable {
  /// What was typed; it may have a password.
  let words: String
  /// The parameters that it has.
  private let given: [String: String]
  /// Those and what the environment adds, such as by `PGHOST`.
  private let known: [String: String]

  /// Parses an address; no server is asked.
  ///
  /// - Parameter words: `postgres://…`, `postgresql://…`, or parameters as `service=shop dbname=stock`.
  /// - Throws: what is wrong with it, without its words where they may have a password; that libpq is missing.
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
      throw Self.mistake(words, message.map { String(cString: $0) } ?? "libpq cannot read it")
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

  /// Whether words are meant for libpq.
  package static func isAddress(_ words: String) -> Bool {
    ["postgres://", "postgresql://", "service="].contains { words.hasPrefix($0) }
  }

  /// Whether a password is in the address, where other users may see it.
  package var hasPassword: Bool { Self.secrets.contains { given[$0] != nil } }

  /// The address for people: with a user, without passwords.
  package var title: String {
    if given["host"] == nil, given["hostaddr"] == nil, let service = given["service"] {
      return "service=\(service)" + (given["dbname"].map { "/\($0)" } ?? "")
    }
    return Self.title(given)
  }

  /// What tells its place from others, without passwords: for what is kept between two runs.
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

  /// The parameters that are never shown.
  private static let secrets = ["password", "sslpassword"]

  /// The parameters for a connection.
  ///
  /// Nothing is set at the server's start but a name and the encoding, because a pooler refuses other settings there.
  func parameters() -> [String: String] {
    var all = given.merging(["fallback_application_name": "endless"]) { given, _ in given }
    all["client_encoding"] = "UTF8"
    // libpq writes a warning of such a file to standard error, and does not read it.
    if passwordFile?.fault != nil { all["passfile"] = PasswordFile.none }
    return all
  }

  /// The file in which libpq looks for a password; nil where it knows one.
  private var passwordFile: PasswordFile? {
    PasswordFile(PostgresHandle.parameters(behind: given))
  }

  /// Why the file of passwords is not read; nil where it is, or where there is none.
  package var passwordFault: String? { passwordFile?.fault }

  /// What helps where a password is missing or wrong.
  ///
  /// Whoever may read a file of passwords is safer than who types one.
  var passwordAdvice: String { passwordFault ?? "store the password in ~/.pgpass" }

  /// The values of options that have one.
  ///
  /// - Parameter missing: the value of one that has none.
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

  /// A password with an @ would be taken for a host, and shown.
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
      .mistaken, "not an address of PostgreSQL" + (mayHaveSecret ? "" : ": \(message)"))
  }
}

extension String {
  /// Whether a word stands in it.
  func has(_ word: String) -> Bool { utf8.firstMark(after: word) != nil }
}

extension String.UTF8View {
  /// The index after the first place of a word; nil where it is not there.
  fileprivate func firstMark(after word: String) -> Index? {
    indices.first { self[$0...].starts(with: word.utf8) }.map {
      self.index($0, offsetBy: word.utf8.count)
    }
  }
}
