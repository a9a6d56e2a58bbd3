/// A connection to a server while it is read.
package struct PostgresSession {
  let connection: PostgresConnection
  let limit: Duration?
  let cancelling: QueryCancelling

  /// Runs statements in one transaction that only reads, in one round trip.
  ///
  /// - Returns: a result for each.
  /// - Throws: what is wrong with the first that fails; the rest is not run.
  package func rows(_ statements: [PostgresStatement]) throws(SQLError) -> [PostgresResult] {
    try connection.read(statements, limit: limit, cancelling)
  }

  /// Runs one statement in a transaction that only reads, in one round trip.
  ///
  /// - Throws: what is wrong with it.
  package func rows(_ statement: PostgresStatement) throws(SQLError) -> PostgresResult {
    guard let result = try rows([statement]).first else {
      throw SQLError(.mistaken, "the server gave no result")
    }
    return result
  }

  /// The version of the server, as 150018 of 15.18.
  package var serverVersion: Int { connection.serverVersion }

  /// A setting that the server tells of by itself, such as `in_hot_standby`; nil of one that it does not.
  package func parameter(_ name: String) -> String? { connection.parameter(name) }

  /// Which program answers.
  var kind: ServerKind {
    if parameter("crdb_version") != nil { return .cockroach }
    // As 11.2-YB-2.18.0.0-b0.
    let version = parameter("server_version")?.split(separator: "-" as Character) ?? []
    return version.contains("YB") ? .yugabyte : .postgres
  }

  // MARK: A query that is run once

  /// Opens a query, whose rows are fetched from first to last; nothing else can be read by its database until it is closed.
  ///
  /// - Throws: what is wrong with it.
  package func open(_ query: PostgresStatement) throws(SQLError) {
    try connection.openCursor(query, limit: limit, cancelling)
  }

  /// The next rows of the query that is open; fewer than asked are the last.
  ///
  /// - Throws: what fails, which closes the query; that none is open.
  package func fetch(_ count: Int) throws(SQLError) -> PostgresResult {
    try connection.fetch(count, limit: limit, cancelling)
  }

  /// Closes the query that is open.
  package func close() { connection.closeCursor() }

  /// Seconds since 1970 when the transaction of the query that is open began; nil where none is.
  package var openedAt: Int? { connection.cursorStart }
}
