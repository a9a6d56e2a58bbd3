import EventLoop
import Glibc

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
  ///   - path: bytes as the system has them.
  ///   - line: a line's number, from 1, if it is known.
  ///   - loop: where its end is waited for.
  ///   - onEnd: told its status as a shell has it; 127 where there is no such program.
  func edit(
    _ path: [UInt8], line: Int?, in loop: MainLoop, onEnd: @escaping (_ status: Int) -> Void
  ) {
    // A name that begins with a dash would be an option.
    let name = path.first == UInt8(ascii: "-") ? Array("./".utf8) + path : path
    let line = line.map { Array("+\($0)".utf8) }
    let shell = ["sh", "-c", "\(command) \"$@\"", "editor"].map { Array($0.utf8) }
    guard let process = Self.start(shell + [line, name].compactMap { $0 }) else {
      return onEnd(127)
    }
    loop.whenEnded(process, onEnd)
  }

  /// Starts it on the terminal, with the signals as a shell has them; nil where it cannot be started.
  private static func start(_ words: [[UInt8]]) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/tty", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = words.map { word in strdup(word.map { CChar(bitPattern: $0) } + [0]) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, environ)
    return code == 0 ? process : nil
  }
}
