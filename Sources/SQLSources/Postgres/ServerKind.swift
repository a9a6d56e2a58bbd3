/// The programs that speak PostgreSQL's protocol, where what they are sent differs.
///
/// Citus is an extension of PostgreSQL itself.
enum ServerKind {
  case postgres
  /// CockroachDB: its plans are written in another way, and it refuses settings for them.
  case cockroach
  /// YugabyteDB: it may keep rows in the order of a hash of their keys.
  case yugabyte
}
