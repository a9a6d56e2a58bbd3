import Foundation
import Glibc

/// A folder that is removed when nothing refers to this object any longer.
package final class TemporaryFolder: Sendable {
  /// The absolute path, without a slash at the end.
  package let path: String

  /// Creates a folder, which is removed with its contents when nothing refers to this object any
  /// longer.
  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/endless-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Creates a folder, calls `body` and removes the folder with its contents, even after an error.
  @MainActor package static func run(_ body: (TemporaryFolder) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try await body(folder)
  }

  /// The path of a file in the folder.
  package func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file, creates the folders above it, and returns the file's path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(toFile: file.path, atomically: false, encoding: .utf8)
    return file.path
  }

  /// The whole text of a file.
  package func text(of name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// Appends text to a file, which is created if it does not exist.
  package func append(_ text: String, to name: String = "file") throws {
    try append(Array(text.utf8), to: name)
  }

  /// Appends bytes to a file, which is created if it does not exist.
  package func append(_ bytes: [UInt8], to name: String = "file") throws {
    let descriptor = open(path(name), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw POSIXError(.EIO) }
  }

  /// Renames a file, even if another one has the new name.
  package func rename(_ name: String, to other: String) throws {
    guard Glibc.rename(path(name), path(other)) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// Creates a folder below this one.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
  }

  package func remove(_ name: String = "file") throws {
    try FileManager.default.removeItem(atPath: path(name))
  }

  /// Sets a file's modification time, in seconds since 1970.
  package func setTime(_ seconds: Int, of name: String) throws {
    let date = Date(timeIntervalSince1970: TimeInterval(seconds))
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: path(name))
  }
}
