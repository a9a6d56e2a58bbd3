import Glibc
import Synchronization

/// Descriptors of the databases that this process looks at, which stay open.
///
/// Closing any descriptor of a file lets go of all locks that the process holds on it (fcntl(2)): those of SQLite's own
/// connections too, also of a program's that uses this library. One is kept for each file, and closed when the file has no
/// name any more, because then no other program can open it.
enum KeptFiles {
  /// Which file it is, whatever it is called.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let node: UInt64

    init(_ facts: stat) { (device, node) = (UInt64(facts.st_dev), UInt64(facts.st_ino)) }
  }

  private static let descriptors = Mutex<[Identity: Int32]>([:])

  /// A descriptor for reading; nil where the file cannot be opened, and errno(3) says why.
  static func descriptor(of facts: stat, at path: UnsafePointer<CChar>) -> Int32? {
    descriptors.withLock { descriptors in
      if let kept = descriptors[Identity(facts)] { return kept }
      let new = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      var facts = stat()
      guard new >= 0, fstat(new, &facts) == 0 else { return nil }
      closeNameless(&descriptors)
      // Another file may have come to the path meanwhile, which was opened before: this one stays open too.
      descriptors[Identity(facts)] = new
      return new
    }
  }

  /// Closes those of files that were removed, whose room the disk keeps until then.
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
