import Glibc

/// Which program to start, with what.
///
///     Launch("sh", "-c", "stty size")
///     Launch(try BuiltProgram.path(), "app.log", directory: directory.path)
///     Launch("less", "file", environment: ["LESS": "-X", "TERM": nil])
struct Launch: Sendable {
  /// A path, or a name to look up in `PATH`.
  var program: String
  /// What follows the program's name on the command line.
  var arguments: [String]
  /// Differences from the clean environment; nil takes a variable away.
  var environment: [String: String?]
  /// The working directory, also `HOME`; nil leaves the test's own and gives a `HOME` that is not.
  var directory: String?
  /// Where the program reads.
  var standardInput = StandardStream.terminal
  /// Where the program writes.
  var standardOutput = StandardStream.terminal
  /// Where the program complains.
  var standardError = StandardStream.terminal

  /// Creates a launch with all three standard streams on the terminal.
  init(
    _ program: String, _ arguments: String..., environment: [String: String?] = [:],
    directory: String? = nil
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
  }

  /// The complete environment: nothing of the test's own but `PATH` and the loader's path.
  ///
  /// `HOME` is never the real one, so a test that forgets `directory` cannot write there.
  var completeEnvironment: [String: String] {
    var variables = [
      "PATH": "/usr/local/bin:/usr/bin:/bin",
      "HOME": directory ?? "/nonexistent",
      "LANG": "C.UTF-8",
      "TERM": "xterm-256color",
    ]
    // The loader's path: a program built with a toolchain outside the system needs its libraries.
    for name in ["PATH", "LD_LIBRARY_PATH"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    for (name, value) in environment { variables[name] = value }
    return variables
  }

  /// The same with a shell that goes to the directory and then becomes the program.
  ///
  /// glibc's own way (`posix_spawn_file_actions_addchdir_np`) is hidden from Swift.
  var enteringDirectory: Launch {
    guard let directory else { return self }
    var shell = self
    shell.program = "/bin/sh"
    let script = #"cd -- "$1" && shift && exec "$@""#
    shell.arguments = ["-c", script, "sh", directory, program] + arguments
    return shell
  }
}
