import Foundation

/// A file that a test writes while it is shown.
struct GrowingFile {
  let path: String

  /// Appends bytes with one write.
  func append(_ text: String) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  /// Removes the file.
  func remove() throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw POSIXError(.EIO) }
  }

  /// Renames the file, appends something to it, and creates another file at the old path.
  func rotate(adding rest: String, then text: String) throws {
    guard rename(path, rotated.path) == 0 else { throw POSIXError(.EIO) }
    try rotated.append(rest)
    try make(text)
  }

  /// The file that was at the path before.
  var rotated: GrowingFile { GrowingFile(path: path + ".1") }

  /// Puts a new file with the given contents at the path, in place of any file that is there.
  func make(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path + ".new"))
    guard rename(path + ".new", path) == 0 else { throw POSIXError(.EIO) }
  }
}
