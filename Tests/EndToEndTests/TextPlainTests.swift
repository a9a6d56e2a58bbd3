import Foundation
import Testing

/// A text file that is written without a screen, and a file that cannot be shown.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `The plain form of a text file` {
  private static let noText = (0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 167 >> 3) } + [10]

  @Test(
    arguments: [
      "", "one\ntwo\n", "no end", "\n\n\n", "a\r\nb\r\r\nc\rd\r\n", "end\r", "\r\n",
      "漢字 é 😀\n\u{1B}[31m\u{0}\n",
    ].map { Array($0.utf8) } + [noText]) func `is the file itself, byte for byte`(
      bytes: [UInt8]
    ) async throws
  {
    try await SampleHome.run(filled: false) { home in
      try Data(bytes).write(to: URL(filePath: home.directory.path + "/file"))
      let result = try await Command.run(home.launch("--plain", "file"))
      #expect(result.status == .exited(0) && result.error.isEmpty)
      #expect(result.outputBytes == bytes)
      #expect(!FileManager.default.fileExists(atPath: home.dataHome))
    }
  }

  @Test(arguments: ["--plain", "--plain -N", "--plain --filter o", "--plain -f"])
  func `is not written to the file itself`(options: String) async throws {
    try await SampleHome.run(filled: false) { home in
      // Without the refusal, the output would have no end.
      let script = "ulimit -f 64; echo one >log; '\(home.program)' \(options) log >>log"
      let launch = Launch("sh", "-c", script, directory: home.directory.path)
      let result = try await Command.run(launch)
      #expect(
        result.error == "endless: log is both the input and the output: write to another file\n")
      #expect(result.status == .exited(1))
      let text = try String(contentsOfFile: home.directory.path + "/log", encoding: .utf8)
      #expect(text == "one\n")
    }
  }

  @Test(arguments: ["", "-- "]) func `may have a name that is no UTF-8`(mark: String) async throws {
    try await SampleHome.run(filled: false) { home in
      var launch = home.launch()
      launch.arguments = [
        "-c", #"name=$(printf 'a\377b'); echo text >"$name"; exec "$0" --plain \#(mark)"$name""#,
        launch.program,
      ]
      launch.program = "/bin/sh"
      let result = try await Command.run(launch)
      #expect(result.output == "text\n" && result.error.isEmpty)
      #expect(result.status == .exited(0))
    }
  }

  @Test func `is the same where line ends lie between two reads`() async throws {
    try await SampleHome.run(filled: false) { home in
      for length in (256 << 10) - 2...(256 << 10) + 1 {
        let line = String(repeating: "x", count: length)
        try home.directory.write("\(line)\r\n\(line)\r\r\nend", to: "file")
        let result = try await Command.run(home.launch("--plain", "file"))
        #expect(result.output == "\(line)\r\n\(line)\r\r\nend")
      }
    }
  }

  @Test(
    arguments: [
      ([], "\u{FEFF}one\ntwo\nthree\n", String.Encoding.utf16LittleEndian),
      (["--limit", "1"], "one\n", .utf8), (["+2"], "two\nthree\n", .utf8),
      (["+G", "--limit", "1"], "three\n", .utf8),
      (["-N"], "     1\tone\n     2\ttwo\n     3\tthree\n", .utf8),
      (["--filter", "^one"], "one\n", .utf8),
    ] as [([String], String, String.Encoding)])
  func `is decoded if it is written in lines`(
    words: [String], output: String, encoding: String.Encoding
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      let text = try #require("\u{FEFF}one\ntwo\nthree\n".data(using: .utf16LittleEndian))
      try text.write(to: URL(filePath: home.directory.path + "/file"))
      let result = try await Command.run(home.launch(["--plain"] + words + ["file"]))
      let expected = try #require(output.data(using: encoding))
      #expect(result.outputBytes == Array(expected) && result.error.isEmpty)
    }
  }

  @Test(
    arguments: [
      ([], "\u{FEFF}one\ntwo\n"), (["--filter", "^one"], "one\n"), (["--limit", "1"], "one\n"),
      (["--json"], "{\"text\":\"one\"}\n{\"text\":\"two\"}\n"), (["+1"], "one\ntwo\n"),
      (["-N"], "     1\tone\n     2\ttwo\n"), (["+G", "--limit", "2"], "one\ntwo\n"),
    ] as [([String], String)])
  func `of UTF-8 has a mark only if its bytes are unchanged`(words: [String], output: String)
    async throws
  {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("\u{FEFF}one\ntwo\n", to: "file")
      let result = try await Command.run(home.launch(["--plain"] + words + ["file"]))
      #expect(result.outputBytes == Array(output.utf8) && result.error.isEmpty)
    }
  }

  @Test func `ends after as many lines as are wanted`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write((1...100_000).map { "\($0)\n" }.joined(), to: "file")
      for limit in [0, 1, 50, 99_999, 100_000, 200_000] {
        let result = try await Command.run(home.launch("--plain", "--limit", "\(limit)", "file"))
        #expect(result.status == .exited(0))
        #expect(result.output.split(separator: "\n").count == min(limit, 100_000))
      }
    }
  }

  @Test func `has nothing in it for a terminal to obey`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("\u{1B}[31mred\u{7}\u{1B}[m\u{1B}[2J\n", to: "file")
      try await PseudoTerminal.run(home.launch("--plain", "file")) { terminal in
        let status = try await terminal.waitForExit()
        #expect(status == .exited(0))
        #expect(
          await terminal.text == "\u{1B}[31mred␇\u{1B}[m␛[2J\r\n"
        )
      }
    }
  }

  @Test func `ends silently when nobody reads any more`() async throws {
    try await SampleHome.run(filled: false) { home in
      let path = try home.directory.write("", to: "huge")
      #expect(truncate(path, 1 << 40) == 0)
      var launch = home.launch("--plain", "huge")
      launch.standardOutput = .pipe
      launch.standardError = .pipe
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitUntil("bytes") { _ in await !terminal.standardOutput.isEmpty }
        await terminal.closeStandardOutput()
        #expect(try await terminal.waitForExit() == .exited(0))
        #expect(await terminal.standardError.isEmpty)
      }
    }
  }

  @Test(
    arguments: [
      ("nothing", "No such file or directory"), ("a\nb\u{1B}[31m", "No such file or directory"),
      ("", "No such file or directory"),
      ("nothing/below", "No such file or directory"), ("/dev/ptmx", "is a device"),
    ], [true, false]) func `says in one line why there is none`(
      file: (String, String), onScreen: Bool
    ) async throws
  {
    try await SampleHome.run(filled: false) { home in
      let launch = home.launch(file.0)
      let (status, error) =
        try await onScreen ? SampleHome.refusal(of: launch) : Self.run(launch)
      #expect(status == .exited(1))
      #expect(error.hasPrefix("endless: ") && error.isOneLine && error.contains(file.1))
      #expect(!error.contains("\u{1B}"))
    }
  }

  private static func run(_ launch: Launch) async throws -> (status: ExitStatus, error: String) {
    let result = try await Command.run(launch)
    #expect(result.output.isEmpty)
    return (result.status, result.error)
  }
}

