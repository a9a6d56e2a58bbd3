import Glibc
import Testing

/// Faults of the harness that would let other tests pass although the program is wrong: a wait that
/// ends without its condition, an exit that is mistaken for another, a process that remains, and
/// terminal modes that are not noticed.
///
/// All other faults make the tests that use the harness fail.
@Suite(.timeLimit(.minutes(10))) struct `The harness` {
  @Test func `tells a signal from an exit`() async throws {
    try await PseudoTerminal.run(Launch("cat")) { terminal in
      try await terminal.signal(SIGTERM)
      #expect(try await terminal.waitForExit() == .signalled(SIGTERM))
      #expect(await !terminal.isRunning)
    }
  }

  @Test func `says what it waited for and what was there`() async throws {
    try await PseudoTerminal.run(Launch("sh", "-c", "printf 'some\\033[1mthing'")) { terminal in
      let error = await #expect(throws: HarnessError.self) {
        try await terminal.waitFor("nothing")
      }
      let message = try #require(error).description
      #expect(message.hasPrefix("HarnessTests.swift:"))
      #expect(message.contains(#"waited for "nothing", but"#))
      #expect(message.contains("the program ended with exit status 0"))
      #expect(message.contains(#"some\e[1mthing"#))
    }
  }

  @Test func `leaves no process, not even one that ignores the hangup`() async throws {
    let script = "trap '' HUP TERM; sleep 1000 & echo ready; cat"
    let leader = try await PseudoTerminal.run(Launch("sh", "-c", script)) { terminal in
      try await terminal.waitFor("ready")
      let leader = terminal.program.child.identifier
      #expect(ProcessSession(leader: leader).members.count > 1)
      return leader
    }
    #expect(ProcessSession(leader: leader).members.isEmpty)
    #expect(kill(leader, 0) == -1 && errno == ESRCH)
  }

  @Test(arguments: [
    ("", []), ("\u{1B}[?1049;2004h", [1049, 2004]), ("\u{1B}[?1049h\u{1B}[?1049l", []),
    ("\u{1B}[?25l", [25]), ("\u{1B}[?25l\u{1B}[?12;25h", [12]), ("\u{1B}[?7h", []),
    ("\u{1B}]0;\u{1B}[?1h\u{7}", [1]), ("\u{1B}]0;[?1h\u{7}", []), ("\u{1B}[4h", []),
    ("\u{1B}[?10", []), ("\u{1B}[?1h\u{1B}c", []),
  ]) func `knows the modes that are left`(output: String, remaining: [Int]) {
    #expect(TerminalModes(Array(output.utf8)).remaining == Set(remaining))
  }

  @Test(arguments: [
    ("\u{1B}=", false), ("\u{1B}=\u{1B}>", true), ("\u{1B}(0", false), ("\u{1B}(0\u{1B}(B", true),
    ("\u{1B}[1m", false), ("\u{1B}[1m\u{1B}[m", true), ("\u{1B}[38;5;1m\u{1B}[39m", true),
    ("\u{1B}[38;2;1;2;3;4m\u{1B}[39m", false), ("\u{1B}[1;31m\u{1B}[39;22m", true),
    ("\u{1B}[4:3m\u{1B}[4:0m", true), ("\u{1B}[>4;1m", true), ("\u{1B}[48:2::1:2:3m", false),
  ]) func `knows whether anything is left on`(output: String, isAsAtStart: Bool) {
    #expect(TerminalModes(Array(output.utf8)).isAsAtStart == isAsAtStart)
  }
}
