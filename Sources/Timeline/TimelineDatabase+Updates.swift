import Foundation
import GRDB

extension TimelineDatabase {
  /// Sends an element when others have changed the database; nil where no other program can, or
  /// where changes cannot be heard.
  func updates() -> AsyncStream<Void>? {
    guard let version else { return nil }
    let foreign = ForeignCommits(in: connection, since: version)
    let (stream, updates) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watch = place.watch { if foreign.haveCome() { updates.yield() } }
    guard let watch else { return nil }
    // It watches as long as somebody listens.
    updates.onTermination = { _ in withExtendedLifetime(watch) {} }
    return stream
  }

  /// Reads the version to begin with; nil where the database is in memory, or taken for one that
  /// does not change.
  static func version(of connection: any DatabaseWriter, at place: TimelinePlace) throws -> Int? {
    guard connection.path == place.file else { return nil }
    return try connection.writeWithoutTransaction { try ForeignCommits.version($0) }
  }
}

extension TimelinePlace {
  /// Watches the file and its log; where the file is a link, SQLite has the log beside what it
  /// leads to.
  fileprivate func watch(_ onWrite: @escaping @Sendable () -> Void) -> FileWatch? {
    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: file)) != nil
    let file = URL(fileURLWithPath: file)
    let place = isLink ? file.resolvingSymlinksInPath() : file
    let name = place.lastPathComponent
    return FileWatch(
      folder: place.deletingLastPathComponent().path, names: [name, name + "-wal"],
      onWrite: onWrite)
  }
}
