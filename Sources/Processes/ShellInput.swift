import CEndless
import Glibc

/// A shell command that reads given text from its standard input, and uses the terminal while it
/// runs.
package enum ShellInput {
  /// The script that runs the command; at the end it waits for Return, so that the reader can see
  /// the output.
  private static let script = """
    eval "$1"; s=$?; exec </dev/tty; printf '%s' "$2"; read -r _; exit $s
    """

  /// Starts the command and returns its process ID; nil if it cannot be started.
  ///
  /// The closure gets the descriptor of the command's input, and must write to it and close it.
  package static func start(_ command: String, write: (Int32) -> Void) -> Int32? {
    var ends: [Int32] = [0, 0]
    guard endless_pipe(&ends) == 0 else { return nil }
    let terminal = ProgramLaunch.Stream.path("/dev/tty")
    let words = ["/bin/sh", "-c", script, "sh", command, "(press Return)"]
    let launch = ProgramLaunch(
      words.map { Array($0.utf8) }, input: .descriptor(ends[0]), output: terminal,
      errors: terminal)
    let process = try? launch.start()
    close(ends[0])
    if process != nil { write(ends[1]) } else { close(ends[1]) }
    return process
  }
}
