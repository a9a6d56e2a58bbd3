import EventLoop
import Feeds
import Processes

/// The editor that a reader has chosen, run on the terminal.
struct Editor {
  /// What the shell is given: a name, perhaps with options.
  let command: String

  /// `$VISUAL`, else `$EDITOR`, else `vi`, as in less.
  static var chosen: Editor {
    let chosen = ["VISUAL", "EDITOR"].lazy.compactMap(Environment.value).first { !$0.isEmpty }
    return Editor(command: chosen ?? "vi")
  }

  /// Edits a file at a line; the terminal must be free.
  ///
  /// - Parameters:
  ///   - path: an absolute path, in bytes as the system has them.
  ///   - line: a line's number, from 1, if it is known.
  ///   - loop: where its end is waited for.
  ///   - onEnd: told its status as a shell has it; 127 where there is no such editor, or none can be started.
  func edit(
    _ path: [UInt8], line: Int?, in loop: MainLoop, onEnd: @escaping (_ status: Int) -> Void
  ) {
    let shell = ["/bin/sh", "-c", "\(command) \"$@\"", "editor"].map { Array($0.utf8) }
    let line = line.map { Array("+\($0)".utf8) }
    let terminal = ProgramLaunch.Stream.path("/dev/tty")
    let launch = ProgramLaunch(
      shell + [line, path].compactMap { $0 }, input: terminal, output: terminal, errors: terminal)
    guard let process = try? launch.start() else { return onEnd(127) }
    loop.whenEnded(process) { onEnd(ProgramLaunch.wait(for: process)) }
  }
}
