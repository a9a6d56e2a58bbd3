import Glibc
import Testing

/// How a slow or failing network is shown.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `The conditions of a network` {
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
        // Each number is shown for only a second. No wait that follows one of four seconds or more
        // begins with three seconds or fewer.
        try await tmux.waitUntil("a long wait") { (Self.seconds(in: $0) ?? 0) >= 4 }
        try await tmux.waitUntil("its end") { (Self.seconds(in: $0) ?? .max) <= 3 }
        try await tmux.send(".")
        try await tmux.waitUntil("the next wait") { (Self.seconds(in: $0) ?? 0) >= 4 }
        try await tmux.send("C-c")
        try await tmux.waitFor("stopped · .: continue")
      }
    }
  }

  /// The seconds to the next attempt, as the row of a failure states them; nil without such a row.
  private static func seconds(in screen: [String]) -> Int? {
    let numbers = screen.compactMap { line -> Int? in
      guard line.contains("\(reason) · retry in ") else { return nil }
      return line.firstMatch(of: #/ · retry in (\d+) s · \.: try now/#).flatMap { Int($0.1) }
    }
    return numbers.first
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
