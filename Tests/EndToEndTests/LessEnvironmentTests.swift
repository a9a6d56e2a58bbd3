import Foundation
import Testing

/// What other programs put into the environment for `less`, and how they start it.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `The environment of less` {
  private static let numbered = (1...300).map { "line \($0)\n" }.joined()

  @Test(arguments: ["FRX", "-FRX", "FRSXMK"])
  func `prints what fits on one screen, as git and systemd want it`(less: String) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("one\ntwo\n", to: "file")
      let launch = home.launch("file", environment: ["LESS": less])
      try await PseudoTerminal.run(launch) { terminal in
        let status = try await terminal.waitForExit()
        #expect(status == .exited(0))
        #expect(String(decoding: await terminal.output, as: UTF8.self) == "one\r\ntwo\r\n")
      }
    }
  }

  @Test func `is overruled by the command line`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("one\ntwo\n", to: "file")
      let launch = home.launch("-+F", "file", environment: ["LESS": "FRX"])
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("· end")
        try await terminal.quit()
      }
    }
  }

  @Test func `may hold a prompt of man, with letters in it that are no options`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("a\tb\n", to: "file")
      let prompt = "m Manual page printf(1) ?ltline %lt?L/%L.:byte %bB?s/%s..?e (END):?pB %pB\\%.."
      let less = "-ix4RmP\(prompt)(press h)$PM\(prompt)(press h)$-R"
      try await Tmux.run(home.launch("file", environment: ["LESS": less])) { tmux in
        try await tmux.waitUntil("the line without a number") { $0.first == "a   b" }
      }
    }
  }

  @Test func `changes nothing in a copy`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(Self.numbered, to: "file")
      let launch = home.launch("file", environment: ["LESS": "N+G"])
      let result = try await Command.run(launch)
      #expect(result.status == .exited(0))
      #expect(result.output == Self.numbered)
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
        try await terminal.waitFor("LESSSECURE forbids other files")
        #expect(!String(decoding: await terminal.output, as: UTF8.self).contains("hidden"))
      }
      try await Self.look(at: "folder/entry", in: home) { terminal in
        try await terminal.waitFor("hidden")
        try await terminal.write("ma")
        try await terminal.waitFor("mark 'a' set")
        try await terminal.write("v")
        try await terminal.waitFor("LESSSECURE forbids editing")
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
