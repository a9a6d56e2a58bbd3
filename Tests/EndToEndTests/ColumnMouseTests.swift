import Foundation
import Testing

/// Columns that are changed by mouse reports, as a terminal sends them, and that are kept for the
/// next run.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `Columns in a terminal` {
  private static let table = "id,city,amount\n1,Oslo,2.50\n10,Rome,20.75\n"

  /// A mouse report in xterm's SGR form; columns and lines are counted from 1.
  private static func report(_ code: Int, column: Int, line: Int = 1, isRelease: Bool = false)
    -> String
  {
    "\u{1B}[<\(code);\(column);\(line)\(isRelease ? "m" : "M")"
  }

  private static func onScreen(
    _ home: SampleHome, _ arguments: String..., body: (Tmux) async throws -> Void
  ) async throws {
    try home.directory.write(table, to: "t.csv")
    let launch = home.launch(arguments + ["t.csv"])
    try await Tmux.run(launch, lines: 20, columns: 60) { tmux in
      try await tmux.waitFor("Rome")
      try await body(tmux)
    }
  }

  private static func leave(_ tmux: Tmux) async throws {
    try await tmux.quit(by: "Q")
  }

  private static func wait(_ tmux: Tmux, for line: String) async throws {
    try await tmux.waitUntil(line) { $0.first == line }
  }

  @Test func `are dragged wider, and are so in the next run`() async throws {
    try await SampleHome.run(filled: false) { home in
      try await Self.onScreen(home, "--mouse") { tmux in
        try await Self.wait(tmux, for: "  id  city  amount")
        // The right edge of the column `city`: press, motion with the button held, release.
        try await tmux.send(bytes: Self.report(0, column: 11))
        try await tmux.send(bytes: Self.report(32, column: 14, line: 4))
        try await Self.wait(tmux, for: "  id  city     amount")
        try await tmux.send(bytes: Self.report(0, column: 14, line: 4, isRelease: true))
        try await tmux.send(bytes: Self.report(32, column: 22))
        try await Self.leave(tmux)
      }
      let kept = home.stateHome + "/endless/columns"
      let mode = try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      try await Self.onScreen(home) { tmux in
        try await Self.wait(tmux, for: "  id  city     amount")
        try await Self.leave(tmux)
      }
    }
  }

  @Test func `are asked for motion with the mouse alone, and neither while stopped nor at the end`()
    async throws
  {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(Self.table, to: "t.csv")
      for (arguments, modes) in [(["t.csv"], []), (["--mouse", "t.csv"], [1000, 1002, 1006])] {
        let options = TerminalOptions(isJob: true)
        try await PseudoTerminal.run(home.launch(arguments), options) { terminal in
          try await terminal.waitFor("Rome")
          let remaining = TerminalModes(await terminal.output).remaining
          #expect(remaining.intersection(1000...1016) == Set(modes))
          try await terminal.write("\u{1A}")
          try await terminal.waitUntilStopped()
          #expect(TerminalModes(await terminal.output).isAsAtStart)
          let mark = await terminal.output.count
          try terminal.resume()
          try await terminal.waitFor(modes.isEmpty ? "Rome" : "\u{1B}[?1002h", after: mark)
          try await terminal.quit()
          #expect(TerminalModes(await terminal.output).isAsAtStart)
        }
      }
    }
  }
}
