extension SQLiteDatabase {
  /// Sends an element when another program has changed, removed or replaced the database; nil where changes cannot be heard.
  ///
  /// Writing is heard of the file and of its log; then the version is looked at, so that nothing is told where nothing was
  /// committed. It watches as long as the stream is listened to, and holds the database no longer than that.
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

  /// What is found of a database by who looks for changes.
  private enum FoundVersion: Hashable, Sendable {
    case version(SQLiteVersion)
    /// It is gone, or cannot be read any more.
    case missing
  }

  /// Nil where it cannot be read now.
  private var foundVersion: FoundVersion? {
    do throws(SQLError) {
      return .version(try readNow { reader throws(SQLError) in reader.version })
    } catch {
      return error.kind == .unwritable || error.kind == .damaged ? .missing : nil
    }
  }
}
