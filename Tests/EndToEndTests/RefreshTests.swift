import Testing

/// New posts appear above, and the reader's line stays where it is.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `A refresh` {
  @Test(arguments: ["r", "R", "F5", "C-r"]) func `keeps the place and tells how many are new`(
    key: String
  ) async throws {
    try await SampleHome.run { home in
      let first = try home.first
      try await home.onScreen { tmux in
        let start = try await tmux.screen("the first post") { $0.selects(first) }
        try await tmux.send("Space")
        let before = try await tmux.screen("the next page") { $0.contents != start.contents }
        try await tmux.send(key)
        let after = try await tmux.screen("new posts") { $0.status.contains("·  3 new ↑  ·") }
        #expect(after.body == before.body)
        #expect(after.loaded == 53)
        try await tmux.send("g")
        let top = try await tmux.screen("the new posts") { !$0.status.contains("new") }
        #expect(top.contents.first != start.contents.first)
        #expect(top.body.first?.hasPrefix("▌") == true)
      }
    }
  }

  @Test func `finds 3, 1, 4, 2 and then nothing`() async throws {
    try await SampleHome.run { home in
      try await home.onScreen { tmux in
        for count in [3, 1, 4, 2] {
          let before = try await tmux.screen("no news") { !$0.status.contains("new") }
          try await tmux.send("r")
          let after = try await tmux.screen("\(count) new") { screen in
            screen.status.contains("·  \(count) new ↑  ·")
          }
          #expect(after.body == before.body)
          #expect(after.loaded == before.loaded.map { $0 + count })
          try await tmux.send("g")
        }
        try await tmux.screen("no news") { !$0.status.contains("new") }
        try await tmux.send("r")
        try await tmux.screen("nothing new") { $0.status.contains("·  up to date  ·") }
        try await tmux.send("j")
        try await tmux.screen("the word gone") { !$0.status.contains("up to date") }
      }
    }
  }

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
