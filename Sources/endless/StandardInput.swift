import Glibc
import Viewers

/// What the program was given to read without a name.
enum StandardInput {
  /// Refuses a pipe or a file, which nobody reads yet: the sample timeline in its place would only
  /// surprise.
  ///
  /// - Throws: that it cannot be read, with what to do.
  static func refuse(unless isNamed: Bool) throws(Failure) {
    var state = stat()
    guard !isNamed, fstat(STDIN_FILENO, &state) == 0 else { return }
    let kind = state.st_mode & S_IFMT
    if kind == S_IFIFO || kind == S_IFREG || kind == S_IFSOCK {
      throw .usage("standard input is not supported yet; name a file")
    }
  }
}
