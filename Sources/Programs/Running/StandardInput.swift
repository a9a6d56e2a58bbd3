import Glibc

/// What a program was given to read without a name.
package nonisolated enum StandardInput {
  /// Whether there is something: a pipe, a file or `/dev/null`, and no terminal.
  package static var isGiven: Bool {
    var state = stat()
    return isatty(STDIN_FILENO) == 0 && fstat(STDIN_FILENO, &state) == 0
  }
}
