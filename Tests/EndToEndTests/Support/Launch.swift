import Glibc

/// The program to start, with its arguments, environment and streams.
///
///     Launch("sh", "-c", "stty size")
///     Launch(try BuiltProgram.path(), "app.log", directory: directory.path)
///     Launch("less", "file", environment: ["LESS": "-X", "TERM": nil])
struct Launch: Sendable {
  /// A path, or a name to look up in `PATH`.
  var program: String
  /// The arguments after the program's name.
  var arguments: [String]
  /// Differences from the clean environment; nil removes a variable.
  var environment: [String: String?]
  /// The working directory, which is also `HOME`; if nil, it is that of the tests, and `HOME` names
  /// a folder that does not exist.
  var directory: String?
  /// The standard input of the program.
  var standardInput = StandardStream.terminal
  /// The standard output of the program.
  var standardOutput = StandardStream.terminal
  /// The standard error of the program.
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

  /// The complete environment; from the environment of the tests, it takes only `PATH` and the
  /// loader's path.
  ///
  /// `HOME` is never the real one, so a test that forgets `directory` cannot write there.
  var completeEnvironment: [String: String] {
    var variables = [
      "PATH": "/usr/local/bin:/usr/bin:/bin",
      "HOME": directory ?? "/nonexistent",
      "LANG": "C.UTF-8",
      "TERM": "xterm-256color",
    ]
    // The loader's path is included, because a program built with a toolchain outside the system
    // needs its libraries.
    for name in ["PATH", "LD_LIBRARY_PATH"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    for (name, value) in environment { variables[name] = value }
    return variables
  }

  /// The launch of a shell that changes to the directory and then replaces itself with the program.
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

/// The properties of a pseudo-terminal.
struct TerminalOptions: Sendable {
  /// The height in lines.
  var lines = 24
  /// The width in columns.
  var columns = 80
  /// Whether the program is a job of a shell, as in daily use, or leads the session itself.
  ///
  /// ^Z requires the shell, because the kernel does not let SIGTSTP stop a process that no parent
  /// in the session can continue. The disadvantage is that `sh` reports a signal `n` that
  /// terminated the program as status 128 + `n`, and that its reports are in the output
  /// (``JobShell``).
  var isJob = false
  /// Whether the terminal says that it knows synchronized updates (DEC mode 2026) when asked.
  var answersSynchronizedUpdateQuery = false
  /// The terminal's answers to other questions.
  var answers: [QueryResponder.Answer] = []
}

/// The program under test, as it was built together with the tests.
enum BuiltProgram {
  /// The variable that names another program, such as a release build.
  static let variable = "ENDLESS_PROGRAM"

  /// The path of `endless`: the value of ``variable``, or else the file next to the running tests.
  ///
  /// - Throws: an error if that is not a program that can be run, because no test may pass without
  ///   it.
  static func path() throws(HarnessError) -> String {
    if let named = getenv(variable).map({ String(cString: $0) }), !named.isEmpty {
      guard isProgram(named) else {
        throw HarnessError("\(variable) names \(named), which is no program that can be run")
      }
      return named
    }
    return try path(of: "endless")
  }

  /// The path of a program that is built next to the running tests.
  static func path(of name: String) throws(HarnessError) -> String {
    let candidates = directories.map { "\($0)/\(name)" }
    guard let found = candidates.first(where: isProgram) else {
      throw HarnessError(
        "no built program at \(candidates.joined(separator: " or ")): run `swift build` first, "
          + "or name one in \(variable)")
    }
    return found
  }

  /// The folders of the tests' own executable: according to the kernel, and then according to the
  /// executable itself.
  private static var directories: [String] {
    let executables = ["/proc/self/exe", CommandLine.arguments.first ?? ""]
    return executables.compactMap { executable in
      guard let resolved = realpath(executable, nil) else { return nil }
      defer { free(resolved) }
      let path = String(cString: resolved)
      return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
