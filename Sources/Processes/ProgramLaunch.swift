import Glibc

/// A program that is about to be started (posix_spawn(3)), found on `PATH` where its name has no slash.
///
/// It has the signals as a shell has them: this process blocks all on most threads, and ignores SIGPIPE.
package struct ProgramLaunch {
  /// What one of its standard streams is.
  package enum Stream {
    case descriptor(Int32)
    /// Opened for reading and writing.
    case path(String)
  }

  private let words: [[UInt8]]
  private let streams: [Stream]
  private let group: Int32?
  /// Variables of its environment that are others than those of this process; unset where nil.
  package var variables: [(name: String, value: String?)] = []
  /// Whether the program starts a new session (setsid(2)), because it has to outlive the terminal.
  package var leavesTerminal = false
  /// What it has as its descriptor `gateNumber`, closed otherwise.
  var gate: Int32?
  /// The last one that a shell's redirections can name by one digit (POSIX, 2.7).
  static let gateNumber: Int32 = 9

  /// - Parameters:
  ///   - words: the program's name and its arguments, in bytes as the system has them.
  ///   - group: the process group that it joins, 0 for a new one (setpgid(2)); nil for that of this process, as a job of its
  ///     terminal.
  package init(
    _ words: [[UInt8]], input: Stream, output: Stream, errors: Stream, group: Int32? = nil
  ) {
    self.words = words
    streams = [input, output, errors]
    self.group = group
  }

  /// Starts it; returns its process, which must be waited for.
  ///
  /// - Throws: that there is no such program, or what the system says.
  package func start() throws(ProcessError) -> Int32 {
    let name = String(decoding: words[0], as: UTF8.self)
    var process: Int32 = 0
    let code = withActions { actions in
      withAttributes { attributes in
        var arguments =
          words.map { word in strdup(word.map { CChar(bitPattern: $0) } + [0]) } + [nil]
        defer { arguments.forEach { free($0) } }
        var environment = environment
        defer { environment.forEach { free($0) } }
        return posix_spawnp(&process, name, &actions, &attributes, &arguments, &environment)
      }
    }
    guard code == 0 else { throw ProcessError(name: name, code: code) }
    return process
  }

  /// Waits for the end of a process.
  ///
  /// - Returns: its status as a shell has it: 128 and the signal's number where one has ended it.
  package static func wait(for process: Int32) -> Int {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return Int(signal == 0 ? status >> 8 & 0xFF : 128 + signal)
  }

  /// Kills a program that started a new session, and its children.
  ///
  /// The caller still has to wait for the program.
  package static func end(session process: Int32) { kill(-process, SIGKILL) }

  /// The environment of this process with other variables, in memory that is the caller's.
  private var environment: [UnsafeMutablePointer<CChar>?] {
    var all: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      let isChanged = variables.contains {
        strncmp(variable, $0.name + "=", $0.name.utf8.count + 1) == 0
      }
      if !isChanged { all.append(strdup(variable)) }
      next += 1
    }
    for case (let name, let value?) in variables { all.append(strdup("\(name)=\(value)")) }
    return all + [nil]
  }

  private func withActions(_ body: (inout posix_spawn_file_actions_t) -> Int32) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in zip([STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO], streams) {
      switch stream {
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      case .path(let path):
        posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
      }
    }
    if let gate { posix_spawn_file_actions_adddup2(&actions, gate, Self.gateNumber) }
    return body(&actions)
  }

  /// POSIX_SPAWN_SETSID of glibc 2.26 and of musl, which Swift's Glibc lacks.
  private static let setsid: Int32 = 0x80

  private func withAttributes(_ body: (inout posix_spawnattr_t) -> Int32) -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, group ?? 0)
    let joins = group == nil ? 0 : POSIX_SPAWN_SETPGROUP
    let leaves = leavesTerminal ? Self.setsid : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | joins | leaves))
    return body(&attributes)
  }
}
