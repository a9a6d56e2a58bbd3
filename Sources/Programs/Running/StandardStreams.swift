import EventLoop
import Glibc
import Terminal

/// Standard input, output and error, any of which may be closed at the start.
nonisolated package enum StandardStreams {
  /// Opens closed standard streams, so that no file that the program opens gets one of their
  /// numbers; otherwise messages might be written into a database.
  ///
  /// Reading and writing these streams still fails (EBADF).
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
  /// Writes styled lines to standard output, which is a terminal.
  static func write(_ lines: [StyledText]) {
    let bytes = lines.flatMap { $0.sequences + [UInt8(ascii: "\n")] }
    bytes.withUnsafeBytes { _ = DescriptorOutput.write($0, to: STDOUT_FILENO) }
  }
}

/// Standard input as a source.
package nonisolated enum StandardInput {
  /// Whether standard input is open, and is not a terminal.
  package static var isGiven: Bool {
    var state = stat()
    return isatty(STDIN_FILENO) == 0 && fstat(STDIN_FILENO, &state) == 0
  }
}

/// The size of the terminal before a screen is open.
enum ScreenSize {
  /// The size; nil if standard output is not a terminal, or its size is unknown.
  static var current: Size? {
    var extent = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &extent) == 0, extent.ws_row > 0 else {
      return nil
    }
    return Size(lines: Int(extent.ws_row), columns: Int(extent.ws_col))
  }
}
