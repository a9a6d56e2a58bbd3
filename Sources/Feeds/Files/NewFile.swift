import Glibc

/// A file that is to take the place of another one as a whole, so that no reader sees half of it.
///
/// It is written beside the other one, under one name that all programs use and lock (flock(2)): what
/// a program leaves there that was killed is written over by the next, so nothing accumulates.
struct NewFile {
  private let descriptor: Int32
  private let path: String
  private let target: String

  /// Makes it, or takes the one that is left.
  ///
  /// - Throws: what the system says, or that another program holds it for longer than a moment.
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
      // Polls, because flock(2) does not say when a lock becomes free, and a blocking call has no time limit.
      // What the other program does takes a millisecond; a mark waits for it beside the screen, a place
      // after the screen is closed.
      usleep(5_000)
    }
    throw SystemError(EAGAIN)
  }

  private static let tries = 40

  /// Puts it in the place of the other one; whatever happens, nothing of it is left.
  ///
  /// - Throws: what the system says; the other one is as it was then.
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

  /// Leaves the other one as it is.
  func discard() {
    unlink(path)
    close(descriptor)
  }

  /// Whether a name is that of an open file: another program may have put it in its place meanwhile.
  private static func isThere(_ path: String, as descriptor: Int32) -> Bool {
    var (named, held) = (stat(), stat())
    return lstat(path, &named) == 0 && fstat(descriptor, &held) == 0
      && named.st_ino == held.st_ino && named.st_dev == held.st_dev
      && held.st_mode & S_IFMT == S_IFREG
  }
}

/// A number of errno(3), in words.
package struct SystemError: Error, CustomStringConvertible {
  package let code: Int32

  /// The one that the last call left.
  package init(_ code: Int32 = errno) { self.code = code }

  package var description: String { String(cString: strerror(code)) }
}
