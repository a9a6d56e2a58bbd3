import Testing

/// Pages, lines and ends, as a reader sees them.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `Moving in the timeline` {
  private static let up = "\u{1B}[<64;10;10M"
  private static let down = "\u{1B}[<65;10;10M"

  @Test func `goes 200 pages down within its memory, and back to the first post`() async throws {
    let keep = 120
    try await SampleHome.run { home in
      let post = try home.first
      try await home.onScreen("--page-size", "40", "--keep", "\(keep)") { tmux in
        let first = try await tmux.screen("the first post") { $0.selects(post) }
        var screen = first
        for page in 1...200 {
          screen = try await Self.page("Space", tmux, from: screen, keep, "page \(page)")
        }
        var pages = 0
        while screen.contents != first.contents, pages < 250 {
          screen = try await Self.page("b", tmux, from: screen, keep, "page \(200 - pages)")
          pages += 1
        }
        #expect(screen.contents == first.contents)
        #expect((195...205).contains(pages))
        #expect(screen.selects(post))
      }
    }
  }

  /// Presses a key and waits until the screen has moved and no more is held than there may be.
  private static func page(
    _ key: String, _ tmux: Tmux, from old: TimelineScreen, _ keep: Int, _ situation: String
  ) async throws -> TimelineScreen {
    try await tmux.send(key)
    return try await tmux.screen(situation) { screen in
      screen.contents != old.contents && (screen.loaded ?? .max) <= keep
    }
  }

  @Test(arguments: [("G", "g"), ("End", "Home")]) func `shows the true end and the start again`(
    end: String, start: String
  ) async throws {
    try await SampleHome.run { home in
      let first = try home.first
      let oldest = try #require(home.oldest)
      try await home.onScreen { tmux in
        let before = try await tmux.screen("the first post") { $0.selects(first) }
        try await tmux.send(end)
        try await tmux.screen("the end") { screen in
          screen.body.last == "  ── end ──" && screen.selects(oldest)
        }
        try await tmux.send(start)
        // Who goes to the newest posts may find newer ones.
        let screen = try await tmux.screen("the start") { screen in
          screen.body.first?.hasPrefix("▌ ") == true && screen.status.contains("·  post 1  ·")
        }
        let newest = try await home.newestNow()
        #expect(screen.selects(newest) && screen.loaded == before.loaded)
      }
    }
  }

  @Test(arguments: [
    ("j", "k"), ("\u{1B}[B", "\u{1B}[A"), ("\u{1B}OB", "\u{1B}OA"), ("\u{E}", "\u{10}"),
  ]) func `selects the next and the previous post`(next: String, previous: String) async throws {
    try await SampleHome.run { home in
      let posts = home.newest
      try await home.onScreen { tmux in
        for index in 1...3 {
          // A post that is taller than what is left of the screen is scrolled through by line.
          try await Self.press(next, tmux, "post \(index)") { $0.selects(posts[index]) }
        }
        for index in [2, 1, 0] {
          try await Self.press(previous, tmux, "post \(index)") { $0.selects(posts[index]) }
        }
      }
    }
  }

  /// Presses a key, again where one press scrolls a line, until something holds.
  private static func press(
    _ key: String, _ tmux: Tmux, _ situation: String, until holds: (TimelineScreen) -> Bool
  ) async throws {
    for _ in 1...24 {
      let old = TimelineScreen(lines: try await tmux.capture())
      try await tmux.send(bytes: key)
      let new = try await tmux.screen("a move to \(situation)") { $0.body != old.body }
      if holds(new) { return }
    }
    Issue.record("\(situation) was not reached")
  }

  @Test(arguments: [(" ", "b"), ("\u{6}", "\u{2}"), ("\u{1B}[6~", "\u{1B}[5~")])
  func `goes a page down and up again`(down: String, up: String) async throws {
    try await SampleHome.run { home in
      try await home.onScreen { tmux in
        let first = try await tmux.screen("a screen") { $0.loaded == 50 }
        try await tmux.send(bytes: down)
        let second = try await tmux.screen("the next page") { $0.contents != first.contents }
        #expect(second.contents.first != first.contents.first)
        try await tmux.send(bytes: up)
        try await tmux.screen("the first page") { $0.contents == first.contents }
      }
    }
  }

  @Test(arguments: [
    ("d", "u", 12), ("\u{4}", "\u{15}", 12), ("\u{5}", "\u{19}", 1), (down, up, 3),
  ]) func `scrolls by a number of lines`(down: String, up: String, lines: Int) async throws {
    try await SampleHome.run { home in
      try await home.onScreen("--mouse") { tmux in
        let first = try await tmux.screen("a screen") { $0.loaded == 50 }
        try await tmux.send(bytes: down)
        try await tmux.screen("\(lines) lines further") { screen in
          screen.contents.dropLast(lines) == first.contents.dropFirst(lines)
        }
        try await tmux.send(bytes: up)
        try await tmux.screen("\(lines) lines back") { $0.contents == first.contents }
      }
    }
  }

  @Test func `keeps the selection while it scrolls by line`() async throws {
    try await SampleHome.run { home in
      let first = try home.first
      try await home.onScreen { tmux in
        let before = try await tmux.screen("the first post") { $0.selects(first) }
        for _ in 1...10 { try await tmux.send("C-e") }
        try await tmux.screen("no selection in sight") { $0.selection.isEmpty }
        for _ in 1...10 { try await tmux.send("C-y") }
        try await tmux.screen("the first post again") { $0.body == before.body }
      }
    }
  }

  @Test func `reports the mouse only when asked to`() async throws {
    try await SampleHome.run { home in
      try await home.inTerminal { terminal in
        #expect(TerminalModes(await terminal.output).remaining.isDisjoint(with: 1000...1006))
      }
      try await home.inTerminal("--mouse") { terminal in
        #expect(TerminalModes(await terminal.output).remaining.isSuperset(of: [1000, 1006]))
      }
    }
  }

  @Test func `does nothing for any other key`() async throws {
    try await SampleHome.run { home in
      let second = home.newest[1]
      try await home.onScreen { tmux in
        let before = try await tmux.screen("a screen") { $0.loaded == 50 }
        try await tmux.type("xvesc123!#%;\"äß漢")
        try await tmux.send("Tab", "F2", "F12", "Insert", "C-a", "C-x", "M-q", "BSpace", "C-\\")
        // A key that does something comes last, so that all before it have been read.
        try await tmux.send("j")
        let after = try await tmux.screen("the second post") { $0.selects(second) }
        #expect(after.contents == before.contents)
        #expect(try await tmux.exitStatus == nil)
      }
    }
  }
}
