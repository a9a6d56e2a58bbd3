import EventLoop
import Glibc
import Terminal

/// Standard input, output and error, which may be closed when the program starts.
nonisolated package enum StandardStreams {
  /// Puts something into the place of what is closed, so that no file of the program's own gets its
  /// number, and what is meant for a reader ends up in a database.
  ///
  /// Reading and writing still fail as they did (EBADF).
  static func fill() {
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }
}

extension StandardStreams {
  /// Writes lines to standard output, a terminal, in their styles.
  static func write(_ lines: [StyledText]) {
    let bytes = lines.flatMap { $0.sequences + [UInt8(ascii: "\n")] }
    bytes.withUnsafeBytes { _ = DescriptorOutput.write($0, to: STDOUT_FILENO) }
  }
}

/// What a program was given to read without a name.
package nonisolated enum StandardInput {
  /// Whether there is something: a pipe, a file or `/dev/null`, and no terminal.
  package static var isGiven: Bool {
    var state = stat()
    return isatty(STDIN_FILENO) == 0 && fstat(STDIN_FILENO, &state) == 0
  }
}

/// The extent of the terminal, before a screen is open.
enum ScreenSize {
  /// Nil where there is no terminal.
  static var current: Size? {
    var extent = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &extent) == 0, extent.ws_row > 0 else {
      return nil
    }
    return Size(lines: Int(extent.ws_row), columns: Int(extent.ws_col))
  }
}
