import Foundation
import Glibc
import Testing

/// The program with `--secure`, in a pseudo-terminal without SSH.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A guest` {
  private static func launch(
    _ home: SampleHome, _ arguments: String..., environment: [String: String?] = [:]
  ) -> Launch {
    var launch = home.launch(
      ["--secure", "--posts", home.folder] + arguments, environment: environment)
    launch.standardError = .pipe
    return launch
  }

  private static func error(_ terminal: PseudoTerminal) async -> String {
    await terminal.errorText
  }

  @Test(arguments: [
    [], ["--plain"], ["--json"], ["--limit", "3"], ["--log", "log"], ["file"], ["+G"], ["-N"],
    ["--sessions", "3"], ["--slots", ".", "--sessions", "0"], ["--idle-limit", "0"],
    ["--time-limit", "-5"], ["--input-limit", "1"], ["--idle-limit", "many"],
  ]) func `needs a terminal, and may not ask for more`(arguments: [String]) async throws {
    try await SampleHome.run(filled: false) { home in
      let result = try await Command.run(home.launch(["--secure"] + arguments))
      #expect(result.status == .exited(arguments.isEmpty ? 1 : 2))
      #expect(result.output.isEmpty)
      #expect(result.error.hasPrefix("endless: ") && result.error.isOneLine, "\(result.error)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.directory.path).isEmpty)
    }
  }

  private static let options: [([String], String)] =
    ["--posts", "--likes", "--slots"].map {
      (["--secure", $0, ""], "\($0) needs a path, not an empty value")
    }
    + ["--posts", "--likes", "--slots", "--idle-limit", "--time-limit"].map {
      ([$0, "5"], "\($0) needs --secure")
    }

  @Test func `names a path where one is wanted, and is meant by the options that limit one`()
    async throws
  {
    try await SampleHome.run(filled: false) { home in
      for (words, text) in Self.options {
        let result = try await Command.run(home.launch(words))
        #expect(result.status == .exited(2))
        #expect(result.error == "endless: \(text); see endless --help\n")
      }
    }
  }

  @Test func `reads the same help, and may not name a database`() async throws {
    try await SampleHome.run(filled: false) { home in
      let help = try await Command.run(home.launch("--help", "all"))
      let secure = try await Command.run(home.launch("--secure", "--help", "all"))
      #expect(secure.output.contains("--table") && secure.output == help.output)
      let refused = try await Command.run(home.launch("--secure", "--table", "a"))
      #expect(refused.status == .exited(2) && refused.output.isEmpty)
      #expect(
        refused.error.hasPrefix(
          "endless: --table, --query, --order-by and --listen need a database: "))
    }
  }

  @Test func `has no environment, and leaves nothing behind`() async throws {
    try await SampleHome.run(filled: false) { home in
      let folder = home.directory.path
      var launch = home.launch(["--secure"])
      launch.standardError = .pipe
      launch.environment = [
        "TERMINFO": folder, "TERMINFO_DIRS": folder, "LINES": "7", "COLUMNS": "33",
        "LC_ALL": "POSIX", "NO_COLOR": "1", "XDG_DATA_HOME": folder, "HOME": folder,
      ]
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("loaded")
        try await terminal.waitFor("\u{1B}[24")
        try await terminal.waitFor("▌")
        try await terminal.waitFor("\u{1B}[38;5;")
        // The later keys move the post off the screen.
        try await terminal.write("L")
        try await terminal.waitFor("♥")
        try await terminal.write("rjjGg")
        try await terminal.quit()
        #expect(await terminal.standardError.isEmpty)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }

  private static let known = [
    "xterm", "vt100", "vt220", "linux", "tmux-256color", "xterm-kitty", "alacritty",
  ]

  @Test(arguments: known + ["dumb", "", "xterm+osc", "ansi", "../x", "Eterm"])
  func `may have a known terminal, and no other one`(term: String) async throws {
    try await SampleHome.run { home in
      let launch = Self.launch(home, environment: ["TERM": term])
      guard !Self.known.contains(term) else {
        return try await PseudoTerminal.run(launch) { terminal in
          try await terminal.waitFor("loaded")
          try await terminal.quit()
        }
      }
      let (status, error) = try await SampleHome.refusal(of: launch)
      #expect(status == .exited(1))
      #expect(error.hasPrefix("endless: ") && error.contains("terminal") && error.isOneLine)
    }
  }

  @Test func `cannot suspend`() async throws {
    try await SampleHome.run { home in
      let options = TerminalOptions(isJob: true)
      var launch = Self.launch(home)
      launch.standardError = .terminal
      try await PseudoTerminal.run(launch, options) { terminal in
        try await terminal.waitFor("loaded")
        try await terminal.write("\u{1A}H")
        try await terminal.waitFor("Help")
        try await terminal.quit(by: "Q")
      }
    }
  }

  @Test(arguments: [("--idle-limit", "idle too long"), ("--time-limit", "time limit reached")])
  func `is told when it ends, and why it has`(option: String, reason: String) async throws {
    try await SampleHome.run { home in
      try await PseudoTerminal.run(Self.launch(home, option, "8")) { terminal in
        // The first seconds may have passed before the first frame is drawn.
        try await terminal.waitUntil("the warning") {
          String(decoding: $0, as: UTF8.self).contains(#/ends in [1-8] s/#)
        }
        #expect(try await terminal.waitForExit() == .exited(1))
        #expect(await Self.error(terminal).hasSuffix("\(reason)\n"))
        #expect(TerminalModes(await terminal.output).isAsAtStart)
      }
    }
  }

  @Test func `finds no place where all are taken, and one when a guest is gone`() async throws {
    try await SampleHome.run { home in
      let folder = try home.directory.write("", to: "slots/x").dropLast(2)
      let launch = Self.launch(home, "--slots", String(folder), "--sessions", "2")
      try await PseudoTerminal.run(launch) { first in
        try await first.waitFor("loaded")
        try await PseudoTerminal.run(launch) { second in
          try await second.waitFor("loaded")
          try await PseudoTerminal.run(launch) { third in
            let status = try await third.waitForExit()
            #expect(status == .exited(1))
            #expect(
              await Self.error(third) == "endless: all 2 sessions are in use; try again later\n")
            #expect(await third.output.isEmpty)
          }
          try await second.signal(SIGKILL)
          try await second.waitForExit()
        }
        try await PseudoTerminal.run(launch) { fourth in try await fourth.waitFor("loaded") }
      }
    }
  }

  @Test func `costs little while the window is resized as often as can be`() async throws {
    try await SampleHome.run { home in
      try await PseudoTerminal.run(Self.launch(home)) { terminal in
        try await terminal.waitFor("loaded")
        let process = ServerProcess(identifier: terminal.program.child.identifier)
        let before = try #require(process.processorTime)
        let start = ContinuousClock.now
        var count = 0
        while ContinuousClock.now < start + .seconds(8) || count <= 1_000 {
          count += 1
          try await terminal.resize(lines: 300 - count % 2, columns: 500 - count % 2)
        }
        let now = try #require(process.processorTime)
        // The share of a processor; on a busy machine, the loop takes longer than 8 seconds.
        #expect(now - before < (ContinuousClock.now - start) * 5 / 16)
      }
    }
  }

  @Test(arguments: [
    (["--posts", "/nonexistent"], ""), (["--likes", "/nonexistent/likes"], ""),
    (["--likes", "/dev/null"], ""), (["--slots", "/nonexistent"], ""),
    // A folder is used in place of the database. A pipe is not used, because the program would wait
    // for it.
    (["--posts", "posts"], "it is not a regular file"),
  ]) func `finds the host in order, or is told in one line`(
    arguments: [String], reason: String
  ) async throws {
    try await SampleHome.run { home in
      try home.directory.write("", to: "posts/timeline.sqlite/file")
      let words = arguments.map { $0 == "posts" ? home.directory.path + "/posts" : $0 }
      let (status, error) = try await SampleHome.refusal(of: home.launch(["--secure"] + words))
      #expect(status == .exited(1))
      #expect(error.hasPrefix("endless: ") && error.isOneLine)
      #expect(reason.isEmpty || error.contains(reason))
    }
  }

  @Test func `may say a number before a key, but no great one`() async throws {
    try await SampleHome.run { home in
      try await PseudoTerminal.run(Self.launch(home)) { terminal in
        try await terminal.waitFor("loaded")
        try await terminal.write("98765")
        try await terminal.waitFor("987")
        try await terminal.write("jQ")
        #expect(try await terminal.waitForExit() == .exited(0))
        #expect(await !terminal.text.contains("9876"))
      }
    }
  }

  @Test(arguments: [("Q", ExitStatus.exited(0)), ("\u{3}", .exited(130))])
  func `is heard after the hardest work, if late`(key: String, status: ExitStatus) async throws {
    try await SampleHome.run(filled: false) { home in
      try await PseudoTerminal.run(home.launch(["--secure"])) { terminal in
        try await terminal.waitFor("loaded")
        // While the program goes to the end, it creates all posts in memory.
        try await terminal.write("GG")
        try await terminal.waitFor("── end", within: .seconds(120))
        try await terminal.write(key)
        #expect(try await terminal.waitForExit(within: .seconds(120)) == status)
      }
    }
  }
}
