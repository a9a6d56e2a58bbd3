import Foundation
import Glibc

/// A started program, which is the leader of its own session.
///
/// The exit of the program is detected without reaping the program, so that its identifier is not
/// reused before ``end()``.
struct ChildProcess: Sendable {
  /// The process identifier.
  let identifier: pid_t

  /// The exit status of the program; nil while it runs.
  var exitStatus: ExitStatus? {
    record(of: WEXITED).flatMap(ExitStatus.init)
  }

  /// Whether the program is currently stopped (by SIGSTOP, or by SIGTSTP from ^Z).
  var isStopped: Bool {
    record(of: WSTOPPED) != nil
  }

  /// Sends a signal to this process only.
  func signal(_ number: Int32) throws(HarnessError) {
    try SystemCall.check("kill", kill(identifier, number))
  }

  /// Kills the program and its whole session, and reaps it; call it once.
  func end() {
    ProcessSession(leader: identifier).kill()
    // This blocks only for a killed process; EINTR means a signal to the test's own process.
    while waitpid(identifier, nil, 0) < 0 && errno == EINTR {}
  }

  private func record(of change: Int32) -> siginfo_t? {
    var record = siginfo_t()
    let result = waitid(P_PID, id_t(identifier), &record, change | WNOHANG | WNOWAIT)
    guard result == 0, record._sifields._sigchld.si_pid != 0 else { return nil }
    return record
  }
}

/// The actor on which programs are started, one after another.
@globalActor
actor Starter {
  static let shared = Starter()
}

/// The exit status of a program.
enum ExitStatus: Hashable, Sendable {
  /// The program exited with this status, 0…255.
  case exited(Int32)
  /// A signal terminated the program.
  case signalled(Int32)

  /// Creates a status from the record of `waitid`; nil if the record is not about an exit.
  init?(_ record: siginfo_t) {
    let value = record._sifields._sigchld.si_status
    switch record.si_code {
    case Int32(CLD_EXITED): self = .exited(value)
    case Int32(CLD_KILLED), Int32(CLD_DUMPED): self = .signalled(value)
    default: return nil
    }
  }
}

extension ExitStatus: CustomStringConvertible {
  /// The status in words, with the name of a signal.
  var description: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signalled(let signal): "signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}

/// All processes of one session, found by the session's number in `/proc`.
///
/// A program's editor, browser or shell is also in the session; a process that calls `setsid` is
/// not.
struct ProcessSession: Sendable {
  /// The process identifier of the leader, which is the session's number.
  let leader: pid_t

  /// The processes that still run; a zombie does not.
  var members: [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter(isMember)
  }

  /// Kills every member with SIGKILL, including those that are started meanwhile.
  func kill() {
    // A killed process may take a moment to disappear; the limit is for a process that cannot.
    for _ in 0..<1_000 {
      let found = members
      guard !found.isEmpty else { return }
      for process in found { _ = Glibc.kill(process, SIGKILL) }
      sched_yield()
    }
  }

  private func isMember(_ process: pid_t) -> Bool {
    // proc(5): "pid (name) state parent group session …"; the name may contain anything.
    guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let nameEnd = line.lastIndex(of: ")")
    else { return false }
    let fields = line[nameEnd...].dropFirst().split(separator: " ")
    guard fields.count > 3 else { return false }
    return fields[3] == "\(leader)" && fields[0] != "Z" && fields[0] != "X"
  }
}
