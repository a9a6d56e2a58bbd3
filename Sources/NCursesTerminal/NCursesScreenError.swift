/// Why a terminal cannot be used full-screen.
public enum NCursesScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither standard input nor the controlling terminal can be read.
  case noTerminal
  /// ncurses does not know the terminal's type, or it cannot move its cursor.
  case unknownTerminal(String)
  /// No thread can be made: a limit on processes or on memory is reached.
  case noThreads
  /// No file descriptor is left.
  case noDescriptors
  /// A call of the system failed, with that `errno`.
  case system(call: String, code: Int32)

  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .noTerminal: "there is no terminal to draw on; --plain writes lines instead"
    case .unknownTerminal(let name):
      "the terminal type '\(name)' is not known here; set TERM, for example to xterm-256color"
    case .noThreads:
      "no thread can be started; see the limits on processes and memory (ulimit -u, ulimit -d)"
    case .noDescriptors: "no more files can be opened; see the limit on open files (ulimit -n)"
    case .system(let call, let code): "the terminal cannot be opened: \(call) failed (\(code))"
    }
  }
}
