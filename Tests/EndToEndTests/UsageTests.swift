import Foundation
import Testing

/// A mistake on the command line is reported in one line, before anything is opened.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `Wrong usage` {
  @Test(arguments: [
    ["--bogus"], ["--plain", "--bogus=1"], ["-x"], ["timeline:", "file"],
    ["ftp://example.com"], ["exec:ls '{page}'"], ["timeline:", "+5"], ["timeline:", "+G"],
    ["file", "+"], ["file", "+0"],
    ["timeline:", "-N"], ["timeline:", "+5", "--plain"], ["timeline:", "-f"],
    ["file", "--latency", "5"], ["file", "--fail-every", "2"],
    ["--page-size", "0"], ["--page-size", "-1"], ["--page-size", "many"], ["--page-size", "1.5"],
    ["--page-size", "99999999999999999999"], ["--page-size"], ["--page-size="],
    ["--keep", "10"], ["--keep", "100", "--page-size", "60", "--prefetch", "30"],
    ["--keep", "0"], ["--keep", "-5"], ["--prefetch", "-1"],
    ["--page-size", "9223372036854775807", "--prefetch", "9223372036854775807"],
    ["--plain", "--limit", "-1"], ["--plain", "--limit", "all"], ["--latency", "-1"],
    ["--latency=-1"], ["--latency", "600001"], ["--fail-every=-1"], ["--fail-every", "x"],
    ["--retry-for=-1"], ["--max-requests", "0"],
    ["--color", "purple"], ["--log"], ["--log", "/nonexistent/folder/log"], ["--log", "/"],
    ["--log", ""], ["+a\nb\u{1B}[31m"], ["-NZ"], ["--ascii=yes"], ["--page"], ["timeline:", "+3"],
    ["file", "--format", "xml"], ["file", "--columns", "a,,b"],
    ["timeline:", "--columns", "a"],
  ]) func `is refused with status 2 and one line`(arguments: [String]) async throws {
    try await SampleHome.run(filled: false) { home in
      let result = try await Command.run(home.launch(arguments))
      #expect(result.status == .exited(2))
      #expect(result.output.isEmpty)
      #expect(result.error.hasPrefix("endless: ") && result.error.isOneLine, "\(result.error)")
      #expect(!result.error.contains("\u{1B}"))
      #expect(!FileManager.default.fileExists(atPath: home.dataHome))
    }
  }

  @Test(arguments: [["--json"], ["--limit", "3"], ["--json", "--limit", "3"]])
  func `is what belongs to the plain form on a screen`(arguments: [String]) async throws {
    try await SampleHome.run(filled: false) { home in
      let (status, text) = try await SampleHome.refusal(of: home.launch(arguments))
      #expect(status == .exited(2))
      #expect(text.hasPrefix("endless: ") && text.isOneLine && text.contains("--plain"))
      #expect(!FileManager.default.fileExists(atPath: home.dataHome))
    }
  }

  /// Without options, the program does not create its table of options.
  @Test(arguments: [["file"], ["file", "+3"], ["+G", "file"], ["timeline:"]])
  func `is not what has words alone, which mean the same beside an option`(
    words: [String]
  ) async throws {
    try await SampleHome.run { home in
      try home.directory.write((1...300).map { "\($0)\n" }.joined(), to: "file")
      let alone = try await Command.run(home.launch(words))
      let beside = try await Command.run(home.launch(words + ["--plain"]))
      #expect(alone.status == .exited(0) && !alone.output.isEmpty)
      #expect(alone.output == beside.output)
    }
  }

  @Test func `is not what is only unusual`() async throws {
    try await SampleHome.run { home in
      for arguments in [
        ["--prefetch", "0"], ["--page-size", "1"], ["--page-size", "1", "--keep", "1"],
        ["--page-size", "100000"], ["--page-size", "50", "--prefetch", "25", "--keep", "100"],
      ] {
        let launch = home.launch(["timeline:", "--plain", "--limit", "3"] + arguments)
        let result = try await Command.run(launch)
        #expect(result.status == .exited(0), "\(arguments): \(result.error)")
        #expect(result.output.split(separator: "\n").count == 3)
      }
    }
  }

  @Test func `has nothing to do with a log, on a full disk or where it can be written`()
    async throws
  {
    try await SampleHome.run { home in
      for log in ["/dev/full", home.directory.path + "/log"] {
        try await home.inTerminal("--log", log) { terminal in
          try await terminal.quit()
          #expect(await terminal.standardError.isEmpty)
        }
      }
      let lines = try home.directory.read("log").split(separator: "\n")
      #expect(lines.first?.hasSuffix(" start version=0.3.0") == true)
      #expect(lines.contains { $0.contains(" load #") })
      #expect(lines.contains { $0.contains(" loaded #") && $0.hasSuffix("items=50") })
      #expect(lines.contains { $0.contains(" frame 1") })
      #expect(lines.last?.contains(" end quit") == true)
    }
  }
}
