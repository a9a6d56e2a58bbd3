import Foundation
import Testing

/// The reports of the program about itself: `--doctor` and `--log`.
@Suite(.timeLimit(.minutes(10))) struct `The program` {
  private static func doctor(
    _ home: SampleHome, _ environment: [String: String?] = [:]
  ) async throws -> CommandResult {
    let usual: [String: String?] = [
      "PAGER": nil, "LESS": nil, "TMUX": nil, "LANG": "C.UTF-8", "LC_ALL": nil,
    ]
    return try await Command.run(
      home.launch(["--doctor"], environment: usual.merging(environment) { $1 }))
  }

  @Test func `says what is right, with status 0, and runs nothing`() async throws {
    try await SampleHome.run(filled: false) { home in
      let result = try await Self.doctor(home, ["PAGER": "sh -c 'touch ran'"])
      #expect(result.status == .exited(0))
      #expect(result.output.hasPrefix("endless 0."))
      #expect(result.output.hasSuffix("\nNo problems found.\n"))
      for word in ["endless-connect", "endless-timeline", "libcurl.so.4", "libsqlite3.so.0"] {
        #expect(result.output.contains("  ok     \(word) "))
      }
      #expect(result.error.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: home.directory.path + "/ran"))
    }
  }

  @Test func `says what is wrong and what to do, with status 1`() async throws {
    try await SampleHome.run(filled: false) { home in
      let result = try await Self.doctor(
        home, ["PAGER": "no-such-pager -R", "XDG_STATE_HOME": "/dev/null"])
      #expect(result.status == .exited(1))
      #expect(result.output.contains("PAGER=no-such-pager -R, but no-such-pager is not installed"))
      #expect(result.output.contains("export PAGER=endless"))
      #expect(result.output.contains("cannot create /dev/null/endless"))
      #expect(result.output.hasSuffix("\n2 problems found.\n"))
    }
  }

  @Test func `looks at the terminal that it has`() async throws {
    try await SampleHome.run(filled: false) { home in
      let launch = home.launch(
        ["--doctor"], environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("No problems found.")
        let text = String(decoding: await terminal.output, as: UTF8.self)
        #expect(text.contains("xterm-256color, "))
        #expect(text.contains("16 million"))
        #expect(text.contains("painted by ncurses"))
        #expect(try await terminal.waitForExit() == .exited(0))
      }
    }
  }

  @Test func `reads its own log as a log`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("one\n", to: "file.txt")
      try await PseudoTerminal.run(home.launch("--log", "log", "file.txt")) { terminal in
        try await terminal.waitFor("one")
        try await terminal.write("q")
        #expect(try await terminal.waitForExit() == .exited(0))
      }
      let result = try await Command.run(
        home.launch(
          "--plain", "--json", "--filter", "level>=info", "--columns", "level,message", "log"))
      #expect(result.output.contains(#"{"level":"INFO","message":"start version="#))
      #expect(result.output.contains(#"{"level":"INFO","message":"end quit"}"#))
      let errors = try await Command.run(
        home.launch("--plain", "--exit-status", "--filter", "level>=warn", "log"))
      #expect(errors.status == .exited(1))
      #expect(errors.output.isEmpty)
    }
  }
}
