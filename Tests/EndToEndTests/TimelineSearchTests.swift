import Testing

/// Searching and filtering the timeline with SQLite.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A search in the timeline` {
  @Test func `shows the first match, goes on to others, and shows only those`() async throws {
    try await SampleHome.onScreen { tmux, home in
      let (first, second) = (try home.first.authorName, home.newest[1].authorName)
      try await tmux.screen("a post") { $0.status.contains("post 1") }
      try await tmux.send("/\(second)")
      try await tmux.screen("a match") { $0.selection.first?.contains(second) == true }
      try await tmux.send("Escape")
      try await tmux.screen("the first") {
        $0.selection.first?.contains(first) == true && $0.status.contains("post 1")
      }
      try await tmux.send("/\(first)", "Enter")
      try await tmux.screen("a match") {
        $0.status.contains("match 1 of ") && $0.selection.first?.contains(first) == true
      }
      try await tmux.send("n")
      try await tmux.screen("the next") {
        $0.status.contains("match 2 of ") && $0.selection.first?.contains(first) == true
      }
      try await tmux.send("N")
      try await tmux.screen("the first") { $0.status.contains("match 1 of ") }
      try await tmux.send("N")
      try await tmux.screen("no more") { $0.status.contains("not found above · N: from the end") }
      try await tmux.send("/no such words", "Enter")
      try await tmux.screen("none") { $0.status.contains("not found below · n: from the top") }
      try await tmux.send("&\(second)", "Enter")
      try await tmux.screen("a filter, and nothing that is still loading") { screen in
        screen.status.contains("only \(second)") && screen.selection.first?.contains(second) == true
          && !screen.lines.contains { $0.contains("loading") }
      }
      try await tmux.send("Escape")
      try await tmux.screen("all, at the same post") {
        !$0.status.contains("only") && $0.selection.first?.contains(second) == true
      }
    }
  }

  @Test func `goes on from each match, where keys are typed at once`() async throws {
    try await SampleHome.onScreen { tmux, home in
      let author = try home.first.authorName
      try await tmux.screen("a post") { $0.status.contains("post 1") }
      for (keys, number) in [("nnN", 2), ("nnnNNn", 3), ("nNnNnnn", 4), ("nnnnNNNN", 1)] {
        try await tmux.type("g/\(author)\r\(keys)")
        try await tmux.screen("match \(number) after \(keys)") {
          $0.status.contains("match \(number) of ") && $0.selection.first?.contains(author) == true
        }
      }
    }
  }

  @Test func `is there for guests, and asks once however often it is asked`() async throws {
    try await SampleHome.run { home in
      let author = try home.first.authorName
      try await PseudoTerminal.run(home.launch(["--secure"])) { terminal in
        try await terminal.waitFor("Timeline")
        for _ in 1...50 { try await terminal.write("/\(author)\r") }
        try await terminal.waitFor("match")
        try await terminal.quit()
      }
    }
  }
}
