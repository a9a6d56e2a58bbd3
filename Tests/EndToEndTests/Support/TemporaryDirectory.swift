import Foundation

/// A directory that exists during one call, and is removed after it.
///
///     try await TemporaryDirectory.run { directory in
///       let file = try directory.write("one\ntwo\n", to: "lines.txt")
///     }
struct TemporaryDirectory: Sendable {
  /// The absolute path, without a slash at its end.
  let path: String

  /// Creates a directory, calls `body`, and then always removes the directory with its contents.
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
    // The name is short, because the path of a socket has at most 107 bytes (unix(7)).
    let name = "endless-\(UUID().uuidString.prefix(13))"
    let place = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(
      at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    path = place.path(percentEncoded: false)
  }
}
