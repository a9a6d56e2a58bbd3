import Glibc
import Synchronization

/// A second opening of a file, for reading all of it once.
///
/// The system reads further ahead there, and does not take what is read for what is used: a search of a large
/// file pushes nothing else out of memory. What a reader looks at is read by the first opening, as ever.
final class ScanDescriptor: Sendable {
  private let opened = Mutex<Int32?>(nil)

  deinit {
    if let descriptor = opened.withLock({ $0 }) { close(descriptor) }
  }

  /// The descriptor, opened when it is first asked for; the file's own one where that cannot be.
  ///
  /// The way by `/proc` leads to the same file though it was renamed or deleted.
  func descriptor(of original: Int32) -> Int32 {
    opened.withLock { opened in
      if let opened { return opened }
      let new = open("/proc/self/fd/\(original)", O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
      guard new >= 0 else { return original }
      posix_fadvise(new, 0, 0, POSIX_FADV_SEQUENTIAL)
      posix_fadvise(new, 0, 0, POSIX_FADV_NOREUSE)
      opened = new
      return new
    }
  }
}
