import Foundation
import Glibc

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
