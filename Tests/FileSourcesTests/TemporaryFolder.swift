import Foundation
import Glibc

/// A folder that goes when the test does.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "FileSourcesTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { path + "/" + name }

  /// Writes a new file in the place of what was there.
  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String = "file") throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Writes at an offset of a file that is there or is made, and leaves a hole before it.
  func write(_ text: String, to name: String = "file", at offset: Int) throws {
    let descriptor = open(path(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    guard pwrite(descriptor, text, text.utf8.count, offset) == text.utf8.count else {
      throw POSIXError(.EIO)
    }
  }

  func append(_ text: String, to name: String = "file") throws {
    var state = stat()
    stat(path(name), &state)
    try write(text, to: name, at: Int(state.st_size))
  }

  func append(_ bytes: [UInt8], to name: String = "file") throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path(name)))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  /// Writes a file again from the start, without making another one.
  func writeInPlace(_ bytes: [UInt8], to name: String = "file") throws {
    let descriptor = open(path(name), O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { throw POSIXError(.EIO) }
  }

  func setSize(_ size: Int, of name: String = "file") throws {
    guard truncate(path(name), size) == 0 else { throw POSIXError(.EIO) }
  }

  func rename(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
  }

  func remove(_ name: String = "file") throws {
    try FileManager.default.removeItem(atPath: path(name))
  }
}
