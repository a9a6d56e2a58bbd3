import GRDB
import Synchronization

/// Tells whether somebody else has changed a database: another program, or another store of this one.
///
/// Only the connection that writes can tell: its own commits do not count, and to one that only
/// reads every other is a stranger (<https://www.sqlite.org/pragma.html#pragma_data_version>).
final class ForeignCommits: Sendable {
  private let connection: any DatabaseWriter
  private let version: Mutex<Int>

  /// Counts from a version on that was read earlier.
  init(in connection: any DatabaseWriter, since version: Int) {
    self.connection = connection
    self.version = Mutex(version)
  }

  /// Whether there were any since it was last asked; a database that cannot be asked says no.
  ///
  /// Waits for what this connection is writing. Cost: a page is read at most, and
  /// nothing written, so that asking is not heard as a change.
  func haveCome() -> Bool {
    let now = try? connection.writeWithoutTransaction { try Self.version($0) }
    guard let now else { return false }
    return version.withLock { last in
      defer { last = now }
      return now != last
    }
  }

  /// The number that changes with the commits of others.
  static func version(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
  }
}
