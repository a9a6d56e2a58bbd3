import CFiles
import Glibc
import Synchronization

/// A command that runs, in a process group of its own, so that it ends with all that it has started.
public final class ChildProcess: Sendable {
  private enum State { case none, running(pid_t), ended(Int) }

  private let state = Mutex(State.none)
  private let said = Mutex<[UInt8]>([])

  /// More than a line, and less than matters.
  private static let mostSaid = 4_096

  init() {}

  /// The status that it has ended with, or 128 and the number of the signal that ended it, as a shell says it;
  /// nil before.
  public var status: Int? {
    if case .ended(let status) = state.withLock({ $0 }) { status } else { nil }
  }

  /// The last line that it has written to its standard error.
  public var lastLine: String {
    let line = said.withLock { $0.split(separator: UInt8(ascii: "\n")).last }
    return line.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Takes note of what it writes to its standard error.
  func note(_ bytes: some Sequence<UInt8>) {
    said.withLock { $0 = Array(($0 + bytes).suffix(Self.mostSaid)) }
  }

  /// Starts it; returns the ends of its standard output and its standard error.
  ///
  /// - Throws: that there is no such command, or what the system says.
  func start(
    _ words: [String], input: Int32?, name: String
  ) throws(FileError) -> (output: Int32, errors: Int32) {
    var (output, errors): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard endless_pipe(&output) == 0, endless_pipe(&errors) == 0 else {
      throw FileError(code: errno, path: name)
    }
    let code = spawn(words, input: input, output: output[1], errors: errors[1])
    close(output[1])
    close(errors[1])
    guard code == 0 else {
      close(output[0])
      close(errors[0])
      throw code == ENOENT ? .noCommand(words.first ?? "") : FileError(code: code, path: name)
    }
    return (output[0], errors[0])
  }

  private func spawn(_ words: [String], input: Int32?, output: Int32, errors: Int32) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The thread that starts it has all signals blocked, and the program ignores SIGPIPE.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
    if code == 0 { state.withLock { $0 = .running(process) } }
    return code
  }

  /// Waits until it has ended; returns its status.
  func wait() -> Int {
    guard case .running(let process) = state.withLock({ $0 }) else { return 0 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let told = Int(signal == 0 ? status >> 8 & 0xFF : 128 + signal)
    state.withLock { $0 = .ended(told) }
    return told
  }

  /// Asks it to end, with all that it has started.
  func end() {
    state.withLock { state in
      if case .running(let process) = state { kill(-process, SIGTERM) }
    }
  }
}
