import Foundation
import Testing

/// The timeline through a real `ssh` and `sshd`.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A guest over SSH` {
  @Test func `scrolls, looks for new posts, likes and leaves`() async throws {
    try await SshServer.run { server in
      let first = try server.home.first
      let before = try Data(contentsOf: URL(filePath: server.home.database))
      try await Tmux.run(server.client(), lines: 24, columns: 80) { tmux in
        let start = try await tmux.screen("the first post") { $0.selects(first) }
        try await tmux.send("L")
        try await tmux.screen("a like") { $0.selection.contains("♥ \(first.likes + 1)") }
        try await tmux.send("Space")
        // The like has changed the contents already; the status line is drawn last.
        var last = start
        let next = try await tmux.screen("the next page") { screen in
          defer { last = screen }
          return screen == last && screen.contents != start.contents
            && !screen.status.contains("·  post 1  ·")
        }
        try await tmux.send("r")
        let after = try await tmux.screen("new posts") { $0.status.contains("·  3 new ↑  ·") }
        #expect(after.body == next.body)
        try await tmux.quit()
      }
      let likes = try String(contentsOfFile: server.folder + "/likes", encoding: .utf8)
      #expect(likes.wholeMatch(of: #/\d+ like \d+\n/#) != nil)
      // The posts are unchanged, and no other files exist next to them.
      #expect(try Data(contentsOf: URL(filePath: server.home.database)) == before)
      let names = try FileManager.default.contentsOfDirectory(atPath: server.home.folder)
      #expect(names == ["timeline.sqlite"])
      try await server.waitUntilEmpty(within: .seconds(60))
    }
  }

  @Test func `resizes the terminal, and begins at the start the next time`() async throws {
    try await SshServer.run { server in
      let first = try server.home.first
      for _ in 1...2 {
        try await Tmux.run(server.client(), lines: 24, columns: 80) { tmux in
          try await tmux.screen("the first post") { $0.selects(first) }
          for (lines, columns) in [(40, 120), (10, 40), (24, 80)] {
            try await tmux.resize(lines: lines, columns: columns)
            try await tmux.screen("\(lines) lines") {
              $0.lines.count == lines && $0.status.contains("post 1")
            }
          }
          try await tmux.send("j", "j", "L", "r")
          try await tmux.waitFor("3 new")
          try await tmux.quit()
        }
      }
    }
  }

  @Test(arguments: ["q", "\u{3}"]) func `cannot suspend the program, and gets the terminal back`(
    key: String
  ) async throws {
    try await SshServer.run { server in
      try await PseudoTerminal.run(server.client()) { terminal in
        try await terminal.waitFor("loaded")
        try await terminal.write("\u{1A}H")
        try await terminal.waitFor("Help")
        let mark = await terminal.output.count
        try await terminal.write("q")
        try await terminal.waitFor("loaded", after: mark)
        try await terminal.write(key)
        #expect(try await terminal.waitForExit() == .exited(key == "q" ? 0 : 130))
        #expect(TerminalModes(await terminal.output).isAsAtStart)
      }
    }
  }

  @Test(arguments: [(0, 0), (1, 1), (3_000, 3_000)])
  func `may have a terminal of any size`(lines: Int, columns: Int) async throws {
    try await SshServer.run { server in
      let options = TerminalOptions(lines: lines, columns: columns)
      try await PseudoTerminal.run(server.client(), options) { terminal in
        let session = try await server.session()
        try await terminal.waitFor(lines == 1 ? "t" : "loaded")
        let memory = try #require(session.peakMemory)
        #expect(memory < 150_000)
        try await terminal.quit()
      }
    }
  }
}
