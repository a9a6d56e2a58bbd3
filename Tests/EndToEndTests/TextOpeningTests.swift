import Foundation
import Testing

/// The first frame at a place is also the final one.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A place in a text file` {
  private static let numbered = (1...1_000).map { "line \($0)\n" }.joined()
  private static let tall = TerminalOptions(lines: 70, columns: 40)

  /// Runs the program on a file and calls `body`; returns the lines of its log.
  @discardableResult
  private static func show(
    _ arguments: String..., options: TerminalOptions = TerminalOptions(),
    body: (PseudoTerminal) async throws -> Void
  ) async throws -> ArraySlice<String> {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(numbered, to: "file")
      let launch = home.launch(arguments + ["--log", "log", "file"])
      try await PseudoTerminal.run(launch, options) { terminal in
        try await body(terminal)
        try await terminal.quit(by: "Q")
      }
      return try home.directory.read("log").split(separator: "\n").map(String.init)[...]
    }
  }

  /// Whether the page that does not fill the screen was shown only together with the page above it.
  private static func isWhole(_ log: ArraySlice<String>) throws -> Bool {
    let lists = log.filter { $0.contains(" replaced(") || $0.contains(" landed(") }
    let loads = log.filter { $0.contains(" loaded #") && $0.contains(" refresh ") }
    return lists.count == 2 && lists.last?.contains(" landed(") == true && loads.count == 3
  }

  @Test(arguments: ["99%", "98%", "995G", "100%"]) func `near the end has a whole page at once`(
    keys: String
  ) async throws {
    let log = try await Self.show { terminal in
      try await terminal.waitFor("line 10")
      let mark = await terminal.output.count
      try await terminal.write(keys)
      try await terminal.waitFor("978", after: mark)
    }
    #expect(try Self.isWhole(log), "\(log)")
  }

  @Test(arguments: ["+G", "+990"]) func `is the first that is shown, on a tall screen too`(
    start: String
  ) async throws {
    // If the machine is too busy to load the page within 100 ms, "loading…" is shown meanwhile, and
    // then there is more than one frame.
    let end = ContinuousClock.now + .seconds(150)
    repeat {
      let drawn = try await Self.drawn(from: start)
      guard !drawn.contains("loading") else { continue }
      #expect(!drawn.contains("line 1\u{1B}") && !drawn.contains("line 2\u{1B}"))
      // The fault would be that half a page is drawn, and then moved down or drawn again.
      #expect(drawn.split(separator: "line 999").count == 2)
      #expect(!drawn.contains(/\u{1B}\[\d*T/))
      return
    } while ContinuousClock.now < end
    Issue.record("the machine was too busy each time")
  }

  private static func drawn(from start: String) async throws -> String {
    var drawn = ""
    try await show(start, options: tall) { terminal in
      try await terminal.waitFor("· end")
      try await terminal.waitFor("line 940")
      drawn = await terminal.text
    }
    return drawn
  }

  /// If a file has different content each time it is read, the status line may say so instead of
  /// saying that this is the end.
  @Test(arguments: [
    ("Name:", "/proc/self/status", "nonvoluntary_ctxt_switches"),
    ("Linux", "/proc/version", "· end"),
  ])
  func `is there in a file without a size`(text: String, path: String, end: String) async throws {
    try await SampleHome.run(filled: false) { home in
      try await Tmux.run(home.launch(path), lines: 8, columns: 60) { tmux in
        try await tmux.waitUntil("the file") { $0.first?.hasPrefix(text) == true }
        try await tmux.send("r")
        try await tmux.waitUntil("the file") { $0.first?.hasPrefix(text) == true }
        try await tmux.send("G")
        try await tmux.waitFor(end)
      }
      let plain = try await Command.run(home.launch("--plain", path, "--limit", "1"))
      #expect(plain.status == .exited(0) && plain.output.hasPrefix(text))
      let last = try await Command.run(home.launch("--plain", path, "+G", "--limit", "1"))
      #expect(last.status == .exited(0) && last.output.isOneLine)
      // A file that has different content each time it is read is still one file during a run.
      let number = try await Command.run(home.launch("--plain", "/proc/uptime", "+G", "-N"))
      #expect(number.status == .exited(0) && number.output.hasPrefix("     1\t"))
    }
  }
}
