/// A connection to a server during a read.
package struct PostgresSession {
  let connection: PostgresConnection
  let limit: Duration?
  let cancelling: QueryCancelling

  /// Runs statements in one read-only transaction, in one round trip.
  ///
  /// - Returns: one result for each statement.
  /// - Throws: the error of the first statement that fails; later statements do not run.
  package func rows(_ statements: [PostgresStatement]) throws(SQLError) -> [PostgresResult] {
    try connection.read(statements, limit: limit, cancelling)
  }

  /// Runs one statement in a read-only transaction, in one round trip.
  ///
  /// - Throws: the error of the statement if it fails.
  package func rows(_ statement: PostgresStatement) throws(SQLError) -> PostgresResult {
    guard let result = try rows([statement]).first else {
      throw SQLError(.mistaken, "the server gave no result")
    }
    return result
  }

  /// The version of the server, such as 150018 for 15.18.
  package var serverVersion: Int { connection.serverVersion }

  /// A setting that the server reports without a query, such as `in_hot_standby`; nil if the server
  /// does not report this setting.
  package func parameter(_ name: String) -> String? { connection.parameter(name) }

  /// Whether the server writes dates in the form of ISO 8601, as it does by default.
  var writesISODates: Bool { parameter("DateStyle").map { $0.hasPrefix("ISO") } ?? true }

  var kind: ServerKind { connection.kind }

  // MARK: A query that runs once

  /// Opens a query whose rows are fetched from first to last.
  ///
  /// The database cannot be used for other reads until the query is closed.
  ///
  /// - Throws: an error if the query is invalid, or if it cannot be opened now.
  package func open(_ query: PostgresStatement) throws(SQLError) {
    try connection.openCursor(query, limit: limit, cancelling)
  }

  /// The next rows of the open query; if there are fewer than requested, they are the last rows.
  ///
  /// - Throws: an error if fetching fails, which closes the query, or if no query is open.
  package func fetch(_ count: Int) throws(SQLError) -> PostgresResult {
    try connection.fetch(count, limit: limit, cancelling)
  }

  /// Closes the open query.
  package func close() { connection.closeCursor() }

  /// The time when the transaction of the open query began, in seconds since 1970; nil if no query
  /// is open.
  package var openedAt: Int? { connection.cursorStart }
}
