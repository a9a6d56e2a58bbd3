import Glibc
import Synchronization

/// Descriptors of database files, kept open.
///
/// Closing any descriptor of a file releases all locks that the process holds on the file
/// (fcntl(2)), including those of SQLite connections elsewhere in the program. Therefore one
/// descriptor of each file is kept open. It is closed only after the file has been removed, because
/// no other program can open the file then.
enum KeptFiles {
  /// The identity of a file, independent of its name.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let node: UInt64

    init(_ facts: stat) { (device, node) = (UInt64(facts.st_dev), UInt64(facts.st_ino)) }
  }

  private static let descriptors = Mutex<[Identity: Int32]>([:])

  /// A descriptor for reading; nil if the file cannot be opened, with the reason in errno(3).
  static func descriptor(of facts: stat, at path: UnsafePointer<CChar>) -> Int32? {
    descriptors.withLock { descriptors in
      if let kept = descriptors[Identity(facts)] { return kept }
      let new = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      var facts = stat()
      // If fstat(2) fails, the descriptor stays open, because closing it would release all locks of
      // this process on the file.
      guard new >= 0, fstat(new, &facts) == 0 else { return nil }
      closeNameless(&descriptors)
      // In the meantime, the path may have been given to another file whose descriptor is already
      // kept. Both descriptors then stay open.
      descriptors[Identity(facts)] = new
      return new
    }
  }

  /// Closes descriptors of removed files, which still occupy disk space.
  static func closeNameless() { descriptors.withLock { closeNameless(&$0) } }

  private static func closeNameless(_ descriptors: inout [Identity: Int32]) {
    descriptors = descriptors.filter { _, descriptor in
      var facts = stat()
      guard fstat(descriptor, &facts) == 0, facts.st_nlink == 0 else { return true }
      close(descriptor)
      return false
    }
  }
}
