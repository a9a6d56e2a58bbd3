import Testing

/// Keys that are typed faster than pages come, as over a slow line: all of them count.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `Keys typed ahead` {
  private static let log = (1...100_000).map { "line \($0)\n" }.joined()

  /// Types into a log of 100,000 lines, in a terminal of 24 lines, and waits until a line is at the
  /// top and stays there.
  private static func type(_ keys: String, top: Int) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(log, to: "log")
      try await Tmux.run(home.launch("log"), lines: 24, columns: 60) { tmux in
        try await wait(tmux, top: 1)
        try await tmux.type(keys)
        try await wait(tmux, top: top)
        // What is left of the keys would be done before this one.
        try await tmux.type("j")
        try await wait(tmux, top: top + 1)
      }
    }
  }

  private static func wait(_ tmux: Tmux, top: Int) async throws {
    try await tmux.waitUntil("line \(top) at the top") { $0.first == "line \(top)" }
  }

  /// As far as in `less`.
  @Test(arguments: [
    (String(repeating: " ", count: 20), 461), (String(repeating: " ", count: 300), 6_901),
    (String(repeating: "j", count: 3_000), 3_001), (String(repeating: "d", count: 40), 481),
    (String(repeating: " ", count: 20) + String(repeating: "b", count: 5), 346),
    (String(repeating: "j", count: 2_000) + "500kx", 1_501),
  ]) func `lead as far in a log as where each is waited for`(
    keys: String, top: Int
  ) async throws {
    try await Self.type(keys, top: top)
  }

  @Test(arguments: [
    ("500G j  b", 547), ("50%kk", 50_503), ("G b", 99_955), ("50%jjjG  kk", 99_976),
    ("300Gj''j", 2), ("  g j", 25), ("99999999Gjj", 3),
  ]) func `begin in a log where the jump before them leads`(keys: String, top: Int) async throws {
    try await Self.type(keys, top: top)
  }

  @Test func `count on the way to the line that a log is opened at`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(Self.log, to: "log")
      try await Tmux.run(home.launch("+50000", "log"), lines: 24, columns: 60) { tmux in
        // Before the program has drawn, and mostly before it reads a key.
        try await tmux.type("  j")
        try await Self.wait(tmux, top: 50_047)
      }
    }
  }

  @Test func `lead as far in the timeline as where each is waited for`() async throws {
    let options = ["--page-size", "10", "--prefetch", "0", "--latency", "20"]
    try await SampleHome.run { home in
      let launch = home.launch(options, environment: ["XDG_STATE_HOME": home.stateHome + "-slow"])
      let slow = try await Tmux.run(launch) { tmux in
        var screen = try await tmux.screen("the first post") { $0.status.contains("post 1 ") }
        for _ in 1...20 {
          let old = screen
          try await tmux.send("Space")
          screen = try await tmux.screen("the next screenful") { screen in
            screen.contents != old.contents && screen.contents.last?.hasPrefix("loading") != true
          }
        }
        return screen
      }
      try await Tmux.run(home.launch(options)) { tmux in
        try await tmux.screen("the first post") { $0.status.contains("post 1 ") }
        try await tmux.type(String(repeating: " ", count: 20))
        try await tmux.screen("the same post") { $0.body == slow.body }
      }
    }
  }
}
