import Glibc
import Testing

/// A client that disappears, hangs, or only sends.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `An SSH client that does not behave` {
  @Test func `leaves no process when it is killed`() async throws {
    try await SshServer.run { server in
      try await PseudoTerminal.run(server.client()) { terminal in
        try await terminal.waitFor("loaded")
        let session = try await server.session()
        try await terminal.signal(SIGKILL)
        try await server.waitUntilEmpty(within: .seconds(60))
        // When its parent has exited, the session is not a descendant of the server any more, but
        // may still be exiting.
        let gone = try await Polling.answer(within: .seconds(60)) { () -> Bool? in
          session.isRunning ? nil : true
        }
        #expect(gone == true)
      }
    }
  }

  @Test func `costs nothing while it hangs, and goes on when it wakes`() async throws {
    try await SshServer.run { server in
      try await PseudoTerminal.run(server.client()) { terminal in
        try await terminal.waitFor("loaded")
        let session = try await server.session()
        try await terminal.write(String(repeating: " ", count: 200))
        try await terminal.signal(SIGSTOP)
        try await Self.waitUntilIdle(server.demo.descendants)
        #expect(session.isRunning)
        try await terminal.signal(SIGCONT)
        try await terminal.quit(by: "Q")
        try await server.waitUntilEmpty(within: .seconds(60))
      }
    }
  }

  @Test(arguments: [
    "j", " ", "r", "gG", "99999 ", "\u{C}", "\u{1B}[B", "\u{1B}", "x", "\u{1B}[200~",
  ])
  func `costs little while it sends for ten seconds, and then nothing`(
    keys: String
  ) async throws {
    try await SshServer.run { server in
      try await PseudoTerminal.run(server.client()) { terminal in
        try await terminal.waitFor("loaded")
        _ = try await server.session()
        let processes = server.demo.descendants
        let before = processes.map { $0.processorTime ?? .zero }
        let start = ContinuousClock.now
        try await Self.flood(terminal, with: keys, until: 100_000)
        for (process, time) in zip(processes, before) {
          guard let now = process.processorTime else { continue }
          // A quarter of a processor; on a busy machine, the flood takes longer than ten seconds.
          let limit = max(.seconds(10), ContinuousClock.now - start) / 4
          #expect(now - time < limit, "\(process.command)")
        }
        try await Self.waitUntilIdle(processes.filter(\.isRunning))
        #expect(server.demo.isRunning)
      }
    }
  }

  @Test func `is told why it has to go`() async throws {
    try await SshServer.run { server in
      try await PseudoTerminal.run(server.client()) { terminal in
        try await terminal.waitFor("loaded")
        try await Self.flood(terminal, with: "x", until: .max)
        #expect(try await terminal.waitForExit() == .exited(1))
        try await terminal.waitFor("endless: session ended: too much input")
        #expect(TerminalModes(await terminal.output).isAsAtStart)
        try await server.waitUntilEmpty(within: .seconds(60))
      }
    }
  }

  /// Sends as many bytes as are accepted, for ten seconds or longer, until more than `enough` were
  /// sent, or until the client exits because of them.
  private static func flood(
    _ terminal: PseudoTerminal, with keys: String, until enough: Int
  ) async throws {
    let bytes = Array(String(repeating: keys, count: 4_096 / keys.utf8.count).utf8)
    let end = ContinuousClock.now + .seconds(10)
    var sent = 0
    let done: Bool? = try await Polling.answer(within: .seconds(120)) { () in
      sent += (try? await terminal.master.write(bytes[...])) ?? 0
      guard await terminal.isRunning else { return true }
      return sent > enough && ContinuousClock.now >= end ? true : nil
    }
    #expect(done == true, "\(sent) bytes were sent")
    guard await !terminal.isRunning else { return }
    try await terminal.waitFor("endless: session ended: too much input")
  }

  /// Waits until the processes have used no processor time for half a second.
  ///
  /// The wait has a long limit, because the client and both ends of the connection still hold input
  /// when the test stops sending, and a busy machine reads it slowly.
  private static func waitUntilIdle(_ processes: [ServerProcess]) async throws {
    let clock = ContinuousClock()
    var (since, last) = (clock.now, processes.map(\.processorTime))
    let idle: Bool? = try await Polling.answer(within: .seconds(120)) { () in
      let now = processes.map(\.processorTime)
      if now != last { (since, last) = (clock.now, now) }
      return clock.now - since > .milliseconds(500) ? true : nil
    }
    #expect(idle == true, "\(processes.map(\.command))")
  }
}
