import Glibc

extension SQLiteDatabase {
  /// Sends an element when another program has changed the database; nil where changes cannot be heard, as on a file system of
  /// a network.
  ///
  /// Writing is heard of the file and of its log; then the count of changes is looked at, so that nothing is told where
  /// nothing was committed. It watches as long as the stream is listened to.
  package func updates() -> AsyncStream<Void>? {
    let (folder, name) = place
    let foreign = ForeignCommits(since: try? readNow { $0.version }) { [weak self] in
      try? self?.readNow { $0.version }
    }
    let (stream, updates) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watch = FileWatch(folder: folder, names: [name, "\(name)-wal"]) {
      if foreign.haveCome() { updates.yield() }
    }
    guard let watch else { return nil }
    updates.onTermination = { _ in withExtendedLifetime(watch) {} }
    return stream
  }

  /// The folder and the name of the file, where links lead: SQLite has the log beside that.
  private var place: (folder: String, name: String) {
    let path = String(decoding: path, as: UTF8.self)
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    let full = resolved.map { String(cString: $0) } ?? path
    guard let slash = full.lastIndex(of: "/") else { return (".", full) }
    let folder = full[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(full[full.index(after: slash)...]))
  }
}
