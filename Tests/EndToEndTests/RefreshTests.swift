import Testing

/// The new posts of a refresh are above the reader's place, also in the next run.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A refresh` {
  @Test func `keeps what it has brought over a restart`() async throws {
    try await SampleHome.run { home in
      let old = try home.first
      try await home.onScreen { tmux in
        try await tmux.send("r")
        try await tmux.waitFor("3 new")
        try await tmux.send("q")
        try await tmux.waitForExit()
      }
      try await Tmux.run(home.launch(), lines: 24, columns: 80) { tmux in
        try await tmux.waitFor("where you left off")
        try await tmux.screen("the post that was read") { $0.selects(old) }
        try await tmux.send("g")
        try await tmux.screen("another newest post") {
          !$0.selection.isEmpty && !$0.selects(old)
        }
        let result = try await Command.run(home.launch("timeline:", "--plain", "--limit", "4"))
        let fourth = result.output.split(separator: "\n").last
        #expect(fourth?.contains("@\(old.authorHandle) ") == true)
      }
    }
  }
}
