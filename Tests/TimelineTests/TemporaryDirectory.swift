import Foundation

/// A directory that goes when the test does.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "TimelineTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The database file in it.
  var database: URL { url("timeline.sqlite") }

  func url(_ name: String) -> URL { URL(fileURLWithPath: path).appending(path: name) }
}
