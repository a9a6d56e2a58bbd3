import Bytes
import Glibc

/// What stands at a path.
public enum FileKind: Hashable, Sendable {
  /// A file with bytes at offsets: the only kind that can be paged.
  case plain
  /// A directory.
  case directory
  /// A pipe with a name, or one that a shell put in the place of a file.
  case pipe
  /// A socket.
  case socket
  /// A terminal, a disk and the like.
  case device

  /// Finds the kind of the file at a path, given as bytes; nil where there is none.
  ///
  /// What cannot be examined, as behind a directory that may not be searched, counts as a plain
  /// file: opening it says why. Does not open it.
  package init?(at path: [UInt8]) {
    var state = stat()
    guard stat(path.cString, &state) == 0 else {
      guard errno != ENOENT, errno != ENOTDIR else { return nil }
      self = .plain
      return
    }
    self.init(state)
  }

  /// Reads the kind that stat(2) gives.
  init(_ state: stat) { self.init(mode: state.st_mode) }

  /// The same of its mode alone.
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

/// Which file it is, whatever its name: no other has the two numbers while it is open.
struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let node: ino_t

  init(_ state: stat) {
    device = state.st_dev
    node = state.st_ino
  }
}
