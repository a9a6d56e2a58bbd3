import Foundation
import Testing

/// The reader's place in a feed, which is saved from one run to the next.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A place` {
  @Test func `is taken up by the next run, which says so, and is one key from the newest`()
    async throws
  {
    try await SampleHome.run { home in
      let first = try home.first
      let sixth = home.newest[5]
      try await home.onScreen { tmux in
        for post in home.newest[1...5] {
          try await tmux.send("j")
          try await tmux.screen("the next post") { $0.selects(post) }
        }
        try await tmux.send("q")
        try await tmux.waitForExit()
      }
      try await Tmux.run(home.launch(), lines: 24, columns: 80) { tmux in
        try await tmux.waitFor("where you left off; g: start")
        try await tmux.screen("the sixth post") { $0.selects(sixth) }
        try await tmux.send("g")
        try await tmux.screen("the first post") { $0.selects(first) }
        try await tmux.send("q")
        try await tmux.waitForExit()
      }
      try await home.onScreen { tmux in
        try await tmux.screen("the first post") { $0.selects(first) }
      }
    }
  }

  @Test func `is kept when the terminal hangs up`() async throws {
    try await SampleHome.run { home in
      try await home.inTerminal { terminal in
        try await terminal.write("G")
        try await terminal.waitFor("── end ──")
        await terminal.closeMaster()
        _ = try await terminal.waitForExit()
      }
      let places = try String(contentsOfFile: home.stateHome + "/endless/places", encoding: .utf8)
      #expect(places.contains(home.folder))
    }
  }

  @Test(arguments: [
    "nonsense", "timeline:%20 x", "\u{0}\u{ff}", String(repeating: "x 1,2\n", count: 20_000),
  ])
  func `that says nothing is none`(text: String) async throws {
    try await SampleHome.run { home in
      let folder = home.stateHome + "/endless"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try text.write(toFile: folder + "/places", atomically: false, encoding: .utf8)
      try await home.onScreen { tmux in
        let first = try home.first
        try await tmux.screen("the first post") { $0.selects(first) }
      }
    }
  }

  @Test func `that no page has come for is not forgotten`() async throws {
    try await SampleHome.run { home in
      let folder = home.stateHome + "/endless"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let kept = "timeline:\(home.folder) 1727789279,99997 100000\n"
      try kept.write(toFile: folder + "/places", atomically: false, encoding: .utf8)
      let launch = home.launch("--latency", "60000")
      try await Tmux.run(launch, lines: 24, columns: 80) { tmux in
        try await tmux.waitFor("loading")
        try await tmux.quit()
      }
      #expect(try String(contentsOfFile: folder + "/places", encoding: .utf8) == kept)
    }
  }

  @Test func `that cannot be kept changes nothing of how a run ends`() async throws {
    try await SampleHome.run { home in
      try "".write(toFile: home.stateHome, atomically: false, encoding: .utf8)
      try await home.onScreen { tmux in
        try await tmux.send("d", "j", "j", "q")
        #expect(try await tmux.waitForExit() == .exited(0))
      }
    }
  }
}
