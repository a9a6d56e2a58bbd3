import Testing

/// Colors, symbols, and many kinds of terminals.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `The looks` {
  /// Whether the output of a program sets a color (SGR 30…38, 40…48 and 90…107, ECMA-48 and
  /// aixterm).
  private static func hasColor(_ output: [UInt8]) -> Bool {
    EscapeSequences(output).contains { sequence in
      guard case .control(let parameters, final: "m") = sequence else { return false }
      let numbers = parameters.split { $0 == ";" || $0 == ":" }.compactMap { Int($0) }
      return numbers.contains { (30...38).contains($0) || (40...48).contains($0) || 90...107 ~= $0 }
    }
  }

  /// Visits some pages (one of them has a picture), the help and a post.
  private static func visitAll(_ terminal: PseudoTerminal) async throws {
    for key in ["L", "r", " ", " ", " ", "H"] { try await terminal.write(key) }
    try await terminal.waitFor("Help")
    try await terminal.write("q\rQ")
    #expect(try await terminal.waitForExit() == .exited(0))
  }

  /// The arguments and the environment of a run.
  typealias Start = ([String], [String: String])

  private static let starts: [(Start, hasColor: Bool)] = [
    ((["--color", "never"], [:]), false), (([], ["NO_COLOR": "1"]), false),
    ((["--color", "never"], ["COLORTERM": "truecolor"]), false),
    (([], [:]), true), (([], ["NO_COLOR": ""]), true),
    ((["--color", "always"], ["NO_COLOR": "1"]), true),
    ((["--color", "always"], ["TERM": "linux"]), true),
  ]

  @Test(arguments: starts) func `have colours, but where none is wanted`(
    start: Start, hasColor: Bool
  ) async throws {
    #expect(try await Self.showsColor(start.0, start.1) == hasColor)
  }

  /// Whether any screen of the program has a color.
  private static func showsColor(
    _ arguments: [String], _ environment: [String: String]
  ) async throws -> Bool {
    try await SampleHome.run { home in
      let launch = home.launch(arguments, environment: environment.mapValues { $0 })
      return try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("loaded")
        try await visitAll(terminal)
        return hasColor(await terminal.output)
      }
    }
  }

  @Test(arguments: ["vt100", "linux", "xterm", "screen-256color", "xterm-kitty", "tmux-256color"])
  func `suit a terminal`(type: String) async throws {
    try await SampleHome.inTerminal(environment: ["TERM": type]) { terminal, home in
      let handle = try home.first.authorHandle
      try await terminal.waitFor("@\(handle)")
      try await Self.visitAll(terminal)
      let output = await terminal.output
      #expect(TerminalModes(output).isAsAtStart)
      // On a busy machine, the like may not have been saved before the end. The program then says
      // so, and waits.
      let waits = "endless: waiting for the database to save the like, up to 5 s\n"
      let said = await terminal.errorText
      #expect(said.isEmpty || said == waits, "\(said)")
      // A console prints a query that it does not recognize.
      let asks = output.contains(Array("\u{1B}[?2026$p".utf8))
      #expect(asks == !["vt100", "linux"].contains(type))
    }
  }

  @Test func `are refused by a terminal that nobody knows, in one line`() async throws {
    try await SampleHome.run { home in
      let launch = home.launch(environment: ["TERM": "no-such-terminal"])
      let (status, text) = try await SampleHome.refusal(of: launch)
      #expect(status == .exited(1))
      #expect(text.hasPrefix("endless: ") && text.contains("no-such-terminal") && text.isOneLine)
    }
  }

  @Test func `have ASCII signs alone where that is wanted`() async throws {
    try await SampleHome.onScreen("--ascii", lines: 60) { tmux, home in
      let first = try home.first
      let screen = try await tmux.screen("a picture") { screen in
        !screen.lines.joined().contains { "░▀▄█♡♥▌·…─↑".contains($0) }
      }
      #expect(screen.loaded == 50)
      try await tmux.screen("a bar and a sign") { screen in
        screen.body.first?.hasPrefix("| \(first.authorName)  @\(first.authorHandle)") == true
          && screen.body.contains("| + \(first.likes)") && screen.status.isASCII
      }
      try await tmux.send("L")
      try await tmux.screen("a like") { $0.body.contains("| * \(first.likes + 1)") }
      try await tmux.send("r")
      let news = try await tmux.screen("new posts") { $0.status.contains("3 new ^") }
      #expect(news.status.isASCII)
      try await tmux.send("H")
      let help = try await tmux.screen("the help") { $0.status.hasPrefix(" Help") }
      #expect(help.lines.joined().isASCII)
      try await tmux.send("q", "G")
      try await tmux.screen("the end") { $0.body.last == "  -- end --" }
    }
  }

  private static let locales: [[String: String?]] = [
    ["LC_ALL": "C"], ["LANG": nil], ["LANG": "xx_YY.ISO-8859-1"],
  ]

  @Test(arguments: locales)
  func `are the same in any locale`(environment: [String: String?]) async throws {
    try await SampleHome.run { home in
      let post = try #require(home.newest.first { !$0.authorName.isASCII })
      let word = try #require(
        post.authorName.split(separator: " ").map(String.init).first { !$0.isASCII })
      let options = TerminalOptions(lines: 200)
      try await home.inTerminal(options: options, environment: environment) { terminal in
        try await terminal.waitFor(word)
        try await terminal.waitFor("·")
        try await terminal.quit()
      }
    }
  }
}
