import Testing

/// The heart under a post.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `A like` {
  @Test func `is given and taken back`() async throws {
    try await SampleHome.run { home in
      let first = try home.first
      try await home.onScreen { tmux in
        try await tmux.screen("no like") { $0.selection.contains("♡ \(first.likes)") }
        for _ in 1...2 {
          try await tmux.send("L")
          try await tmux.screen("a like") { $0.selection.contains("♥ \(first.likes + 1)") }
          try await tmux.send("L")
          try await tmux.screen("no like") { $0.selection.contains("♡ \(first.likes)") }
        }
      }
    }
  }

  @Test func `is offered when there is a post`() async throws {
    try await SampleHome.run { home in
      try await Tmux.run(home.launch("--latency", "6000"), lines: 24, columns: 120) { tmux in
        let start = try await tmux.screen("a start") { $0.status.contains("r refresh") }
        #expect(!start.status.contains("like") && !start.status.contains("open"))
        try await tmux.screen("a post") { $0.status.contains("L like  Enter open") }
      }
    }
  }

  @Test func `is kept over a restart`() async throws {
    try await SampleHome.run { home in
      let second = home.newest[1]
      let liked = "♥ \(second.likes + 1)"
      try await home.onScreen { tmux in
        try await tmux.send("j")
        try await tmux.screen("the second post") { $0.selects(second) }
        try await tmux.send("L")
        try await tmux.screen("a like") { $0.selection.contains(liked) }
        try await tmux.send("q")
        try await tmux.waitForExit()
      }
      try await home.onScreen { tmux in
        try await tmux.send("j")
        try await tmux.screen("the like") { $0.selects(second) && $0.selection.contains(liked) }
      }
    }
  }

  @Test func `is given to the post that is open, and seen in the list`() async throws {
    try await SampleHome.run { home in
      let first = try home.first
      let liked = "♥ \(first.likes + 1)"
      try await home.onScreen { tmux in
        try await tmux.send("Enter")
        try await tmux.waitFor("Post by \(first.authorName)")
        try await tmux.send("L")
        try await tmux.screen("a like") { $0.body.contains { $0.hasSuffix(liked) } }
        try await tmux.send("Escape")
        try await tmux.screen("the like in the list") { $0.selection.contains(liked) }
      }
    }
  }
}
