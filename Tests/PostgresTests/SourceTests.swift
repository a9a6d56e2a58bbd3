import Paging
import PostgresTrials
import Records
import SQLSources
import Testing

@Suite struct `A table of PostgreSQL as a source` {
  @Test func `is paged in any order by an app that has its address`() async throws {
    let trial = try PostgresServer.shared().database(
      "CREATE TABLE t AS SELECT n AS id, n % 3 AS a FROM generate_series(1, 9) AS n; ALTER TABLE t ADD PRIMARY KEY (id)"
    )
    let source = try await TableSource.rows(
      of: "t", in: try PostgresDatabase(address: trial.words),
      by: [KeysetColumn("a", descending: true)])
    let page = try await source.load(PageRequest(reason: .refresh, position: .start, count: 4))
    #expect(page.items.map { $0.id.values.last } == [8, 5, 2, 7].map { SQLValue.integer($0) })
  }
}
