import Glibc

/// A file that replaces another one atomically, so that no program sees it half written.
///
/// It is written next to the target, under a name that every instance of this program uses and
/// locks (flock(2)). If an instance is killed, the next one overwrites the file that was left
/// behind, so that files do not accumulate.
struct NewFile {
  private let descriptor: Int32
  private let path: String
  private let target: String

  /// Creates the file, or takes over one that was left behind.
  ///
  /// - Throws: an error if a system call fails, or if another program holds the lock for longer
  ///   than a moment.
  init(replacing target: String) throws {
    self.target = target
    path = target + ".new"
    for _ in 0..<Self.tries {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
      guard descriptor >= 0 else { throw SystemError() }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.isThere(path, as: descriptor) {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
      // This polls, because flock(2) neither reports a free lock nor has a time limit. The other program holds the lock
      // for about a millisecond. Only the storing of a search can delay a screen here: marks are stored on another
      // thread, and positions and columns after the screen has been closed.
      usleep(5_000)
    }
    throw SystemError(EAGAIN)
  }

  private static let tries = 40

  /// Writes the content and replaces the target; the temporary name is always removed.
  ///
  /// - Throws: an error if a system call fails; the target is then unchanged.
  func commit(_ bytes: [UInt8]) throws {
    defer { close(descriptor) }
    let isWritten =
      ftruncate(descriptor, 0) == 0 && write(descriptor, bytes, bytes.count) == bytes.count
    guard isWritten, rename(path, target) == 0 else {
      let error = SystemError()
      unlink(path)
      throw error
    }
  }

  /// Removes the file without replacing the target.
  func discard() {
    unlink(path)
    close(descriptor)
  }

  /// Whether a name still refers to an open file, which another program may have replaced.
  private static func isThere(_ path: String, as descriptor: Int32) -> Bool {
    var (named, held) = (stat(), stat())
    return lstat(path, &named) == 0 && fstat(descriptor, &held) == 0
      && named.st_ino == held.st_ino && named.st_dev == held.st_dev
      && held.st_mode & S_IFMT == S_IFREG
  }
}

/// An error with a number from errno(3) and its message.
package struct SystemError: Error, CustomStringConvertible {
  package let code: Int32

  /// Creates an error with a number, by default that of the last system call.
  package init(_ code: Int32 = errno) { self.code = code }

  package var description: String { String(cString: strerror(code)) }
}
