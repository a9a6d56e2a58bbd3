import Glibc

/// A started program, which is the leader of a new session.
struct ChildProcess: Sendable {
  /// The process identifier, which is also its group's and its session's.
  let identifier: pid_t

  /// Starts a program on the terminal at a path; the terminal becomes its controlling terminal.
  ///
  /// All open descriptors of this process must be set to close in started programs (`FD_CLOEXEC`).
  init(_ launch: Launch, terminal: String) throws(MeasureError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session's leader opens becomes its controlling one.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    if let input = launch.input {
      posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID is 0x80 in glibc; its macro is not always visible.
    posix_spawnattr_setflags(&attributes, 0x80)
    identifier = try Self.spawn(launch, &actions, &attributes)
  }

  private static func spawn(
    _ launch: Launch, _ actions: inout posix_spawn_file_actions_t,
    _ attributes: inout posix_spawnattr_t
  ) throws(MeasureError) -> pid_t {
    let variables = launch.environment.map { "\($0.key)=\($0.value)" }
    var identifier: pid_t = 0
    let code = SystemCall.withCStrings([launch.program] + launch.arguments) { arguments in
      SystemCall.withCStrings(variables) { environment in
        posix_spawnp(&identifier, launch.program, &actions, &attributes, arguments, environment)
      }
    }
    try SystemCall.checkCode("start of \(launch.program)", code)
    return identifier
  }

  /// Its exit status, as in a shell; nil while it runs.
  ///
  /// The process must still be reaped by `end()`.
  var exitStatus: Int32? {
    var state = siginfo_t()
    let options = WEXITED | WNOHANG | WNOWAIT
    guard waitid(P_PID, id_t(identifier), &state, options) == 0, state.si_signo == SIGCHLD else {
      return nil
    }
    let status = state._sifields._sigchld.si_status
    // CLD_EXITED is 1 in every Linux; its macro is not always visible.
    return state.si_code == 1 ? status : 128 + status
  }

  /// Ends the program and its group, and reaps it; call it once.
  func end() {
    kill(-identifier, SIGKILL)
    kill(identifier, SIGKILL)
    while waitpid(identifier, nil, 0) < 0 && errno == EINTR {}
  }
}
