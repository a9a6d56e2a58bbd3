import Testing

/// A like of a post, which is shown as a heart.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A like` {
  @Test func `is offered with the first post, given and taken back, and kept over a restart`()
    async throws
  {
    try await SampleHome.run { home in
      let (first, second) = (try home.first, home.newest[1])
      try await Tmux.run(home.launch("--latency", "12000"), lines: 24, columns: 120) { tmux in
        let start = try await tmux.screen("a start") { $0.status.contains("r refresh") }
        #expect(!start.status.contains("like") && !start.status.contains("open"))
        try await tmux.screen("a post") { $0.status.contains("L like  Enter open") }
        for _ in 1...2 {
          try await tmux.screen("no like") { $0.selection.contains("♡ \(first.likes)") }
          try await tmux.send("L")
          try await tmux.screen("a like") { $0.selection.contains("♥ \(first.likes + 1)") }
          try await tmux.send("L")
        }
        try await tmux.screen("no like") { $0.selection.contains("♡ \(first.likes)") }
        try await tmux.send("Enter")
        try await tmux.waitFor("Post by \(first.authorName)")
        try await tmux.send("L")
        let liked = "♥ \(first.likes + 1)"
        try await tmux.screen("a like") { $0.body.contains { $0.hasSuffix(liked) } }
        try await tmux.send("Escape")
        try await tmux.screen("the like in the list") { $0.selection.contains(liked) }
        try await tmux.send("L", "j")
        try await tmux.screen("the second post") { $0.selects(second) }
        try await tmux.send("L")
        try await tmux.screen("a like") { $0.selection.contains("♥ \(second.likes + 1)") }
        try await tmux.send("k", "q")
        try await tmux.waitForExit()
      }
      try await home.onScreen { tmux in
        try await tmux.send("j")
        try await tmux.screen("the like") {
          $0.selects(second) && $0.selection.contains("♥ \(second.likes + 1)")
        }
      }
    }
  }
}
