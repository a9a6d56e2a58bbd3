import Glibc

/// A started program, the leader of a session of its own.
///
/// Its end is looked at without reaping it, so its identifier stays its own until ``end()``.
struct ChildProcess: Sendable {
  /// The process identifier.
  let identifier: pid_t

  /// How the program ended; nil while it runs.
  var exitStatus: ExitStatus? {
    record(of: WEXITED).flatMap(ExitStatus.init)
  }

  /// Whether the program is stopped now (SIGSTOP, or SIGTSTP from ^Z).
  var isStopped: Bool {
    record(of: WSTOPPED) != nil
  }

  /// Sends a signal to this process alone.
  func signal(_ number: Int32) throws(HarnessError) {
    try SystemCall.check("kill", kill(identifier, number))
  }

  /// Ends the program and all of its session, and reaps it; to be called once.
  func end() {
    ProcessSession(leader: identifier).kill()
    // Blocks for a killed process alone; EINTR is a signal for the test's own process.
    while waitpid(identifier, nil, 0) < 0 && errno == EINTR {}
  }

  private func record(of change: Int32) -> siginfo_t? {
    var record = siginfo_t()
    let result = waitid(P_PID, id_t(identifier), &record, change | WNOHANG | WNOWAIT)
    guard result == 0, record._sifields._sigchld.si_pid != 0 else { return nil }
    return record
  }
}
