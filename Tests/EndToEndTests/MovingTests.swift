import Testing

/// Movements by page and to the ends of the list, as a reader sees them.
@Suite(.serialized, .timeLimit(.minutes(20))) struct `Moving in the timeline` {
  @Test func `goes 200 pages down within its memory, and back to the first post`() async throws {
    let keep = 120
    try await SampleHome.onScreen("--page-size", "40", "--keep", "\(keep)") { tmux, home in
      let post = try home.first
      let first = try await tmux.screen("the first post") { $0.selects(post) }
      var screen = first
      for page in 1...200 {
        screen = try await Self.go(" ", tmux, from: screen, keep, "page \(page)")
      }
      var pages = 0
      while screen.contents != first.contents, pages < 250 {
        screen = try await Self.go("b", tmux, from: screen, keep, "page \(200 - pages)")
        pages += 1
      }
      #expect(screen.contents == first.contents)
      #expect((195...205).contains(pages))
      #expect(screen.selects(post))
    }
  }

  /// Types keys, and waits until the screen has moved and has stopped changing, with at most `keep`
  /// posts loaded.
  private static func go(
    _ keys: String, _ tmux: Tmux, from old: TimelineScreen, _ keep: Int, _ situation: String
  ) async throws -> TimelineScreen {
    try await tmux.type(keys)
    var last = old
    return try await tmux.screen(situation) { screen in
      // A movement that waits for a page may first cover a part of its distance.
      defer { last = screen }
      return screen.contents != old.contents && screen.contents == last.contents
        && screen.contents.last?.contains("loading") == false && (screen.loaded ?? .max) <= keep
    }
  }

  @Test(arguments: [("G", "g"), ("End", "Home")]) func `shows the true end and the start again`(
    end: String, start: String
  ) async throws {
    try await SampleHome.onScreen { tmux, home in
      let first = try home.first
      let oldest = try #require(home.oldest)
      let before = try await tmux.screen("the first post") { $0.selects(first) }
      try await tmux.send(end)
      try await tmux.screen("the end") { screen in
        screen.body.last == "  ── end ──" && screen.selects(oldest)
      }
      try await tmux.send(start)
      // Going to the newest posts may load newer ones.
      let screen = try await tmux.screen("the start") { screen in
        screen.body.first?.hasPrefix("▌ ") == true && screen.status.contains("·  post 1  ·")
      }
      let newest = try await home.newestNow()
      #expect(screen.selects(newest) && screen.loaded == before.loaded)
    }
  }
}
