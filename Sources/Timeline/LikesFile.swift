import Foundation

/// A file to which many guests add their likes concurrently, and whose size is limited.
///
/// A like is a line with the time in seconds since 1970, the action, and the identity of the post,
/// such as `1750000000 like 17`. A line is appended by one write under a lock (flock(2)), so that
/// lines are complete and the limit holds. The file is never read, and no complete line is removed
/// from it.
public final class LikesFile: Sendable {
  private let descriptor: Int32
  private let bound: Int

  /// Opens the file, or creates it with access for the owner only.
  ///
  /// - Parameters:
  ///   - path: the path, which must be a regular file and not a symbolic link.
  ///   - bound: the maximum size in bytes; 1 MiB by default, about 50,000 likes.
  /// - Throws: an error if the file cannot be opened for writing.
  public init(path: String, bound: Int = 1 << 20) throws(TimelineError) {
    descriptor = open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    self.bound = bound
    guard descriptor >= 0 else {
      throw .refused(path, String(cString: strerror(errno)))
    }
    // From here on, `deinit` closes the descriptor, even if this throws.
    guard size != nil else {
      throw .unreadable(file: path, reason: "it is not a file; name a regular file")
    }
  }

  deinit { close(descriptor) }

  /// Appends a line, waiting for other writers.
  ///
  /// - Throws: an error if the file or the disk is full, or if the line cannot be written.
  package func add(liked: Bool, postID: Post.ID, now: Int) throws(TimelineError) {
    let line = Array("\(now) \(liked ? "like" : "unlike") \(postID)\n".utf8)
    guard lock() else { throw .failed(reason: String(cString: strerror(errno))) }
    defer { flock(descriptor, LOCK_UN) }
    guard let size, size + line.count <= bound else { throw .noRoom(what: "likes") }
    guard write(descriptor, line, line.count) == line.count else {
      // A partial line would be joined with the next line.
      ftruncate(descriptor, off_t(size))
      throw .noRoom(what: "likes")
    }
  }

  /// Takes the lock of all writers (flock(2)).
  private func lock() -> Bool {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  /// The size of the file in bytes; nil if it is not a regular file.
  private var size: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }
}
