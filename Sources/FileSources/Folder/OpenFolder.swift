import ByteStores
import Glibc

/// A folder that is open: its names, and what stands under them.
final class OpenFolder: Sendable {
  let descriptor: Int32
  private let path: String

  /// - Throws: why it cannot be opened.
  init(_ path: [UInt8]) throws(FileError) {
    self.path = String(decoding: path, as: UTF8.self)
    descriptor = open(
      path.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(code: errno, path: self.path) }
  }

  deinit { close(descriptor) }

  /// All names but those of the folder itself and the one above it, in the order of their bytes.
  ///
  /// - Throws: what readdir(3) says.
  func names() throws(FileError) -> [[UInt8]] {
    guard let folder = fdopendir(dup(descriptor)) else { throw FileError(code: errno, path: path) }
    defer { closedir(folder) }
    rewinddir(folder)
    var names: [[UInt8]] = []
    errno = 0
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
          Array(UnsafeBufferPointer(start: start, count: strlen(start)))
        }
      }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    guard errno == 0 else { throw FileError(code: errno, path: path) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
