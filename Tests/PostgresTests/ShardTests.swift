import PostgresTrials
import SQLSources
import Testing

@Suite struct `A table on shards` {
  @Test func `is read as one`() async throws {
    let sharded = try ShardedDatabase(
      on: .shared(), columns: "id int NOT NULL, a text", key: "id",
      indexes: "ALTER TABLE t ADD PRIMARY KEY (id)")
    try sharded.front.run("INSERT INTO t SELECT n, 'row ' || n FROM generate_series(1, 100) AS n")
    for shard in sharded.shards {
      #expect(try (30...70).contains(shard.writer().number("SELECT count(*) FROM t")))
    }
    #expect(
      try await sharded.front.open().texts("SELECT a FROM t WHERE id > 50 ORDER BY id LIMIT 2") == [
        "row 51", "row 52",
      ])
  }
}
