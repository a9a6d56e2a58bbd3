import EventLoop
import Feeds
import Processes

/// The browser that a reader has chosen.
struct Browser {
  /// The program and its arguments; `%s` among them stands for the address.
  private let words: [String]
  /// Whether it takes the terminal, because there is no other screen.
  let takesTerminal: Bool

  /// The first of `$BROWSER`, where several may stand with colons between them, else what the desktop has.
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

  /// What messages call it.
  var name: String { words[0] }

  /// Opens an address, which no shell reads.
  ///
  /// - Parameter onEnd: told its status as a shell has it; 127 where it cannot be started.
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

/// A viewer of other kinds of sources, run on the terminal.
extension OtherViewer {
  /// Shows a source; the terminal must be free.
  ///
  /// - Parameters:
  ///   - loop: where its end is waited for.
  ///   - onEnd: told its status as a shell has it, and the last line that it has said.
  func show(
    _ word: [UInt8], in loop: MainLoop, onEnd: @escaping (_ status: Int, _ said: String) -> Void
  ) {
    let terminal = ProgramLaunch.Stream.path("/dev/tty")
    guard let program = paths.first(where: \.exists), let said = MemoryInput([]) else {
      return onEnd(127, "\(name) is missing: install endless again")
    }
    let launch = ProgramLaunch(
      [program.raw, Array("--".utf8), word], input: terminal, output: terminal, errors: said.stream)
    guard let process = try? launch.start() else { return onEnd(127, "\(name) cannot be run") }
    loop.whenEnded(process) {
      let status = ProgramLaunch.wait(for: process)
      let lines = String(decoding: said.contents, as: UTF8.self).split(whereSeparator: \.isNewline)
      onEnd(status, lines.last.map(String.init) ?? "")
    }
  }
}
