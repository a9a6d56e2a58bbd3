import Glibc
import Terminal

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
