import Bytes
import Feeds
import Glibc
import SQLSources
import Viewers

/// A database and the rows that the reader asks for.
struct AskedDatabase: Sendable {
  /// The origin of the rows.
  enum Rows: Hashable, Sendable {
    case table(String)
    case query(String)
  }

  let address: DatabaseAddress
  /// The server; nil for a file.
  let server: PostgresAddress?
  /// The rows to show; nil for the list of tables.
  let rows: Rows?
  let request: TableRequest
  /// The time limit of a query.
  let limit: Duration
  /// The channel on which a server announces changes.
  private let channel: String?
  /// The reason why the password file is not read; nil if it is read or missing.
  private let passwordFault: String?

  /// The maximum length of a value in the list, in bytes; the detail screen shows it completely.
  private static let longestInList = 16 << 10

  /// - Parameter isNamed: whether the database is named on the command line; the options there then
  ///   apply to it.
  /// - Throws: an error if the address or an option is invalid, or if options exclude each other.
  init(
    _ address: DatabaseAddress, _ viewer: ViewerOptions, isNamed: Bool
  ) throws(Failure) {
    self.address = address
    server = try Self.server(of: address)
    passwordFault = server?.passwordFault
    let values = isNamed ? viewer.sourceValues : SourceValues()
    rows = try Self.rows(of: address, values)
    limit = try AskedPages(viewer).timeout
    channel = values[DatabaseOptions.listen]
    guard channel == nil || address.isServer else {
      throw .usage(
        "\(DatabaseOptions.listen) needs a PostgreSQL server: changes to a file are detected without it"
      )
    }
    var request = TableRequest()
    if let order = values[DatabaseOptions.order] {
      guard rows != nil else {
        throw .usage("\(DatabaseOptions.order) needs a table: FILE:TABLE, --table or --query")
      }
      do throws(SQLError) { request.order = try Self.terms(order, of: address) } catch {
        throw .usage("\(DatabaseOptions.order): \(error)")
      }
    }
    if let id = values["--id"] {
      do throws(SQLError) { request.id = try SortTerm.terms(id).map(\.column) } catch {
        throw .usage("--id: \(error)")
      }
    }
    // Output without a screen has complete values; on a screen, the detail view shows them.
    let isShown = StandardOutput.isTerminal
    request.longest = isShown ? Self.longestInList : .max
    (request.writesBlobs, request.isOnePass) = (!isShown, !isShown)
    self.request = request
  }

  private init(
    _ address: DatabaseAddress, _ server: PostgresAddress?, _ rows: Rows, _ request: TableRequest,
    _ limit: Duration, _ channel: String?
  ) {
    (self.address, self.server, self.rows) = (address, server, rows)
    (self.request, self.limit, self.channel) = (request, limit, channel)
    passwordFault = server?.passwordFault
  }

  /// Creates the database; nothing is opened yet.
  func makeDatabase() -> any RowDatabase {
    server.map { PostgresDatabase($0, limit: limit, channel: channel) }
      ?? SQLiteDatabase(path: address.path, limit: limit)
  }

  /// Returns another table of the same database, in the order of that table's key.
  func other(table: String) -> AskedDatabase {
    var request = request
    (request.order, request.id) = ([], [])
    return AskedDatabase(address.with(table: table), server, .table(table), request, limit, channel)
  }

  private static func terms(
    _ order: String, of address: DatabaseAddress
  ) throws(SQLError) -> [SortTerm] {
    let terms = try SortTerm.terms(order)
    guard address.isServer else { return terms }
    var all: [SortTerm] = []
    for term in terms { all.append(try term.onServer()) }
    return all
  }

  private static func server(of address: DatabaseAddress) throws(Failure) -> PostgresAddress? {
    guard address.isServer else { return nil }
    do throws(SQLError) {
      return try PostgresAddress(String(decoding: address.path, as: UTF8.self))
    } catch {
      throw .usage(error.description)
    }
  }

  private static func rows(
    of address: DatabaseAddress, _ values: SourceValues
  ) throws(Failure) -> Rows? {
    let table = values[DatabaseOptions.table]
    if let query = values[DatabaseOptions.query] {
      guard table == nil, address.table == nil else {
        throw .usage("\(DatabaseOptions.query) cannot be used with a table name")
      }
      return .query(query)
    }
    return (table ?? address.table).map { .table($0) }
  }

  /// The name of the file, or the address of the server without passwords.
  var fileName: String { server?.title ?? String(decoding: address.path, as: UTF8.self) }

  /// The name that identifies the database between runs; for a file, it contains the full path if
  /// the path can be resolved.
  ///
  /// Cost: a few system calls (realpath(3)) for a file.
  var identity: String {
    if let server { return "postgres:\(server.identity)" }
    guard let full = realpath(address.path.cString, nil) else { return "sqlite:\(fileName)" }
    defer { free(full) }
    return "sqlite:\(String(cString: full))"
  }

  /// A notice about a password in the address, or about the password file; nil if there is none.
  var notice: String? {
    server?.hasPassword == true
      ? "other users can see the password in the address: store it in ~/.pgpass"
      : passwordFault
  }

  /// The name of the file or server and, unless the list of tables is shown, that of the rows.
  var title: String {
    rows == nil ? fileName : "\(fileName):\(name)"
  }

  /// The table, or the query on one line; empty for the list of tables.
  var name: String {
    switch rows {
    case nil: ""
    case .table(let name): name
    case .query(let sql): " \(sql.split(whereSeparator: \.isWhitespace).joined(separator: " "))"
    }
  }
}

extension Failure {
  /// Creates a failure from a database error in the given file or on the given server.
  init(_ error: SQLError, in file: String) {
    let words = "\(file): \(error)"
    self =
      switch error.kind {
      case .passing, .cancelled: .passing(words)
      case .mistaken: .usage(words)
      case .damaged, .unwritable, .tooLong: .source(words)
      }
  }
}
