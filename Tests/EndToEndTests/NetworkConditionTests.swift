import Glibc
import Testing

/// How a slow or failing network is shown.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `The conditions of a network` {
  private static let reason = "the network is down (simulated by --fail-every)"

  @Test func `show a failure with its reason and the key that goes on`() async throws {
    try await SampleHome.onScreen("--fail-every", "2", "--retry-for", "0") { tmux, _ in
      try await tmux.send(".")
      try await tmux.screen("the reason") { $0.status.contains("the network is down") }
      for _ in 1...30 { try await tmux.send("Space") }
      try await tmux.screen("a row") { $0.body.last == "  \(Self.reason) · .: try again" }
      try await tmux.send(".")
      try await tmux.screen("more posts") { screen in
        screen.loaded == 100 && !screen.lines.joined().contains("down")
      }
    }
  }

  @Test func `count the seconds to the next attempt, which a key makes now`() async throws {
    try await SampleHome.run { home in
      try await Tmux.run(home.launch("--fail-every", "1", "--retry-for", "600")) { tmux in
        try await tmux.waitFor("\(Self.reason) · retry in 4 s · .: try now")
        try await tmux.waitFor("\(Self.reason) · retry in 2 s · .: try now")
        try await tmux.send(".")
        try await tmux.waitFor("\(Self.reason) · retry in 1 s · .: try now")
        try await tmux.send("C-c")
        try await tmux.waitFor("stopped · .: continue")
      }
    }
  }

  @Test func `stop after the requests that are allowed, and a key goes on`() async throws {
    try await SampleHome.onScreen("--max-requests", "1", "--page-size", "5") { tmux, _ in
      for _ in 1...5 { try await tmux.send("Space") }
      try await tmux.waitFor("1 request made · .: continue")
      try await tmux.send(".")
      try await tmux.screen("more posts") { $0.loaded == 10 }
    }
  }

  @Test func `P40: do not keep a reader from leaving`() async throws {
    try await SampleHome.run { home in
      for (key, status) in [("q", 0), ("\u{3}\u{3}", 130)] as [(String, Int32)] {
        try await PseudoTerminal.run(home.launch("--latency", "600000")) { terminal in
          try await terminal.waitFor("loading")
          try await terminal.write(key)
          #expect(try await terminal.waitForExit() == .exited(status))
          #expect(TerminalModes(await terminal.output).isAsAtStart)
        }
      }
      try await PseudoTerminal.run(home.launch("--latency", "600000")) { terminal in
        try await terminal.waitFor("loading")
        try await terminal.signal(SIGTERM)
        #expect(try await terminal.waitForExit() == .exited(143))
      }
    }
  }
}
