import Glibc
import Testing

/// A network that is slow, or fails, made visible.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `The conditions of a network` {
  private static let reason = "the network is down (made up by --fail-every)"

  @Test func `show that a load takes a while`() async throws {
    try await SampleHome.run { home in
      let handle = try home.first.authorHandle
      let launch = home.launch("--latency", "300")
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("loading")
        try await terminal.waitFor("@\(handle)")
        let text = String(decoding: await terminal.output, as: UTF8.self)
        #expect(text.split(separator: "@\(handle)").first?.contains("loading") == true)
        let mark = await terminal.output.count
        try await terminal.write(".")
        try await terminal.waitFor("loading", after: mark)
        try await terminal.waitFor("100", after: mark)
      }
    }
  }

  @Test func `show a failure with its reason and the key that goes on`() async throws {
    try await SampleHome.run { home in
      try await home.onScreen("--fail-every", "2", "--retry-for", "0") { tmux in
        try await tmux.send(".")
        try await tmux.screen("the reason") { $0.status.contains("the network is down") }
        for _ in 1...30 { try await tmux.send("Space") }
        try await tmux.screen("a row") { $0.body.last == "  \(Self.reason) · . tries again" }
        try await tmux.send(".")
        try await tmux.screen("more posts") { screen in
          screen.loaded == 100 && !screen.lines.joined().contains("down")
        }
      }
    }
  }

  @Test func `show a first load that fails, and what goes on`() async throws {
    try await SampleHome.run { home in
      try await Tmux.run(home.launch("--fail-every", "1", "--retry-for", "0")) { tmux in
        try await tmux.waitFor("\(Self.reason) · . tries again")
        try await tmux.send(".")
        try await tmux.waitFor("\(Self.reason) · . tries again")
        try await tmux.send("q")
        #expect(try await tmux.waitForExit() == .exited(0))
      }
    }
  }

  @Test func `count the seconds to the next attempt, which a key makes now`() async throws {
    try await SampleHome.run { home in
      try await Tmux.run(home.launch("--fail-every", "1", "--retry-for", "600")) { tmux in
        try await tmux.waitFor("\(Self.reason) · again in 4 s · . tries now")
        try await tmux.waitFor("\(Self.reason) · again in 2 s · . tries now")
        try await tmux.send(".")
        try await tmux.waitFor("\(Self.reason) · again in 1 s · . tries now")
        try await tmux.send("C-c")
        try await tmux.waitFor("stopped · . goes on")
      }
    }
  }

  @Test func `pass by themselves`() async throws {
    try await SampleHome.run { home in
      try await home.onScreen("--fail-every", "2") { tmux in
        try await tmux.send(".")
        try await tmux.screen("more posts") { $0.loaded == 100 }
      }
    }
  }

  @Test func `stop after the requests that are allowed, and a key goes on`() async throws {
    try await SampleHome.run { home in
      try await home.onScreen("--max-requests", "1", "--page-size", "5") { tmux in
        for _ in 1...5 { try await tmux.send("Space") }
        try await tmux.waitFor("1 request made · . goes on")
        try await tmux.send(".")
        try await tmux.screen("more posts") { $0.loaded == 10 }
      }
    }
  }

  @Test func `let a refresh fail and keep the list`() async throws {
    try await SampleHome.run { home in
      try await home.onScreen("--fail-every", "2", "--retry-for", "0") { tmux in
        let before = try await tmux.screen("a list") { $0.loaded == 50 }
        try await tmux.send("r")
        let after = try await tmux.screen("the reason") { $0.status.contains("network is down") }
        #expect(after.body == before.body)
        try await tmux.send(".")
        try await tmux.screen("new posts") { $0.status.contains("3 new ↑") && $0.loaded == 53 }
      }
    }
  }

  @Test func `let a key stop the load, another go on, and another interrupt`() async throws {
    try await SampleHome.run { home in
      try await Tmux.run(home.launch("--latency", "600000")) { tmux in
        try await tmux.waitFor("loading…")
        for _ in 1...2 {
          try await tmux.send("C-c")
          try await tmux.waitFor("stopped · . goes on")
          try await tmux.send(".")
          try await tmux.waitFor("loading…")
        }
        try await tmux.send("C-c")
        try await tmux.waitFor("stopped · . goes on")
        try await tmux.send("C-c")
        #expect(try await tmux.waitForExit() == .exited(130))
      }
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
