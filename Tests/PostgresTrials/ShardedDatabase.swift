/// A table `t` whose rows are distributed over two other databases by the hash of a key.
///
/// Its partitions are foreign tables (postgres_fdw).
package final class ShardedDatabase: Sendable {
  /// The database in which the whole table is read.
  package let front: TrialDatabase
  /// The databases with the rows, each in a table `t`.
  package let shards: [TrialDatabase]

  /// Creates the databases.
  ///
  /// - Parameters:
  ///   - columns: the columns of the table, as in `CREATE TABLE`, without keys.
  ///   - key: the columns whose hash determines the shard.
  ///   - indexes: statements that are run in each shard, for example for a primary key.
  package init(on server: PostgresServer, columns: String, key: String, indexes: String = "") throws
  {
    shards = try (0..<2).map { _ in
      try server.database("CREATE TABLE t (\(columns)); \(indexes)")
    }
    front = try server.database(
      "CREATE EXTENSION postgres_fdw; CREATE TABLE t (\(columns)) PARTITION BY HASH (\(key))")
    let writer = try front.writer()
    for (number, shard) in shards.enumerated() {
      try writer.run(
        """
        CREATE SERVER shard\(number) FOREIGN DATA WRAPPER postgres_fdw OPTIONS (
          host '\(server.folder)', port '\(server.port)', dbname '\(shard.name)',
          use_remote_estimate 'true', async_capable 'true');
        CREATE USER MAPPING FOR PUBLIC SERVER shard\(number) OPTIONS (user 'postgres');
        CREATE FOREIGN TABLE t\(number) PARTITION OF t
          FOR VALUES WITH (MODULUS 2, REMAINDER \(number))
          SERVER shard\(number) OPTIONS (table_name 't');
        """)
    }
  }
}
