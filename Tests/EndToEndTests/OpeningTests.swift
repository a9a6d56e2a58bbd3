import Testing

/// A single open post, and the return to the list.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `An open post` {
  @Test func `is left for the same line, by any of its keys, many times`() async throws {
    try await SampleHome.onScreen { tmux, _ in
      try await tmux.screen("a screen") { $0.loaded == 50 }
      try await tmux.send("Space")
      let page = try await tmux.screen("another page") {
        $0.loaded == 50 && !$0.status.contains("·  post 1  ·")
      }
      try await tmux.send("C-e", "j")
      var before = page
      // The last key changes the status line, which is drawn last.
      try await tmux.screen("rest on the next post") { screen in
        defer { before = screen }
        return screen == before && screen.status != page.status
          && screen.contents != page.contents
      }
      let name = try #require(before.selection.first?.split(separator: "  @").first)
      for back in (1...4).flatMap({ _ in ["Escape", "q", "h", "Left", "BSpace"] }) {
        try await tmux.send("Enter")
        let open = try await tmux.screen("the post") { $0.status.contains("Post by \(name)") }
        #expect(open.contents != before.contents)
        try await tmux.send(back)
        try await tmux.screen("the list") {
          $0.body == before.body && $0.loaded == before.loaded
        }
      }
      try await tmux.quit()
    }
  }

  @Test func `gives way to the next one and to the previous, and the list goes along`() async throws
  {
    try await SampleHome.onScreen { tmux, home in
      try await tmux.send("Enter")
      try await tmux.waitFor("Post by \(home.newest[0].authorName)")
      for (key, place) in [("J", 1), ("J", 2), ("K", 1), ("K", 0), ("J", 1)] {
        try await tmux.send(key)
        let post = home.newest[place]
        try await tmux.screen("post \(place)") { screen in
          screen.status.contains("Post by \(post.authorName)")
            && screen.body.first?.hasSuffix("@\(post.authorHandle)") == true
        }
      }
      try await tmux.send("h")
      try await tmux.screen("the list") { $0.selects(home.newest[1]) }
      try await tmux.send("k", "Enter", "K")
      try await tmux.waitFor("this is the first post")
    }
  }

  @Test func `shows all of it`() async throws {
    try await SampleHome.onScreen(lines: 20, columns: 40) { tmux, home in
      let first = try home.first
      try await tmux.send("Enter")
      let screen = try await tmux.screen("the post") { $0.status.contains("Post by") }
      let words = first.text.split(separator: " ")
      let shown = Set(screen.body.flatMap { $0.split(separator: " ") })
      #expect(words.allSatisfy(shown.contains))
    }
  }
}
