import Bytes
import Glibc

/// The kind of a file.
public enum FileKind: Hashable, Sendable {
  /// A regular file: the only kind that a `FileStore` opens.
  case plain
  /// A directory.
  case directory
  /// A named pipe, or one that a shell passes in place of a file.
  case pipe
  /// A socket.
  case socket
  /// A terminal, a disk or another device.
  case device

  /// The kind of the file at a path, given as bytes; nil if nothing exists there.
  ///
  /// A file that cannot be examined, as in a directory without search permission, counts as a
  /// regular file, because opening it reports the error. This initializer does not open the file.
  package init?(at path: [UInt8]) {
    var state = stat()
    guard stat(path.cString, &state) == 0 else {
      guard errno != ENOENT, errno != ENOTDIR else { return nil }
      self = .plain
      return
    }
    self.init(state)
  }

  /// Converts the result of stat(2).
  init(_ state: stat) { self.init(mode: state.st_mode) }

  /// Converts the mode of a file.
  package init(mode: UInt32) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .plain
      case S_IFDIR: .directory
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
  }
}

/// The identity of a file, independent of its name: two numbers that are unique while the file is
/// open.
struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let node: ino_t

  init(_ state: stat) {
    device = state.st_dev
    node = state.st_ino
  }
}
