import Foundation
import Testing

/// A part of a text file, written without a screen: as it is in the file, with numbers, or as
/// objects.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `The plain form of a part of a text file` {
  private static let numbered = (1...1_000).map { "line \($0)\r\n" }.joined()

  private static func lines(_ range: ClosedRange<Int>) -> String {
    range.map { "line \($0)\r\n" }.joined()
  }

  /// The program's output for a text.
  private static func output(
    of text: String, _ arguments: String..., terminal: Bool = false
  ) async throws -> String {
    try await output(of: Data(text.utf8), arguments, terminal: terminal)
  }

  private static func output(
    of data: Data, _ arguments: [String], terminal: Bool = false
  ) async throws -> String {
    try await SampleHome.run(filled: false) { home in
      try data.write(to: URL(filePath: home.directory.path + "/file"))
      let launch = home.launch(["--plain", "file"] + arguments)
      if terminal {
        return try await PseudoTerminal.run(launch) { terminal in
          let status = try await terminal.waitForExit()
          #expect(status == .exited(0))
          return await terminal.text
        }
      }
      let result = try await Command.run(launch)
      #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
      return result.output
    }
  }

  @Test(arguments: [
    (["+300"], 300...1_000), (["+1"], 1...1_000), (["+1000"], 1_000...1_000),
    (["+300", "--limit", "2"], 300...301), (["+999", "--limit", "5"], 999...1_000),
    (["+G"], 951...1_000), (["+G", "--page-size", "3"], 998...1_000),
    (["+G", "--limit", "2"], 999...1_000), (["+G", "--limit", "2000"], 1...1_000),
  ]) func `begins where it is wanted`(arguments: [String], lines: ClosedRange<Int>) async throws {
    let output = try await Self.output(of: Data(Self.numbered.utf8), arguments)
    #expect(output == Self.lines(lines))
  }

  @Test(arguments: [
    ("", "+1"), ("", "+G"), ("one\n", "+2"), ("one\n", "+G --limit 0"),
    ("one\n", "+2 --filter one"), ("one\n", "+999999 --filter one -N"),
  ])
  func `is nothing where there is no such line`(text: String, arguments: String) async throws {
    let words = arguments.split(separator: " ").map(String.init)
    #expect(try await Self.output(of: Data(text.utf8), words).isEmpty)
  }

  @Test func `begins with the whole of a long last line, and adds nothing`() async throws {
    let long = String(repeating: "0123456789abcdef", count: 30_000)
    #expect(try await Self.output(of: "one\n" + long, "+G", "--limit", "1") == long)
    let both = try await Self.output(of: "one\n\(long)\ntwo", "+G", "--limit", "2", "-N")
    #expect(both == "     2\t\(long)\n     3\ttwo\n")
  }

  @Test func `is numbered as cat does it`() async throws {
    #expect(
      try await Self.output(of: Self.numbered, "-N", "+999")
        == "   999\tline 999\r\n  1000\tline 1000\r\n")
    #expect(
      try await Self.output(of: Self.numbered, "-N", "+G", "--limit", "1")
        == "  1000\tline 1000\r\n")
    let text = (1...100_000).map { "\($0)\n" }.joined()
    let expected = (1...100_000).map { "\("     \($0)".suffix(6))\t\($0)\n" }.joined()
    #expect(try await Self.output(of: text, "-N") == expected)
    #expect(try await Self.output(of: "\n\n", "-N", "--limit", "1") == "     1\t\n")
    #expect(
      try await Self.output(of: "one\r\ntwo\r\nthree", "-N")
        == "     1\tone\r\n     2\ttwo\r\n     3\tthree\n")
  }

  @Test func `is an object a line, which can be read`() async throws {
    let lines = [
      "plain", "", "\"quoted\" and \\ and /", "\ta\u{0}b\u{1B}[31m\r\u{7F}", "漢字 é 😀\u{2028}",
      String(repeating: "long é", count: 20_000),
    ]
    let output = try await Self.output(of: lines.joined(separator: "\n"), "--json", "-N")
    let objects = try output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["text"] as? String } == lines)
    #expect(objects.map { $0["line"] as? Int } == Array(1...6))
    #expect(
      try await Self.output(of: Self.numbered, "--json", "+5", "--limit", "1")
        == "{\"text\":\"line 5\"}\n")
    #expect(
      try await Self.output(of: Self.numbered, "--json", "-N", "+G", "--limit", "1")
        == "{\"line\":1000,\"text\":\"line 1000\"}\n")
    // U+FFFD replaces bytes that are not text.
    let bytes: [UInt8] = [0x61, 0xE9, 0x62, 0xC0, 0x80, 10]
    #expect(
      try await Self.output(of: Data(bytes), ["--json"])
        == "{\"text\":\"a\u{FFFD}b\u{FFFD}\u{FFFD}\"}\n")
  }

  @Test func `has nothing in it for a terminal to obey`() async throws {
    let text = "one\n\u{1B}[31m\ttwo\u{9B}2J\nthree\n"
    #expect(
      try await Self.output(of: text, "-N", "+2", "--limit", "1", terminal: true)
        == "     2\t\u{1B}[31m        two\u{1B}[7m<U+009B>\u{1B}[27m2J\u{1B}[m\r\n"
    )
    #expect(
      try await Self.output(of: text, "--json", "+2", "--limit", "1", terminal: true)
        == "{\"text\":\"\\u001b[31m\\ttwo<U+009B>2J\"}\r\n")
    #expect(
      try await Self.output(of: text, "+G", "--limit", "1", terminal: true)
        == "\u{1B}[31mthree\u{1B}[m\r\n")
    let broken = Data([0x61, 0xE9, 0x62, 10])
    #expect(
      try await Self.output(of: broken, [], terminal: true)
        == "a\u{1B}[7m<E9>\u{1B}[mb\r\n")
  }
}
