import Testing

/// All data of a post, field by field.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `The fields of a post` {
  /// The names of the fields at the left, in order.
  private static func names(_ screen: TimelineScreen) -> [String] {
    screen.contents.compactMap { line in
      line.hasPrefix("  ") && !line.hasPrefix("   ")
        ? line.split(separator: " ").first.map(String.init) : nil
    }
  }

  private static let order = ["id", "time", "authorName", "authorHandle", "text"]

  @Test
  func `are shown by a key, gone on from to those of the next post, and follow a like beside it`()
    async throws
  {
    try await SampleHome.onScreen { tmux, home in
      let (first, second) = (try home.first, home.newest[1])
      try await tmux.screen("the first post") { $0.selects(first) }
      try await tmux.send("i")
      try await tmux.screen("its fields") {
        Self.names($0).starts(with: Self.order) && $0.status.hasPrefix(" post 1 ")
          && $0.contents.contains("  authorHandle  \(first.authorHandle)")
      }
      try await tmux.send("J")
      try await tmux.screen("those of the second") {
        $0.contents.contains("  authorHandle  \(second.authorHandle)")
          && $0.contents.contains { $0.hasSuffix("before the post above") }
      }
      try await tmux.send("q")
      try await tmux.screen("the second post in the list") { $0.selects(second) }
      // The post itself has its own screen.
      try await tmux.send("Enter")
      try await tmux.waitFor("Post by \(second.authorName)")
      // Next to the list, the fields show a like immediately, and follow the selection.
      try await tmux.send("q", "k")
      try await tmux.resize(lines: 24, columns: 150)
      try await tmux.screen("the first post on a wide screen") {
        $0.selects(first) && $0.lines.count == 24 && $0.status.count > 80
      }
      try await tmux.send("i")
      try await tmux.waitFor("authorHandle  \(first.authorHandle)")
      try await tmux.send("Tab", "L")
      try await tmux.waitFor("likes         \(first.likes + 1)")
      try await tmux.send("j")
      try await tmux.waitFor("authorHandle  \(second.authorHandle)")
    }
  }

  @Test(arguments: ["=", "C-g"])
  func `are loaded for as many posts as a key says`(key: String) async throws {
    try await SampleHome.onScreen { tmux, home in
      let first = try home.first
      try await tmux.screen("the first post") { $0.selects(first) }
      try await tmux.send(key)
      try await tmux.screen("their number") {
        $0.status.contains("Timeline: ") && $0.status.contains(" posts loaded")
      }
    }
  }

  @Test func `may be seen by a guest, who copies and opens nothing and writes no expression`()
    async throws
  {
    try await SampleHome.run { home in
      let launch = home.launch("--secure", "--posts", home.folder)
      let first = try home.first
      try await Tmux.run(launch, lines: 24, columns: 80) { tmux in
        try await tmux.waitFor("@\(first.authorHandle)")
        try await tmux.send("i")
        try await tmux.waitFor("authorHandle  \(first.authorHandle)")
        try await tmux.send("y")
        try await tmux.waitFor("--secure forbids copying")
        try await tmux.send("o")
        try await tmux.waitFor("--secure forbids opening links")
        // As a regular expression, this string would match.
        try await tmux.send("/", "^i.", "Enter")
        try await tmux.waitFor("no match for ^i.")
        try await tmux.send("/", "author", "Enter")
        try await tmux.screen("the field") {
          $0.selection == ["  authorName    \(first.authorName)"]
        }
      }
    }
  }
}