/// Text in encodings other than UTF-8, written without a screen.
@Suite(.timeLimit(.minutes(5))) struct `A text in another encoding on a pipe` {
  private static let bytes: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0xE4, 0, 0x0A, 0]

  private func run(
    _ words: String..., file bytes: [UInt8] = bytes
  ) async throws -> (output: String, errors: String, status: ExitStatus) {
    try await SampleHome.run(filled: false) { home in
      try Data(bytes).write(to: URL(filePath: home.directory.path + "/file"))
      let result = try await Command.run(home.launch(words + ["file"]))
      return (result.output, result.error, result.status)
    }
  }

  @Test func `keeps its bytes`() async throws {
    try await SampleHome.run(filled: false) { home in
      try Data(Self.bytes).write(to: URL(filePath: home.directory.path + "/file"))
      let launch = Launch(
        "sh", "-c", "\(home.program) file | cmp - file && cat file | \(home.program) | cmp - file",
        directory: home.directory.path)
      #expect(try await Command.run(launch).status == .exited(0))
    }
  }

  @Test(arguments: [
    (["--encoding", "utf16"], "aä\n"), (["--json"], "{\"text\":\"aä\"}\n"),
    (["--filter", "ä"], "aä\n"), (["--encoding", "UTF-16LE", "--json"], "{\"text\":\"aä\"}\n"),
  ]) func `is decoded where its characters are asked for`(words: [String], output: String)
    async throws
  {
    try await SampleHome.run(filled: false) { home in
      try Data(Self.bytes).write(to: URL(filePath: home.directory.path + "/file"))
      let result = try await Command.run(home.launch(["--plain"] + words + ["file"]))
      #expect(result.output == output)
      #expect(result.status == .exited(0))
    }
  }

  @Test func `says what could not be decoded, behind what could`() async throws {
    let result = try await run("--json", file: Self.bytes + [0, 0xDC, 0x0A, 0])
    #expect(result.output == "{\"text\":\"aä\"}\n{\"text\":\"\u{FFFD}\"}\n")
    #expect(result.errors == "endless: file: a character could not be decoded as UTF-16LE\n")
    #expect(result.status == .exited(1))
  }

  @Test func `has a name that can be one`() async throws {
    let result = try await run("--encoding", "a b")
    #expect(result.errors.hasPrefix("endless: --encoding must be a name such as latin1"))
    #expect(result.status == .exited(2))
  }
}
