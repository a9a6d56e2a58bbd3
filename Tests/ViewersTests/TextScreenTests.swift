import Feeds
import Foundation
import TableUI
import TemporaryFolders
import Terminal
import Testing
import Viewers

@MainActor @Suite(.timeLimit(.minutes(10))) struct `A text file` {
  private static let numbered = (1...1_000).map { "line \($0)\n" }.joined()

  private static func lines(_ range: ClosedRange<Int>) -> [String] { range.map { "line \($0)" } }

  @Test func `is shown from its start, and scrolled by line, screen and half`() async throws {
    try await ViewerFixture.show(Self.numbered) { viewer in
      await viewer.wait(for: Self.lines(1...7))
      let keys: [(Key, Int)] = [
        ("j", 2), ("k", 1), (.space, 8), ("b", 1), ("d", 5), ("u", 1), (.down, 2),
      ]
      for (key, first) in keys {
        viewer.type(key)
        await viewer.wait(for: Self.lines(first...(first + 6)))
      }
      for (keys, first) in [
        ("5j", 7), ("3k", 4), ("3 ", 7), ("2b", 5), ("5d", 10), ("d", 15), ("3u", 12), ("u", 9),
        ("600j", 609), ("4z", 613),
        (" ", 617), ("b", 613),
      ] {
        viewer.type(keys)
        await viewer.wait(for: Self.lines(first...(first + 6)))
      }
    }
  }

  @Test(arguments: [144, 146, 149, 150, 151])
  func `is shown from a line on, also where little is loaded below it`(number: Int) async throws {
    try await ViewerFixture.show(Self.numbered) { viewer in
      await viewer.wait(for: Self.lines(1...7))
      viewer.type("\(number)G")
      await viewer.wait(for: Self.lines(number...(number + 6)))
    }
  }

  @Test func `is gone through by jumps, and back`() async throws {
    try await ViewerFixture.show(Self.numbered) { viewer in
      await viewer.wait(for: Self.lines(1...7))
      viewer.type("G")
      await viewer.wait(for: Self.lines(994...1_000))
      await viewer.wait(for: "·  line 994 of 1,000 · end")
      viewer.type("''")
      await viewer.wait(for: Self.lines(1...7))
      viewer.type("500G")
      await viewer.wait(for: Self.lines(500...506))
      await viewer.wait(for: "·  line 500")
      viewer.type("''")
      await viewer.wait(for: Self.lines(1...7))
      viewer.type("50%")
      await viewer.wait(for: "·  50%")
      viewer.type("g")
      await viewer.wait(for: Self.lines(1...7))
      viewer.type("5000G")
      await viewer.wait(for: "no line 5000")
      await viewer.wait(for: Self.lines(1...7))
    }
  }

  @Test(arguments: [(StartPosition.end, 994), (.item(300), 300)])
  func `is opened where it is wanted`(start: StartPosition, first: Int) async throws {
    try await ViewerFixture.show(Self.numbered, at: start) { viewer in
      await viewer.wait(for: Self.lines(first...(first + 5)))
    }
  }

  @Test func `has numbers where they are wanted`() async throws {
    try await ViewerFixture.show(Self.numbered, at: .end, numbers: true) { viewer in
      await viewer.wait(for: (994...1_000).map { "\("    \($0)".suffix(7)) line \($0)" })
      viewer.type("k")
      await viewer.wait(for: ["    993 line 993"])
      viewer.type("bb")
      await viewer.wait(for: ["    979 line 979"])
    }
  }

  @Test func `cuts long lines, scrolls them sideways, and wraps them`() async throws {
    let long = (0..<10).map { "\($0)123456789" }.joined()
    try await ViewerFixture.show("\(long)\nshort\n" + Self.numbered) { viewer in
      let folded = [
        "\(long.prefix(40))", "\(long.dropFirst(40).prefix(40))", "\(long.dropFirst(80))", "short",
      ]
      await viewer.wait(for: folded)
      // Further to the right, each line takes one line of the screen.
      viewer.type("l")
      await viewer.wait(for: ["\(long.dropFirst(20).prefix(39))…", ""])
      viewer.type("0")
      await viewer.wait(for: folded)
      viewer.type("w")
      await viewer.wait(for: ["\(long.prefix(39))…", "short"])
      viewer.type("l")
      await viewer.wait(for: ["\(long.dropFirst(20).prefix(39))…", ""])
      viewer.type(.right, .right, "l")
      await viewer.wait(for: ["\(long.dropFirst(60))", ""])
      viewer.type("h", "h", .left)
      await viewer.wait(for: ["\(long.prefix(39))…", "short"])
      viewer.type("$")
      await viewer.wait(for: ["\(long.dropFirst(60))", ""])
      viewer.type("^5l")
      await viewer.wait(for: ["\(long.dropFirst(5).prefix(39))…", ""])
      viewer.type("0-S")
      await viewer.wait(for: folded)
      viewer.type("j")
      await viewer.wait(for: ["\(long.dropFirst(40).prefix(40))"])
      viewer.type("w")
      await viewer.wait(for: ["\(long.prefix(39))…", "short"])
    }
  }

  @Test func `shows what is no text, and obeys none of it`() async throws {
    try await ViewerFixture.show("a\tb\r\n\u{1B}[31mred\u{0}\u{7}\n\u{9B}2J漢字\nno end") { viewer in
      await viewer.wait(for: ["a       b", "red␀␇", "<U+009B>2J漢字", "no end"])
    }
  }

  @Test func `marks the pieces of a very long line, where that is cut`() async throws {
    let long = (0..<8_000).map { "\($0)," }.joined()
    try await ViewerFixture.show("\(long)\nshort\n", columns: 40, wraps: false) { viewer in
      await viewer.wait(for: ["\(long.prefix(39))…"])
      await viewer.wait("a marked piece") { $0[1].hasPrefix("…") && $0[1].hasSuffix("…") }
      let piece = viewer.rows[1].dropFirst().dropLast()
      #expect(long.contains(piece) && piece.count == 38)
      viewer.type("l")
      await viewer.wait("no mark beside what is further right") { !$0[1].hasPrefix("…") }
      viewer.type("h", "w")
      await viewer.wait(for: ["\(long.prefix(40))"])
      viewer.type("G")
      await viewer.wait(for: "short")
      #expect(!viewer.rows.contains { $0.hasPrefix("…") })
    }
  }

  @Test(
    arguments: [
      ("a\u{0}b\n", true), (String(repeating: "\u{1}\u{2}a\n", count: 300), true),
      ("漢字\n\u{1B}[1mé\t\n", false),
    ])
  func `is said once to look like no text, where it does`(
    text: String, isBinary: Bool
  ) async throws {
    try await ViewerFixture.show(text + Self.numbered, columns: 60) { viewer in
      await viewer.wait(for: "file.txt  ·")
      await viewer.wait("the text") { $0[0] != "" && !$0[3].contains("loading") }
      if isBinary { await viewer.wait(for: "looks like a binary file") }
      #expect(viewer.statusLine.contains("looks like a binary file") == isBinary)
      viewer.type("j")
      await viewer.wait("the end of that") { $0.last?.contains("binary") == false }
      viewer.type("k")
      #expect(!viewer.statusLine.contains("binary"))
    }
  }

  @Test func `may be empty`() async throws {
    try await ViewerFixture.show("") { viewer in
      await viewer.wait(for: "nothing here yet · r: refresh")
      viewer.type("Ggjlw50%3G")
      await viewer.wait(for: "no line 3")
      viewer.type("q")
      #expect(viewer.session.end == .quit)
    }
  }

  @Test func `has all its keys in the help`() async throws {
    try await ViewerFixture.show(Self.numbered, lines: 120, columns: 80) { viewer in
      await viewer.wait(for: Self.lines(1...7))
      viewer.type("j", "G", .function(1))
      await viewer.wait(for: "available keys")
      for (keys, words) in [
        ("Home < p % M-<", "first line"), ("End >", "last line"), ("NG", "line N"),
        ("N%", "percent"), ("''", "return to the place before the last jump"),
        ("-S", "cut long lines"),
        ("-N", "show line numbers"), ("m letter", "mark the first line"),
        ("←", "to the left"), ("→", "to the right"), ("↓", "a line down"),
        ("Space", "page down"), ("R F5", "refresh"),
        ("N", "a number before a movement repeats it"),
      ] {
        #expect(viewer.rows.contains { $0.contains(keys) && $0.contains(words) }, "\(keys)")
      }
    }
  }

  @Test func `may be of any size, with one line in it`() async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write("", to: "huge")
      #expect(truncate(path, 1 << 40) == 0)
      let viewer = try ViewerFixture(folder, "huge", wraps: false)
      let nothing = String(repeating: "␀", count: 39) + "…"
      let more = "…" + nothing.dropFirst()
      await viewer.wait(for: [nothing] + Array(repeating: more, count: 6))
      viewer.type("G")
      await viewer.wait(for: "·  end")
      viewer.type("50%")
      await viewer.wait(for: "·  50%")
      // Counting the lines of a terabyte takes minutes; a reader who leaves need not wait for it.
      for key: Key in [.escape, "^C"] {
        viewer.type("7Gj")
        await viewer.wait(for: "looking for line 7")
        viewer.type(key)
        await viewer.wait("the end of that") { $0.last?.contains("looking") == false }
      }
      viewer.type("7G")
      await viewer.wait(for: "looking for line 7")
      viewer.type("q")
      #expect(viewer.session.end == .quit)
    }
  }
}
