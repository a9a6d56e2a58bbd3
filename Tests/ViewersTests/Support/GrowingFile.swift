import Foundation

/// A file that a test writes while it is shown.
struct GrowingFile {
  let path: String

  /// Adds bytes, as one write.
  func append(_ text: String) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  /// Makes it, with all that is in it.
  func make(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path + ".new"))
    guard rename(path + ".new", path) == 0 else { throw POSIXError(.EIO) }
  }
}
