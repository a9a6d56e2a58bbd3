import CEndless
import Glibc

/// A program to start with posix_spawn(3), found on `PATH` if its name has no slash.
///
/// The program starts with default signal settings, as from a shell, because this process blocks
/// all signals on most threads and ignores SIGPIPE.
package struct ProgramLaunch {
  /// A standard stream of the program.
  package enum Stream {
    case descriptor(Int32)
    /// A file, opened for reading and writing.
    case path(String)
  }

  private let words: [[UInt8]]
  private let streams: [Stream]
  private let group: Int32?
  /// Environment variables that differ from those of this process; nil unsets one.
  package var variables: [(name: String, value: String?)] = []
  /// Whether the program starts a new session (setsid(2)), so that it outlives the terminal.
  package var leavesTerminal = false
  /// The descriptor that becomes the program's descriptor `gateNumber`; nil if the program gets
  /// none.
  var gate: Int32?
  /// The largest descriptor that shell redirections can name with one digit (POSIX, 2.7).
  static let gateNumber: Int32 = 9

  /// - Parameters:
  ///   - words: the program's name and its arguments as bytes.
  ///   - group: the process group to join, 0 for a new one (setpgid(2)); nil to stay in the group
  ///     of this process, so that the program may use its terminal.
  package init(
    _ words: [[UInt8]], input: Stream, output: Stream, errors: Stream, group: Int32? = nil
  ) {
    self.words = words
    streams = [input, output, errors]
    self.group = group
  }

  /// Starts the program and returns its process ID; the caller must wait for the process.
  ///
  /// - Throws: an error if the program does not exist, or if a system call fails.
  package func start() throws(ProcessError) -> Int32 {
    let name = String(decoding: words[0], as: UTF8.self)
    var process: Int32 = 0
    // This keeps the exit status until `wait(for:)` reads it.
    endless_keep_exit_statuses()
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
  /// - Returns: its exit status as in a shell: 128 plus the number of the signal if a signal ended
  ///   it.
  package static func wait(for process: Int32) -> Int {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return Int(signal == 0 ? status >> 8 & 0xFF : 128 + signal)
  }

  /// Kills a program that started a new session, and the other processes of its group.
  ///
  /// The caller must still wait for the program.
  package static func end(session process: Int32) { kill(-process, SIGKILL) }

  /// The environment of this process with the changed variables, in memory that the caller must
  /// free.
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

  /// POSIX_SPAWN_SETSID of glibc 2.26 and of musl, which Swift's Glibc module lacks.
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
