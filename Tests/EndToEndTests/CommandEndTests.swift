import Foundation
import Glibc
import Testing

/// Commands that print nothing, and so never notice that nobody reads them.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `A silent command` {
  /// A program, a shell with children, and one that stays when it is asked to end; the last runs once a page.
  private static let commands = [
    "exec:exec sleep 1000", "exec:sleep 1000 & sleep 1000 | cat; true",
    "exec:trap '' TERM; (trap '' TERM; sleep 1000) & sleep 1000",
    "exec:trap '' TERM; (trap '' TERM; sleep 1000) & sleep 1000; : {page}",
  ]

  @Test(arguments: commands, ["q", "SIGTERM", "SIGKILL"])
  func `leaves no process, however the viewer ends`(command: String, way: String) async throws {
    try await SampleHome.run(filled: false) { home in
      try await PseudoTerminal.run(home.launch(command)) { terminal in
        let viewer = terminal.program.child.identifier
        let session = ProcessSession(leader: viewer)
        let isStarted = try await Polling.answer(within: .seconds(10)) { () throws(HarnessError) in
          session.members.contains { name(of: $0) == "sleep" } ? true : nil
        }
        #expect(isStarted == true)
        switch way {
        case "q": try await terminal.write("q")
        case "SIGTERM": kill(viewer, SIGTERM)
        default: kill(viewer, SIGKILL)
        }
        let isEmpty = try await Polling.answer(within: .seconds(20)) { () throws(HarnessError) in
          session.members.isEmpty ? true : nil
        }
        #expect(isEmpty == true, "\(session.members.map(name))")
      }
    }
  }

  @Test func `that is shown without a screen ends with the viewer, too`() async throws {
    try await SampleHome.run(filled: false) { home in
      try await PseudoTerminal.run(home.launch("exec:sleep 1000 & sleep 1000", "--plain")) {
        terminal in
        let viewer = terminal.program.child.identifier
        let session = ProcessSession(leader: viewer)
        let isStarted = try await Polling.answer(within: .seconds(10)) { () throws(HarnessError) in
          session.members.contains { name(of: $0) == "sleep" } ? true : nil
        }
        #expect(isStarted == true)
        kill(viewer, SIGKILL)
        let isEmpty = try await Polling.answer(within: .seconds(20)) { () throws(HarnessError) in
          session.members.isEmpty ? true : nil
        }
        #expect(isEmpty == true, "\(session.members.map(name))")
      }
    }
  }

  private func name(of process: pid_t) -> String {
    let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    return (name ?? "").trimmingCharacters(in: .newlines)
  }
}
