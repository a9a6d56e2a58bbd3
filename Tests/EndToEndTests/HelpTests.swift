import Testing

/// The keys that work, shown.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `The help` {
  @Test(arguments: ["F1", "H"]) func `lists the keys`(key: String) async throws {
    try await SampleHome.run { home in
      try await home.onScreen(lines: 40) { tmux in
        try await tmux.send(key)
        let screen = try await tmux.screen("the help") { $0.status.hasPrefix(" Help") }
        let wanted = [
          ("j", "next"), ("k", "previous"), ("Space", "page down"), ("b", "page up"),
          ("d", "half a page down"), ("u", "half a page up"), ("^E", "line down"),
          ("^Y", "line up"), ("g", "first"), ("G", "last"), ("Enter", "open"), ("r", "refresh"),
          ("L", "like"), (".", "load more"), ("F1", "help"), ("^L", "repaint"),
          ("^Z", "suspend"), ("q", "quit"),
        ]
        for (key, words) in wanted {
          #expect(
            screen.body.contains { line in
              line.contains(words) && line.split(separator: " ").contains { $0 == key }
            }, "\(key) is not in the help as \(words)")
        }
      }
    }
  }

  @Test(arguments: [true, false]) func `names the wheel where it is reported`(mouse: Bool)
    async throws
  {
    try await SampleHome.run { home in
      try await home.onScreen(mouse ? "--mouse" : "--ascii", lines: 40) { tmux in
        try await tmux.send("H")
        let help = try await tmux.screen("the help") { $0.status.hasPrefix(" Help") }
        #expect(help.body.contains { $0.contains("wheel") } == mouse)
      }
    }
  }

  @Test(arguments: ["Escape", "q"]) func `is left for the same place`(back: String) async throws {
    try await SampleHome.run { home in
      try await home.onScreen { tmux in
        try await tmux.send("j")
        let second = home.newest[1]
        let before = try await tmux.screen("the second post") { $0.selects(second) }
        try await tmux.send("F1")
        try await tmux.waitFor("Help  ·")
        try await tmux.send(back)
        try await tmux.screen("the list") { $0.body == before.body }
      }
    }
  }

  @Test(arguments: [("Q", 0), ("C-c", 130)]) func `can be quit from`(
    key: String, status: Int32
  ) async throws {
    try await SampleHome.run { home in
      try await home.onScreen { tmux in
        try await tmux.send("F1")
        try await tmux.waitFor("Help  ·")
        try await tmux.send(key)
        #expect(try await tmux.waitForExit() == .exited(status))
      }
    }
  }

  @Test func `scrolls where the screen is small`() async throws {
    try await SampleHome.run { home in
      try await home.onScreen(lines: 8) { tmux in
        try await tmux.send("F1")
        try await tmux.screen("the help") { $0.body.contains { $0.contains("next post") } }
        try await tmux.send("G")
        try await tmux.screen("its end") { $0.body.last?.hasSuffix("quit") == true }
        try await tmux.send("g")
        try await tmux.screen("its start") { $0.body.contains { $0.contains("next post") } }
      }
    }
  }

  @Test func `is there for an open post too, and leads back to it`() async throws {
    try await SampleHome.run { home in
      try await home.onScreen { tmux in
        try await tmux.send("Enter")
        try await tmux.waitFor("Post by")
        try await tmux.send("H")
        let help = try await tmux.screen("the help") { $0.status.hasPrefix(" Help") }
        #expect(help.body.contains { $0.contains("page down") })
        try await tmux.send("G")
        try await tmux.screen("its end") { screen in
          screen.body.contains { $0.contains("Esc q") && $0.contains("back") }
        }
        try await tmux.send("q")
        try await tmux.waitFor("Post by")
        try await tmux.send("q")
        try await tmux.waitFor("loaded")
      }
    }
  }
}
