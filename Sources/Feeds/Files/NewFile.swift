import Glibc

/// A file that replaces another one atomically, so that no program sees it half written.
///
/// It is written next to the target, under a name that every instance of this program uses and
/// locks (flock(2)). If an instance is killed, the next one overwrites the file that was left
/// behind, so that files do not accumulate.
struct NewFile {
  /// A function that writes to a descriptor, like write(2).
  typealias Write = (Int32, UnsafeRawBufferPointer) -> Int

  private let descriptor: Int32
  private let path: BytePath
  private let target: BytePath

  /// Creates the file, or takes over one that was left behind.
  ///
  /// - Parameter waits: whether to wait a moment if another program holds the lock.
  /// - Throws: an error if a system call fails, or if another program still holds the lock.
  init(replacing name: String, in folder: BytePath, waiting waits: Bool = true) throws {
    target = folder.appending(name)
    path = folder.appending(name + ".new")
    for attempt in 1...Self.tries {
      let descriptor = path.withPointer {
        open($0, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
      }
      guard descriptor >= 0 else { throw SystemError() }
      let code = flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
      if code == 0, Self.isThere(path, as: descriptor) {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
      // Waiting does not help if the file system has no locks.
      guard [0, EAGAIN, EINTR].contains(code) else { throw SystemError(code) }
      guard waits, attempt < Self.tries else { break }
      // This polls, because flock(2) either returns immediately or waits without a limit. The other
      // program holds the lock for about a millisecond. A screen waits here only when a text is
      // closed during a session: other marks are stored on another thread, and other state after
      // the terminal has been restored.
      usleep(5_000)
    }
    throw SystemError(EAGAIN)
  }

  private static let tries = 40

  /// Writes the content and replaces the target; the temporary name is always removed.
  ///
  /// - Parameter write: write(2), except in tests.
  /// - Throws: an error if a system call fails; the target is then unchanged.
  func commit(
    _ bytes: [UInt8], by write: Write = { Glibc.write($0, $1.baseAddress, $1.count) }
  ) throws {
    defer { close(descriptor) }
    do {
      guard ftruncate(descriptor, 0) == 0 else { throw SystemError() }
      try bytes.withUnsafeBytes { try put($0, by: write) }
      guard path.withPointer({ path in target.withPointer { rename(path, $0) } }) == 0 else {
        throw SystemError()
      }
    } catch {
      unlink()
      throw error
    }
  }

  /// Writes all bytes; if one call writes only some of them, the next call reports why.
  private func put(_ bytes: UnsafeRawBufferPointer, by write: Write) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = write(descriptor, rest)
      guard count > 0 || count < 0 && errno == EINTR else {
        throw SystemError(count < 0 ? errno : EIO)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[max(count, 0)...])
    }
  }

  /// Removes the file without replacing the target.
  func discard() {
    unlink()
    close(descriptor)
  }

  private func unlink() { _ = path.withPointer { Glibc.unlink($0) } }

  /// Whether a name still refers to an open file, which another program may have replaced.
  private static func isThere(_ path: BytePath, as descriptor: Int32) -> Bool {
    var (named, held) = (stat(), stat())
    return path.withPointer({ lstat($0, &named) }) == 0 && fstat(descriptor, &held) == 0
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
