import Foundation
import Testing

/// The output of other programs, read from standard input.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `Standard input` {
  @Test(arguments: [[], ["-"]])
  func `is copied byte for byte where there is no screen`(arguments: [String]) async throws {
    try await SampleHome.run(filled: false) { home in
      let piped = try await Command.run(home.launch(arguments), input: "one\ntwo\u{1B}[31m")
      #expect(piped.status == .exited(0))
      #expect(piped.output == "one\ntwo\u{1B}[31m")
      var launch = home.launch(arguments)
      launch.standardInput = .file(try home.directory.write("one\ntwo", to: "input"))
      #expect(try await Command.run(launch).output == "one\ntwo")
      #expect(!FileManager.default.fileExists(atPath: home.dataHome))
    }
  }

  @Test(arguments: ["", " --json"])
  func `is read from where another program has stopped`(option: String) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("n,m\n1,2\none\ntwo\n", to: "input")
      let script = "(read a; read b; '\(home.program)' --plain\(option)) <input"
      let result = try await Command.run(
        Launch("sh", "-c", script, directory: home.directory.path))
      let lines = option.isEmpty ? ["one", "two"] : [#"{"text":"one"}"#, #"{"text":"two"}"#]
      #expect(result.output == lines.joined(separator: "\n") + "\n")
      #expect(result.status == .exited(0) && result.error.isEmpty)
    }
  }

  @Test func `is shown while it comes, and keys come from the terminal`() async throws {
    try await SampleHome.run(filled: false) { home in
      var launch = home.launch([])
      launch.standardInput = .pipe
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("waiting for more")
        try await terminal.writeToStandardInput("line one\n")
        try await terminal.waitFor("line one")
        try await terminal.writeToStandardInput("line two\n")
        try await terminal.waitFor("line two")
        await terminal.closeStandardInput()
        try await terminal.waitFor("end")
        try await terminal.quit()
      }
    }
  }

  /// Lines that arrive on standard input and those in a compressed file are shown in the same way.
  @Test(arguments: [2, 3, 300])
  func `has lines of JSON in columns, also where all of them have come`(
    count: Int
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      let lines = (1...count).map { #"{"id":\#($0),"name":"n\#($0)"}"# + "\n" }.joined()
      try home.directory.write(lines, to: "lines")
      for script in ["cat lines | \(home.program)", "gzip lines && \(home.program) lines.gz"] {
        let launch = Launch("sh", "-c", script, directory: home.directory.path)
        try await Tmux.run(launch, lines: 12) { tmux in
          try await tmux.waitUntil("all records, in columns") { lines in
            lines.first?.contains("id  name") == true
              && lines.contains { $0.contains("record 1 of \(count)") }
          }
          try await tmux.quit()
        }
      }
    }
  }

  @Test(arguments: ["yes | PROGRAM", "seq 1 500 | PROGRAM -F"])
  func `is closed when the reader quits, which ends its writer, also where it does not fit`(
    script: String
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      let launch = Launch(
        "sh", "-c", script.replacing("PROGRAM", with: home.program),
        directory: home.directory.path)
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("quit")
        try await terminal.quit()
      }
    }
  }

  @Test(arguments: [": |", "< /dev/null"])
  func `may be of nothing`(input: String) async throws {
    try await SampleHome.run(filled: false) { home in
      let script = input.hasPrefix("<") ? "\(home.program) \(input)" : "\(input) \(home.program)"
      let launch = Launch("sh", "-c", script, directory: home.directory.path)
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("no data")
        try await terminal.write("jGq")
        #expect(try await terminal.waitForExit() == .exited(0))
      }
    }
  }

  @Test func `needs a terminal that sends keys`() async throws {
    try await SampleHome.run(filled: false) { home in
      let launch = Launch(
        "sh", "-c", "echo text | setsid -w \(home.program); echo status $?",
        directory: home.directory.path)
      try await PseudoTerminal.run(launch) { terminal in
        let status = try await terminal.waitForExit()
        #expect(status == .exited(0))
        let output = await terminal.text
        let lines = output.split(whereSeparator: \.isNewline)
        #expect(lines.count == 2, "\(output)")
        #expect(lines.first?.contains("terminal") == true, "\(output)")
        #expect(lines.last == "status 2", "\(output)")
      }
    }
  }

  @Test func `is printed where it fits on one screen`() async throws {
    try await SampleHome.run(filled: false) { home in
      let launch = Launch(
        "sh", "-c", "seq 1 5 | \(home.program) -F", directory: home.directory.path)
      try await PseudoTerminal.run(launch) { terminal in
        let status = try await terminal.waitForExit()
        #expect(status == .exited(0))
        // If the lines arrive slowly, a screen is shown first.
        let output = await terminal.text
        #expect(output.hasSuffix("1\r\n2\r\n3\r\n4\r\n5\r\n"), "\(output)")
      }
    }
  }

  @Test func `leaves the screen and is printed where it turns out to fit on one`() async throws {
    try await SampleHome.run(filled: false) { home in
      var launch = home.launch("-F")
      launch.standardInput = .pipe
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.writeToStandardInput("one\n")
        try await terminal.waitFor("waiting for more")
        let mark = await terminal.output.count
        try await terminal.writeToStandardInput("two\n")
        await terminal.closeStandardInput()
        #expect(try await terminal.waitForExit() == .exited(0))
        let rest = String(decoding: await terminal.output[mark...], as: UTF8.self)
        #expect(rest.hasSuffix("one\r\ntwo\r\n"), "\(rest)")
        #expect(TerminalModes(await terminal.output).isAsAtStart)
      }
    }
  }

  @Test func `that finds the disk full stays on the screen as far as it came`() async throws {
    try await SampleHome.run(filled: false) { home in
      // The program treats a limit on the size of a file like a full disk.
      let launch = Launch(
        "sh", "-c", "seq 1 1000000 | (ulimit -f 512; \(home.program))",
        directory: home.directory.path)
      try await Tmux.run(launch, lines: 8, columns: 90) { tmux in
        try await tmux.waitUntil("the first line") { $0.first == "1" }
        try await tmux.send("G")
        try await tmux.waitFor("no space left for temporary files")
        try await tmux.send("g")
        try await tmux.waitUntil("the first line") { $0.first == "1" }
        try await tmux.quit()
      }
    }
  }

  @Test(arguments: ["gzip", "zstd", "xz", "bzip2"])
  func `and files may be packed`(program: String) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write((1...5_000).map { "line \($0)\n" }.joined(), to: "file")
      let pack = Launch(
        "sh", "-c", "\(program) -c file > packed", directory: home.directory.path)
      #expect(try await Command.run(pack).status == .exited(0))
      try await PseudoTerminal.run(home.launch("packed", "+G")) { terminal in
        // For a line that replaces another one, only the differences are sent.
        try await terminal.waitFor("5000")
        try await terminal.quit()
      }
    }
  }
}
