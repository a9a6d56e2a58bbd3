/// An error that a server reports.
struct PostgresFault {
  /// The SQLSTATE: <https://www.postgresql.org/docs/current/errcodes-appendix.html>; nil if libpq
  /// itself reports the error.
  let state: String?
  let message: String
  let hint: String?
  /// Whether the server closes the connection after the error.
  let endsConnection: Bool

  /// The error as a `SQLError`.
  ///
  /// - Parameters:
  ///   - limit: how long a statement was allowed to run.
  ///   - elapsed: how long it ran.
  func error(limit: Duration?, elapsed: Duration) -> SQLError {
    if state == Self.ended, let limit, elapsed >= limit { return .tooLong(state) }
    // The server's message is replaced, because it names only the bytes of a character and two
    // encodings.
    if state == Self.untranslatable {
      return SQLError(
        .mistaken, "this text has a character that the encoding of the database lacks", state: state
      )
    }
    return SQLError(
      postgres: state ?? Self.lost, [message, hint].compactMap { $0 }.joined(separator: ": "))
  }

  /// The SQLSTATE of a statement that was ended by a time limit or by a request to cancel it.
  private static let ended = "57014"
  /// The SQLSTATE of a text that has a character outside the encoding of the database.
  private static let untranslatable = "22P05"
  /// The SQLSTATE of a lost connection.
  static let lost = "08006"
}

extension SQLError {
  /// Creates the error that PostgreSQL reports with a SQLSTATE.
  package init(postgres state: String, _ message: String) {
    self.init(Self.kind(ofPostgres: state), message, state: state)
  }

  /// The error of a query that reached its time limit.
  static func tooLong(_ state: String? = nil) -> SQLError {
    SQLError(
      .tooLong, "the query reached its time limit: see --timeout", state: state)
  }

  /// The error of a query whose task was cancelled.
  static var stopped: SQLError { SQLError(.cancelled, "the query was stopped") }

  /// The kind of error for a SQLSTATE.
  package static func kind(ofPostgres state: String) -> Kind {
    switch state {
    case "57014": .tooLong
    case "57P01", "57P02", "57P03", "57P05", "25P03", "55P03", "55006": .passing
    case "XX001", "XX002": .damaged
    default: passingClasses.contains(String(state.prefix(2))) ? .passing : .mistaken
    }
  }

  /// The SQLSTATE classes of temporary errors: errors of connections, of transactions that have to
  /// be repeated, of resources, and of the system.
  private static let passingClasses: Set = ["08", "40", "53", "58"]
}
