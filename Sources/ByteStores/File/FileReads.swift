import CEndless
import Glibc

/// How the bytes of a file are read.
struct FileReads: Sendable {
  /// Waits for the disk.
  let any: FileStore.Read
  /// Reads what the system has in memory and fails where it would wait; nil where a test reads.
  let cached: FileStore.Read?

  static let system = FileReads(
    any: { pread($0, $1, $2, $3) },
    cached: { endless_read_cached($0, $1, UInt($2), $3) })

  init(any: @escaping FileStore.Read, cached: FileStore.Read? = nil) {
    (self.any, self.cached) = (any, cached)
  }
}
