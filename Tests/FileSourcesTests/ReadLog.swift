import ByteStores
import FileSources
import Glibc
import Synchronization

/// Remembers what was read of a file.
final class ReadLog: Sendable {
  private let ranges = Mutex<[Range<Int>]>([])

  /// How often it was read.
  var count: Int { ranges.withLock { $0.count } }
  /// How many bytes were read.
  var bytes: Int { ranges.withLock { $0.reduce(0) { $0 + $1.count } } }

  /// Reads and remembers it.
  var read: FileStore.Read {
    { descriptor, memory, size, offset in
      let came = pread(descriptor, memory, size, offset)
      self.ranges.withLock { $0.append(offset..<offset + max(came, 0)) }
      return came
    }
  }

  func clear() { ranges.withLock { $0 = [] } }
}
