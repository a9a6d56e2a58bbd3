import Testing

/// Keys that are typed as soon as the program starts, usually before it reads any key; all of them
/// count.
@Suite(.timeLimit(.minutes(5))) struct `Keys typed ahead` {
  @Test func `count on the way to the line that a log is opened at`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write((1...100_000).map { "line \($0)\n" }.joined(), to: "log")
      try await Tmux.run(home.launch("+50000", "log"), lines: 24, columns: 60) { tmux in
        try await tmux.type("  j")
        try await tmux.waitUntil("line 50047 at the top") { $0.first == "line 50047" }
      }
    }
  }
}
