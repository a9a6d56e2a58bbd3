import Foundation
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

/// The one place where programs are started, one after the other.
@globalActor
actor Starter {
  static let shared = Starter()
}

/// How a program ended.
enum ExitStatus: Hashable, Sendable {
  /// It ended by itself with this status, 0…255.
  case exited(Int32)
  /// A signal ended it.
  case signalled(Int32)

  /// The status as `waitid` tells it; nil when the record is not about an end.
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
  /// The status in words, the signal with its name.
  var description: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signalled(let signal): "signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}

/// All processes of one session, found by the session's number in `/proc`.
///
/// A program's editor, browser or shell is in the session too; what calls `setsid` is not.
struct ProcessSession: Sendable {
  /// The process identifier of the leader, which is the session's number.
  let leader: pid_t

  /// The processes that still run; a zombie does not.
  var members: [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter(isMember)
  }

  /// Ends every member by SIGKILL, those too that are started meanwhile.
  func kill() {
    // A killed process may take a moment to go; the bound is against one that cannot.
    for _ in 0..<1_000 {
      let found = members
      guard !found.isEmpty else { return }
      for process in found { _ = Glibc.kill(process, SIGKILL) }
      sched_yield()
    }
  }

  private func isMember(_ process: pid_t) -> Bool {
    // proc(5): "pid (name) state parent group session …"; the name may hold anything.
    guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let nameEnd = line.lastIndex(of: ")")
    else { return false }
    let fields = line[nameEnd...].dropFirst().split(separator: " ")
    guard fields.count > 3 else { return false }
    return fields[3] == "\(leader)" && fields[0] != "Z" && fields[0] != "X"
  }
}
