/// The programs that use PostgreSQL's protocol and require different statements.
///
/// A server with Citus counts as `postgres`, because Citus is an extension of PostgreSQL.
enum ServerKind {
  case postgres
  /// CockroachDB: its plans have another format, and it refuses the settings that influence plans.
  case cockroach
  /// YugabyteDB: it may store rows in the order of a hash of their keys.
  case yugabyte
}
