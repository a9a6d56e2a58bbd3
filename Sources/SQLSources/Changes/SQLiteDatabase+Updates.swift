extension SQLiteDatabase {
  /// A stream that yields an element when another program changes, removes or replaces the
  /// database; nil if changes cannot be watched.
  ///
  /// Writes to the file and its log are watched, and the version is compared after each write, so
  /// that writes without a commit are not reported. Watching ends when the iteration of the stream
  /// ends. The stream does not retain the database.
  package func updates() -> AsyncStream<Void>? {
    let foreign = ForeignCommits(since: lastVersion.map { FoundVersion.version($0) }) {
      [weak self] in self?.foundVersion
    }
    let (stream, updates) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watch = DatabaseWatch(file) { if foreign.haveCome() { updates.yield() } }
    guard let watch else { return nil }
    updates.onTermination = { _ in withExtendedLifetime(watch) {} }
    return stream
  }

  /// The version of a database as the watch sees it.
  private enum FoundVersion: Hashable, Sendable {
    case version(SQLiteVersion)
    /// The database has been removed, or cannot be opened, or is damaged.
    case missing
  }

  /// The current version; nil if it cannot be read now, for example because the database is locked.
  private var foundVersion: FoundVersion? {
    do throws(SQLError) {
      return .version(try readNow { reader throws(SQLError) in reader.version })
    } catch {
      return error.kind == .unwritable || error.kind == .damaged ? .missing : nil
    }
  }
}
