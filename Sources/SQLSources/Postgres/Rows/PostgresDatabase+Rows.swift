extension PostgresDatabase: RowDatabase {
  /// The minimum time limit for finding the sizes of tables.
  private static let timeForSizes = Duration.milliseconds(200)

  /// Four: each read waits for a round trip, whatever the number of its rows.
  package var pagesAtOnce: Int { 4 }

  package func anotherReader(limit: Duration?) -> any RowDatabase { another(limit: limit) }

  package func ask<Value: Sendable>(
    overrulesLimit: Bool, _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value {
    try await read(overrulesLimit: overrulesLimit) { session throws(SQLError) in
      try body(PostgresReader(session: session))
    }
  }

  package func askForPage<Value: Sendable>(
    overrulesLimit: Bool, _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) async throws(SQLError) -> Value {
    try await readPage(overrulesLimit: overrulesLimit) { session throws(SQLError) in
      try body(PostgresReader(session: session))
    }
  }

  package func askNow<Value: Sendable>(
    _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    try readNow { session throws(SQLError) in try body(PostgresReader(session: session)) }
  }

  package func tableSizes(within limit: Duration) async -> [String: Int]? {
    try? await read { session throws(SQLError) in
      // The server asks the system for the size of each file. This takes a few microseconds for
      // each table, so a shorter limit is extended.
      let limited = PostgresSession(
        connection: session.connection, limit: max(limit, Self.timeForSizes),
        cancelling: session.cancelling)
      return try PostgresReader(session: limited).tableSizes()
    }
  }

  package var paths: [[UInt8]] { [] }

  package func updates() -> AsyncStream<Void>? {
    channel.flatMap { updates(channel: $0) }
  }
}

extension PostgresReader {
  /// The size in bytes of each table outside the system schemas, including its indexes and its long
  /// values (TOAST).
  fileprivate func tableSizes() throws(SQLError) -> [String: Int] {
    let result = try rows(
      PostgresText(
        """
        SELECT c.oid::regclass::text, pg_total_relation_size(c.oid) FROM pg_class AS c
        JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'm') AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
        """))
    let sizes = (0..<result.rowCount).compactMap { row in
      result.text(row, 0).flatMap { name in
        result.text(row, 1).flatMap { Int($0) }.map { (name, $0) }
      }
    }
    return Dictionary(sizes, uniquingKeysWith: +)
  }
}
