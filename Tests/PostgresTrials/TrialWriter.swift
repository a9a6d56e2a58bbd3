import CPostgres

/// A connection of the tests that may write.
package final class TrialWriter {
  private let connection: OpaquePointer

  /// Opens a connection.
  ///
  /// - Parameter sets: whether the connection turns off notices of the server when it starts, which
  ///   a pooler does not allow.
  package init(_ words: String, sets: Bool = true) throws {
    let mark = words.contains("?") ? "&" : "?"
    let options = sets ? "\(mark)options=-c%20client_min_messages%3Derror" : ""
    guard let connection = PQconnectdb(words + options) else { throw TrialError("no memory") }
    self.connection = connection
    guard PQstatus(connection) == CONNECTION_OK else { throw TrialError(said) }
  }

  deinit { PQfinish(connection) }

  private var said: String { PQerrorMessage(connection).map { String(cString: $0) } ?? "" }

  /// The number of the server process for the connection.
  package var process: Int { Int(PQbackendPID(connection)) }

  /// Runs statements.
  package func run(_ sql: String) throws { _ = try rows(sql) }

  /// The rows of a statement as text; nil for NULL.
  @discardableResult
  package func rows(_ sql: String) throws -> [[String?]] {
    guard let result = PQexec(connection, sql) else { throw TrialError(said) }
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY
    else {
      throw TrialError(said)
    }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in
        PQgetisnull(result, row, column) == 1
          ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
      }
    }
  }

  /// The first value of a statement as a number; zero if it is not a number.
  package func number(_ sql: String) throws -> Int {
    try rows(sql).first?.first.flatMap { $0 }.flatMap(Int.init) ?? 0
  }
}
