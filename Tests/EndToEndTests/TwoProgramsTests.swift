import Testing

/// Two runs of the program over one timeline.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `Two programs over one timeline` {
  private static func run(_ body: (SampleHome, Tmux, Tmux) async throws -> Void) async throws {
    try await SampleHome.run { home in
      try await home.onScreen { one in
        try await home.onScreen { other in try await body(home, one, other) }
      }
    }
  }

  @Test func `show each other's likes, and no new posts because of them`() async throws {
    try await Self.run { home, one, other in
      let first = try home.first
      for _ in 1...2 {
        try await one.send("L")
        let liked = try await other.screen("the like of one") {
          $0.selection.contains("♥ \(first.likes + 1)")
        }
        try await other.send("L")
        let unliked = try await one.screen("the like taken back by the other") {
          $0.selection.contains("♡ \(first.likes)")
        }
        for screen in [liked, unliked] {
          #expect(screen.selects(first))
          #expect(screen.loaded == 50)
          #expect(!screen.status.contains("new"))
        }
      }
    }
  }

  @Test func `show each other's likes where the reader is`() async throws {
    try await Self.run { home, one, other in
      let oldest = try #require(home.oldest)
      for tmux in [one, other] {
        try await tmux.send("G")
        try await tmux.screen("the oldest post") { $0.selects(oldest) }
      }
      try await one.send("L")
      for tmux in [one, other] {
        try await tmux.screen("the like") { screen in
          screen.selects(oldest) && screen.selection.contains("♥ \(oldest.likes + 1)")
        }
      }
    }
  }

  @Test func `go on when one of them ends`() async throws {
    try await Self.run { home, one, other in
      let first = try home.first
      try await one.send("q")
      try await one.waitForExit()
      try await other.send("L")
      try await other.screen("a like") { $0.selection.contains("♥ \(first.likes + 1)") }
      try await home.onScreen { third in
        try await third.screen("the like") { $0.selection.contains("♥ \(first.likes + 1)") }
        try await third.send("L")
        try await other.screen("no like") { $0.selection.contains("♡ \(first.likes)") }
      }
    }
  }
}
