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

  /// Reads the kind that stat(2) gives.
  init(_ state: stat) {
    self =
      switch state.st_mode & S_IFMT {
      case S_IFREG: .plain
      case S_IFDIR: .directory
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
  }
}
