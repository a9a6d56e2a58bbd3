import Foundation
import Glibc

/// A folder that is gone when the test is.
package final class TemporaryFolder: Sendable {
  /// The absolute path, with no slash at its end.
  package let path: String

  /// Makes a folder, which is removed with all in it when nothing refers to it any more.
  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/endless-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Makes a folder, calls `body` and removes the folder with all in it, on every path.
  @MainActor package static func run(_ body: (TemporaryFolder) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try await body(folder)
  }

  /// The path of a file in it.
  package func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file, with the folders above it; returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(toFile: file.path, atomically: false, encoding: .utf8)
    return file.path
  }

  /// All that is in a file.
  package func text(of name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// Writes at the end of a file, which is made where there is none.
  package func append(_ text: String, to name: String = "file") throws {
    try append(Array(text.utf8), to: name)
  }

  /// The same of bytes.
  package func append(_ bytes: [UInt8], to name: String = "file") throws {
    let descriptor = open(path(name), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw POSIXError(.EIO) }
  }

  /// Gives a file another name, also in the place of another one.
  package func rename(_ name: String, to other: String) throws {
    guard Glibc.rename(path(name), path(other)) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// Makes a folder below it.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
  }

  package func remove(_ name: String = "file") throws {
    try FileManager.default.removeItem(atPath: path(name))
  }

  /// Sets when a file was changed last: seconds since 1970.
  package func setTime(_ seconds: Int, of name: String) throws {
    let date = Date(timeIntervalSince1970: TimeInterval(seconds))
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: path(name))
  }
}
