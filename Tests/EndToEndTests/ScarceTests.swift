import Foundation
import Glibc
import Testing

/// System limits that are too low, and files or signal handlers that are missing.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `Where something is missing` {
  /// The program, started by a shell that runs a script first.
  private static func launch(
    _ home: SampleHome, after script: String, _ arguments: String...
  ) -> Launch {
    var launch = home.launch()
    launch.arguments = ["-c", script + #"; exec "$0" "$@""#, launch.program] + arguments
    launch.program = "/bin/sh"
    return launch
  }

  @Test(arguments: [5, 7, 9, 11, 13, 16, 20, 25], [[], ["file"]])
  func `descriptors, it says so and does not touch the terminal`(
    limit: Int, arguments: [String]
  ) async throws {
    try await SampleHome.run { home in
      try home.directory.write("text\n", to: "file")
      var launch = Self.launch(home, after: "ulimit -n \(limit)")
      launch.arguments += arguments
      try await PseudoTerminal.run(launch) { terminal in
        let status = try await terminal.waitForExit()
        #expect(status == .exited(1))
        let text = await terminal.text
        #expect(
          text
            == "endless: cannot open more files: see the limit on open files (ulimit -n)\r\n")
      }
    }
  }

  @Test(arguments: ["mkfifo", "ln -s /dev/tty", "mkdir", "ln -s /dev/zero"])
  func `the file of places, and something else has its name, it is left alone`(
    command: String
  ) async throws {
    try await SampleHome.run { home in
      let folder = home.stateHome + "/endless"
      let script = #"mkdir -p "\#(folder)" && \#(command) "\#(folder)/places""#
      try await PseudoTerminal.run(Self.launch(home, after: script)) { terminal in
        try await terminal.waitFor("loaded")
        try await terminal.write("jjq")
        #expect(try await terminal.waitForExit() == .exited(0))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["places"])
    }
  }

  @Test func `UTF-8 in the name of HOME, everything is there all the same`() async throws {
    try await SampleHome.run(filled: false) { home in
      let script =
        #"HOME=$(printf 'a\377b'); mkdir "$HOME"; HOME=$PWD/$HOME; export HOME; unset XDG_DATA_HOME XDG_STATE_HOME"#
      try await PseudoTerminal.run(Self.launch(home, after: script)) { terminal in
        try await terminal.waitFor("loaded")
        try await terminal.write("jjL")
        try await terminal.waitFor("♥")
        try await terminal.quit()
      }
      let found = try await Command.run(
        Launch(
          "sh", "-c", "ls a*/.local/share/endless a*/.local/state/endless; ls -A",
          directory: home.directory.path))
      #expect(found.output.contains("timeline.sqlite") && found.output.contains("places\n"))
      #expect(!found.output.contains(".local\n"))
    }
  }

  @Test func `room for files, the screen is drawn, and output is an error`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("one\ntwo\n", to: "file")
      try await PseudoTerminal.run(Self.launch(home, after: "ulimit -f 0", "file")) { terminal in
        try await terminal.waitFor("two")
        try await terminal.quit()
      }
      let script = #"ulimit -f 0; exec "$0" --plain file > copy"#
      var launch = home.launch()
      (launch.program, launch.arguments) = ("/bin/sh", ["-c", script, launch.program])
      let result = try await Command.run(launch)
      #expect(result.status == .exited(1))
      #expect(result.error == "endless: cannot write to standard output: File too large\n")
    }
  }

  /// The file cannot grow because of a system limit, or because it has its maximum size.
  @Test(arguments: [(511_990, "trap '' XFSZ; ulimit -f 1000"), (1 << 20, ":")])
  func `room for a like, no half of it is left`(size: Int, script: String) async throws {
    try await SampleHome.run { home in
      let likes = try home.directory.write(String(repeating: "x", count: size), to: "likes")
      let launch = Self.launch(
        home, after: script, "--secure", "--posts", home.folder, "--likes", likes)
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("loaded")
        try await terminal.write("L")
        try await terminal.waitFor("cannot save ")
        try await terminal.quit()
      }
      #expect(home.size(of: likes) == size)
    }
  }

  @Test(arguments: [
    (":", ["/dev/ptmx"], "/dev/ptmx is a device: only files can be opened"),
    (":", ["--plain", "/proc/self/mem"], "cannot read /proc/self/mem: Input/output error"),
  ]) func `a file behind a name, or it cannot be read, it says so`(
    script: String, words: [String], text: String
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      var launch = Self.launch(home, after: script)
      launch.arguments += words
      let result = try await Command.run(launch)
      #expect(result.status == .exited(1))
      #expect(result.error == "endless: \(text)\n")
    }
  }

  @Test(arguments: [34, 47, 64] as [Int32])
  func `a handler, a realtime signal gives the terminal back`(signal: Int32) async throws {
    try await SampleHome.inTerminal { terminal, _ in
      try await terminal.signal(signal)
      #expect(try await terminal.waitForExit() == .signalled(signal))
      #expect(TerminalModes(await terminal.output).isAsAtStart)
    }
  }
}
