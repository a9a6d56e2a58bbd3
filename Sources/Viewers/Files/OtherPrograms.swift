import EventLoop
import Feeds
import Processes

/// The reader's browser.
struct Browser {
  /// The program and its arguments, in which `%s` stands for the address.
  private let words: [String]
  /// Whether the browser uses the terminal, because a graphical display is not available.
  let takesTerminal: Bool

  /// The first browser in `$BROWSER`, which may contain several, separated by colons; or else that
  /// of the desktop.
  static var chosen: Browser {
    let named = Environment.value("BROWSER")?.split(separator: ":").first.map(String.init) ?? ""
    let words = named.split(separator: " ").map(String.init)
    let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
      Environment.value($0)?.isEmpty == false
    }
    return words.isEmpty
      ? Browser(words: ["xdg-open"], takesTerminal: false)
      : Browser(words: words, takesTerminal: !hasDesktop)
  }

  /// The name in messages.
  var name: String { words[0] }

  /// Opens an address, without a shell.
  ///
  /// - Parameter onEnd: called with the exit status as in a shell; 127 if the program cannot be
  ///   started.
  func open(_ address: String, in loop: MainLoop, onEnd: @escaping (_ status: Int) -> Void) {
    let parts = words.map { $0.parts(around: "%s") }
    let hasPlace = parts.contains { $0.count > 1 }
    let all = parts.map { $0.joined(separator: address) }
    let stream = ProgramLaunch.Stream.path(takesTerminal ? "/dev/tty" : "/dev/null")
    let launch = ProgramLaunch(
      (hasPlace ? all : all + [address]).map { Array($0.utf8) }, input: stream, output: stream,
      errors: stream, group: takesTerminal ? nil : 0)
    guard let process = try? launch.start() else { return onEnd(127) }
    loop.whenEnded(process) { onEnd(ProgramLaunch.wait(for: process)) }
  }
}

/// The reader's editor, run on the terminal.
struct Editor {
  /// The shell command, which may have options.
  let command: String

  /// The editor in `$VISUAL`, or else in `$EDITOR`, or else `vi`, as in less.
  static var chosen: Editor {
    let chosen = ["VISUAL", "EDITOR"].lazy.compactMap(Environment.value).first { !$0.isEmpty }
    return Editor(command: chosen ?? "vi")
  }

  /// Opens a file in the editor, at a line; the session must have lent the terminal.
  ///
  /// - Parameters:
  ///   - path: an absolute path, as bytes.
  ///   - line: the number of a line, from 1, if it is known.
  ///   - loop: the event loop that waits until the program exits.
  ///   - onEnd: called with the exit status as in a shell; 127 if the program does not exist or
  ///     cannot be started.
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

/// Running another viewer on the terminal.
extension OtherViewer {
  /// The environment variable in which the program gets an address, because other users can see
  /// arguments, and an address may contain a password.
  package static let sourceVariable = "ENDLESS_SOURCE"

  /// Shows a source; the session must have lent the terminal.
  ///
  /// - Parameters:
  ///   - loop: the event loop that waits until the program exits.
  ///   - onEnd: called with the exit status as in a shell, and the last line of standard error or
  ///     the reason why the program was not started.
  func show(
    _ word: [UInt8], in loop: MainLoop, onEnd: @escaping (_ status: Int, _ said: String) -> Void
  ) {
    let terminal = ProgramLaunch.Stream.path("/dev/tty")
    guard let program = paths.first(where: \.exists), let said = MemoryInput([]) else {
      return onEnd(127, "\(name) is missing: install endless again")
    }
    let address = opens(word) ? String(validating: word, as: UTF8.self) : nil
    var launch = ProgramLaunch(
      [program.raw] + (address == nil ? [Array("--".utf8), word] : []), input: terminal,
      output: terminal, errors: said.stream)
    if let address { launch.variables = [(Self.sourceVariable, address)] }
    guard let process = try? launch.start() else { return onEnd(127, "cannot run \(name)") }
    loop.whenEnded(process) {
      let status = ProgramLaunch.wait(for: process)
      let lines = String(decoding: said.contents, as: UTF8.self).split(whereSeparator: \.isNewline)
      onEnd(status, lines.last.map(String.init) ?? "")
    }
  }
}
