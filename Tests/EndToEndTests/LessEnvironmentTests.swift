import Foundation
import Testing

/// The variables that other programs set for `less`, and the ways in which they start it.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `The environment of less` {
  @Test(arguments: [("FRX", []), ("-FRX", []), ("FRSXMK", []), (nil, ["-F"])])
  func `prints what fits on one screen, as git and systemd want it, and as an option does`(
    less: String?, options: [String]
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("one\ntwo\n", to: "file")
      let launch = home.launch(options + ["file"], environment: ["LESS": less])
      try await PseudoTerminal.run(launch) { terminal in
        let status = try await terminal.waitForExit()
        #expect(status == .exited(0))
        #expect(await terminal.text == "one\r\ntwo\r\n")
      }
    }
  }

  @Test(arguments: [("X", []), (nil, ["-X"]), ("RX-+S", ["--no-init"])])
  func `leaves the last screen on the terminal where less would`(
    less: String?, options: [String]
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write((1...50).map { "line \($0)\n" }.joined(), to: "file")
      let launch = home.launch(options + ["file"], environment: ["LESS": less])
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("line 3")
        try await terminal.write("G")
        try await terminal.waitFor("· end")
        try await terminal.write("q")
        #expect(try await terminal.waitForExit() == .exited(0))
        let lines = (28...50).map { "line \($0)\r\n" }.joined()
        #expect(await terminal.text.hasSuffix(lines))
        #expect(TerminalModes(await terminal.output).isAsAtStart)
      }
    }
  }

  @Test func `changes nothing in a copy`() async throws {
    try await SampleHome.run(filled: false) { home in
      let numbered = (1...300).map { "line \($0)\n" }.joined()
      try home.directory.write(numbered, to: "file")
      let launch = home.launch("file", environment: ["LESS": "N+G"])
      let result = try await Command.run(launch)
      #expect(result.status == .exited(0))
      #expect(result.output == numbered)
    }
  }

  @Test(arguments: [
    ["exec:touch made"], ["file", "exec:touch made", "--plain"], ["--log", "made", "file"],
  ]) func `that is to be secure is told in one line what it forbids`(
    words: [String]
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("one\n", to: "file")
      let launch = home.launch(words, environment: ["LESSSECURE": "1"])
      let result = try await Command.run(launch)
      #expect(result.status == .exited(2))
      #expect(result.error.hasPrefix("endless: LESSSECURE forbids ") && result.error.isOneLine)
      let path = home.directory.path + "/made"
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `that is to be secure opens no entry of a folder, and keeps nothing`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("hidden\n", to: "folder/entry")
      try await Self.look(at: "folder", in: home) { terminal in
        try await terminal.waitFor("entry 1 of 1")
        try await terminal.write("\r")
        try await terminal.waitFor("LESSSECURE forbids opening other files")
        #expect(await !terminal.text.contains("hidden"))
      }
      try await Self.look(at: "folder/entry", in: home) { terminal in
        try await terminal.waitFor("hidden")
        try await terminal.write("ma")
        try await terminal.waitFor("mark 'a' set")
        try await terminal.write("v")
        try await terminal.waitFor("LESSSECURE forbids editing")
      }
      try home.directory.write("id,city\n1,Oslo\n", to: "table.csv")
      let launch = home.launch("table.csv", environment: ["LESSSECURE": "1"])
      try await Tmux.run(launch, lines: 20, columns: 60) { tmux in
        try await tmux.waitFor("Oslo")
        try await tmux.type("CxC")
        try await tmux.waitUntil("a column less") { $0.first == "  city" }
        try await tmux.quit(by: "Q")
      }
      #expect(!FileManager.default.fileExists(atPath: home.stateHome))
    }
  }

  private static func look(
    at name: String, in home: SampleHome, _ body: (PseudoTerminal) async throws -> Void
  ) async throws {
    let launch = home.launch(name, environment: ["LESSSECURE": "1"])
    try await PseudoTerminal.run(launch) { terminal in
      try await body(terminal)
      try await terminal.quit()
    }
  }
}
