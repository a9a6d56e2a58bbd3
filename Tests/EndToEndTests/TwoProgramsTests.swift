import Testing

/// Two simultaneous runs of the program with the same timeline.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `Two programs over one timeline` {
  @Test func `show each other's likes and no new posts because of them, and go on alone`()
    async throws
  {
    try await SampleHome.onScreen { other, home in
      let (first, oldest) = (try home.first, try #require(home.oldest))
      let (liked, unliked) = ("♥ \(first.likes + 1)", "♡ \(first.likes)")
      try await home.onScreen { one in
        for _ in 1...2 {
          try await one.send("L")
          let seen = try await other.screen("one's like") { $0.selection.contains(liked) }
          try await other.send("L")
          let taken = try await one.screen("it taken back") { $0.selection.contains(unliked) }
          for screen in [seen, taken] {
            #expect(screen.selects(first))
            #expect(screen.loaded == 50)
            #expect(!screen.status.contains("new"))
          }
        }
        try await one.send("q")
        try await one.waitForExit()
      }
      try await other.send("L")
      try await other.screen("a like") { $0.selection.contains(liked) }
      try await home.onScreen { third in
        try await third.screen("the like") { $0.selection.contains(liked) }
        try await third.send("L")
        try await other.screen("no like") { $0.selection.contains(unliked) }
        // A like also appears if the post is far from the start.
        for tmux in [third, other] {
          try await tmux.send("G")
          try await tmux.screen("the oldest post") { $0.selects(oldest) }
        }
        try await third.send("L")
        for tmux in [third, other] {
          try await tmux.screen("the like") { screen in
            screen.selects(oldest) && screen.selection.contains("♥ \(oldest.likes + 1)")
          }
        }
      }
    }
  }
}
