import PostgresTrials
import SQLSources
import Testing

@Suite struct `A connection to PostgreSQL` {
  @Test func `answers what it is asked, in one round trip`() async throws {
    let server = try PostgresServer.shared()
    let proxy = try FaultyProxy(to: server.port)
    let database = PostgresDatabase(
      try PostgresAddress("postgres://postgres@127.0.0.1:\(proxy.port)/postgres"),
      limit: .seconds(5))
    _ = try await database.texts("SELECT 1")
    let before = proxy.roundTrips
    #expect(try await database.texts("SELECT 'é', NULL, 1.50") == ["é", "NULL", "1.50"])
    #expect(proxy.roundTrips == before + 1)
  }
}
