import Foundation

/// A directory that is there during one call and gone after it.
///
///     try await TemporaryDirectory.run { directory in
///       let file = try directory.write("one\ntwo\n", to: "lines.txt")
///     }
struct TemporaryDirectory: Sendable {
  /// The absolute path, with no slash at its end.
  let path: String

  /// Makes a directory, calls `body` and removes the directory with all in it, on every path.
  @discardableResult
  static func run<Result>(
    _ body: (TemporaryDirectory) async throws -> Result
  ) async throws -> Result {
    let directory = try TemporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory.path) }
    return try await body(directory)
  }

  /// Writes a file, with the directories above it; returns its absolute path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path(percentEncoded: false)
  }

  /// The text of a file.
  func read(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: path).appending(path: name), encoding: .utf8)
  }

  private init() throws {
    // Short, since a socket's path has room for 107 bytes only (unix(7)).
    let name = "endless-\(UUID().uuidString.prefix(13))"
    let place = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(
      at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    path = place.path(percentEncoded: false)
  }
}
