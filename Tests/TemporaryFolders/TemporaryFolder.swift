import Foundation
import Glibc

/// A folder that is there during one call and gone after it.
package struct TemporaryFolder: Sendable {
  /// The absolute path, with no slash at its end.
  package let path: String

  /// Makes a folder, calls `body` and removes the folder with all in it, on every path.
  @MainActor package static func run(_ body: (TemporaryFolder) async throws -> Void) async throws {
    let folder = TemporaryFolder(
      path: FileManager.default.temporaryDirectory.path + "/endless-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try await body(folder)
  }

  /// Writes a file, with the folders above it; returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = URL(filePath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(toFile: file.path, atomically: false, encoding: .utf8)
    return file.path
  }

  /// All that is in a file.
  package func text(of name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  /// Writes at the end of a file.
  package func append(_ text: String, to name: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path + "/" + name))
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
  }

  /// Gives a file another name, also in the place of another one.
  package func rename(_ name: String, to other: String) throws {
    guard Glibc.rename(path + "/" + name, path + "/" + other) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// Makes a folder below it.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path + "/" + name, withIntermediateDirectories: true)
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + name)
  }

  /// Sets when a file was changed last: seconds since 1970.
  package func setTime(_ seconds: Int, of name: String) throws {
    let date = Date(timeIntervalSince1970: TimeInterval(seconds))
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: path + "/" + name)
  }
}
