import Testing

/// The list of the keys that work.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `The help` {
  private static let wanted = [
    ("j", "next"), ("k", "previous"), ("Space", "page down"), ("b", "page up"),
    ("d", "half a page down"), ("u", "half a page up"), ("^E", "line down"),
    ("^Y", "line up"), ("g", "first"), ("G", "last"), ("Enter", "open"), ("r", "refresh"),
    ("L", "like"), (".", "load more"), ("F1", "help"), ("^L", "repaint"),
    ("^Z", "suspend"), ("q", "quit"),
  ]

  @Test(arguments: [("F1", "Escape", "--mouse", "Q", 0), ("H", "q", "--ascii", "C-c", 130)])
  func `lists the keys, and the wheel where it is reported, and is left for the same place`(
    key: String, back: String, option: String, end: String, status: Int32
  ) async throws {
    try await SampleHome.onScreen(option, lines: 50) { tmux, home in
      try await tmux.send("j")
      let second = home.newest[1]
      let before = try await tmux.screen("the second post") { screen in
        option == "--ascii"
          ? screen.body.contains { $0.hasPrefix("| ") && $0.hasSuffix("@\(second.authorHandle)") }
          : screen.selects(second)
      }
      try await tmux.send(key)
      let help = try await tmux.screen("the help") { $0.status.hasPrefix(" Help") }
      for (key, words) in Self.wanted {
        #expect(
          help.body.contains { line in
            line.contains(words) && line.split(separator: " ").contains { $0 == key }
          }, "\(key) is not in the help as \(words)")
      }
      #expect(help.body.contains { $0.contains("wheel") } == (option == "--mouse"))
      try await tmux.send(back)
      try await tmux.screen("the list") { $0.body == before.body }
      try await tmux.send(key)
      try await tmux.screen("the help") { $0.status.hasPrefix(" Help") }
      try await tmux.send(end)
      #expect(try await tmux.waitForExit() == .exited(status))
    }
  }

  @Test func `scrolls where the screen is small, and leads back to an open post`() async throws {
    try await SampleHome.onScreen(lines: 8) { tmux, _ in
      try await tmux.send("F1")
      try await tmux.screen("the help") { $0.body.contains { $0.contains("next post") } }
      try await tmux.send("G")
      try await tmux.screen("its end") { $0.body.last?.hasSuffix("with status 130") == true }
      try await tmux.send("g")
      try await tmux.screen("its start") { $0.body.contains { $0.contains("next post") } }
      try await tmux.send("q")
      try await tmux.waitFor("loaded")
      try await tmux.resize(lines: 24, columns: 80)
      try await tmux.screen("more lines") { $0.lines.count == 24 }
      try await tmux.send("Enter")
      try await tmux.waitFor("Post by")
      try await tmux.send("H")
      let help = try await tmux.screen("the help") { $0.status.hasPrefix(" Help") }
      #expect(help.body.contains { $0.contains("page down") })
      try await tmux.send("G")
      try await tmux.screen("its end") { screen in
        screen.body.contains { $0.contains("Esc") && $0.contains("back") }
      }
      try await tmux.send("q")
      try await tmux.waitFor("Post by")
      try await tmux.send("q")
      try await tmux.waitFor("loaded")
    }
  }
}
