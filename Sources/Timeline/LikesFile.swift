import Foundation

/// A file that many guests add their likes to at once, and that never grows beyond a bound.
///
/// A like is a line: when, in seconds since 1970, what, and the post's identity, as in
/// `1750000000 like 17`. A line is added by one write at the end, under a lock that all who add
/// take, so that lines are whole and the bound holds. Nothing is ever read or taken out.
public final class LikesFile: Sendable {
  private let descriptor: Int32
  private let bound: Int

  /// Opens the file, or makes one that only its owner reads.
  ///
  /// - Parameters:
  ///   - path: where it is; no symbolic link, and nothing but a file.
  ///   - bound: bytes that it never exceeds; 1 MiB by default, some 50,000 likes.
  /// - Throws: where it cannot be opened for writing.
  public init(path: String, bound: Int = 1 << 20) throws(TimelineError) {
    descriptor = open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else {
      throw .unreadable(file: path, reason: String(cString: strerror(errno)))
    }
    self.bound = bound
    guard size != nil else {
      close(descriptor)
      throw .unreadable(file: path, reason: "it is not a file")
    }
  }

  deinit { close(descriptor) }

  /// Adds a line; waits for others that are adding theirs.
  ///
  /// - Throws: where the file or the disk is full, or it cannot be written.
  package func add(liked: Bool, postID: Post.ID, now: Int) throws(TimelineError) {
    let line = Array("\(now) \(liked ? "like" : "unlike") \(postID)\n".utf8)
    guard lock() else { throw .failed(reason: String(cString: strerror(errno))) }
    defer { flock(descriptor, LOCK_UN) }
    guard let size, size + line.count <= bound else { throw .noRoom(what: "likes") }
    guard write(descriptor, line, line.count) == line.count else {
      // Half a line would take the next one with it.
      ftruncate(descriptor, off_t(size))
      throw .noRoom(what: "likes")
    }
  }

  /// Takes the lock of all who add (flock(2)).
  private func lock() -> Bool {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  /// Bytes in it, or nil where it is not a file.
  private var size: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }
}
