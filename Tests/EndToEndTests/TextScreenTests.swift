import Foundation
import Testing

/// A text file on a terminal that draws.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `A text file` {
  /// Runs the program on a file in a terminal, and calls `body` when its first screen is there.
  private static func show(
    _ text: String, _ arguments: String..., lines: Int = 8, columns: Int = 40,
    body: (Tmux) async throws -> Void
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(text, to: "file.txt")
      let launch = home.launch(arguments + ["file.txt"])
      try await Tmux.run(launch, lines: lines, columns: columns) { tmux in
        try await tmux.waitUntil("the file") { $0.last?.contains("file.txt") == true }
        try await body(tmux)
      }
      // What is not needed is not opened.
      #expect(!FileManager.default.fileExists(atPath: home.dataHome))
    }
  }

  private static let numbered = (1...1_000).map { "line \($0)\n" }.joined()

  /// Waits until the screen above the status line is this.
  private static func wait(_ tmux: Tmux, for rows: [String]) async throws {
    try await tmux.waitUntil("\(rows)") { Array($0.dropLast().prefix(rows.count)) == rows }
  }

  private static func lines(_ range: ClosedRange<Int>) -> [String] { range.map { "line \($0)" } }

  @Test func `is shown from its start, and scrolled by line, screen and half`() async throws {
    try await Self.show(Self.numbered) { tmux in
      try await Self.wait(tmux, for: Self.lines(1...7))
      for (key, first) in [
        ("j", 2), ("k", 1), ("Space", 8), ("b", 1), ("d", 5), ("u", 1), ("Down", 2),
      ] {
        try await tmux.send(key)
        try await Self.wait(tmux, for: Self.lines(first...(first + 6)))
      }
      for (keys, first) in [
        ("5j", 7), ("3k", 4), ("3 ", 25), ("2b", 11), ("5d", 31), ("3u", 19), ("600j", 619),
      ] {
        try await tmux.type(keys)
        try await Self.wait(tmux, for: Self.lines(first...(first + 6)))
      }
    }
  }

  @Test(arguments: [144, 146, 149, 150, 151])
  func `is shown from a line on, also where little is loaded below it`(number: Int) async throws {
    try await Self.show(Self.numbered) { tmux in
      try await Self.wait(tmux, for: Self.lines(1...7))
      try await tmux.type("\(number)G")
      try await Self.wait(tmux, for: Self.lines(number...(number + 6)))
    }
  }

  @Test func `is gone through by jumps, and back`() async throws {
    try await Self.show(Self.numbered) { tmux in
      try await tmux.send("G")
      try await Self.wait(tmux, for: Self.lines(995...1_000) + ["── end ──"])
      try await tmux.waitUntil("where it is") { $0.last?.contains("100%  ·  line 995") == true }
      try await tmux.type("''")
      try await Self.wait(tmux, for: Self.lines(1...7))
      try await tmux.type("500G")
      try await Self.wait(tmux, for: Self.lines(500...506))
      try await tmux.waitUntil("its line") { $0.last?.contains("line 500") == true }
      try await tmux.type("''")
      try await Self.wait(tmux, for: Self.lines(1...7))
      try await tmux.type("50%")
      try await tmux.waitUntil("the middle") { $0.last?.contains("50%") == true }
      try await tmux.send("g")
      try await Self.wait(tmux, for: Self.lines(1...7))
      try await tmux.type("5000G")
      try await tmux.waitFor("there is no line 5000")
      try await Self.wait(tmux, for: Self.lines(1...7))
    }
  }

  @Test(arguments: [("+G", 995), ("+300", 300)]) func `is opened where it is wanted`(
    start: String, first: Int
  ) async throws {
    try await Self.show(Self.numbered, start) { tmux in
      try await Self.wait(tmux, for: Self.lines(first...(first + 5)))
    }
  }

  @Test func `has numbers where they are wanted`() async throws {
    try await Self.show(Self.numbered, "-N", "+G") { tmux in
      try await Self.wait(tmux, for: (995...1_000).map { "\("    \($0)".suffix(7)) line \($0)" })
      try await tmux.send("k")
      try await Self.wait(tmux, for: ["    994 line 994"])
      try await tmux.send("b", "b")
      try await Self.wait(tmux, for: ["    980 line 980"])
    }
  }

  @Test func `cuts long lines, scrolls them sideways, and wraps them`() async throws {
    let long = (0..<10).map { "\($0)123456789" }.joined()
    try await Self.show("\(long)\nshort\n" + Self.numbered) { tmux in
      try await Self.wait(tmux, for: ["\(long.prefix(39))…", "short"])
      try await tmux.send("l")
      try await Self.wait(tmux, for: ["\(long.dropFirst(20).prefix(39))…", ""])
      try await tmux.send("Right", "Right", "l")
      try await Self.wait(tmux, for: ["\(long.dropFirst(60))", ""])
      try await tmux.send("h", "h", "Left")
      try await Self.wait(tmux, for: ["\(long.prefix(39))…", "short"])
      try await tmux.send("w")
      try await Self.wait(
        tmux,
        for: [
          "\(long.prefix(40))", "\(long.dropFirst(40).prefix(40))", "\(long.dropFirst(80))",
          "short",
        ])
      try await tmux.send("j")
      try await Self.wait(tmux, for: ["\(long.dropFirst(40).prefix(40))"])
      try await tmux.send("w")
      try await Self.wait(tmux, for: ["\(long.prefix(39))…", "short"])
    }
  }

  @Test func `shows what is no text, and obeys none of it`() async throws {
    try await Self.show("a\tb\r\n\u{1B}[31mred\u{0}\u{7}\n\u{9B}2J漢字\nno end") { tmux in
      try await Self.wait(
        tmux, for: ["a       b", "␛[31mred␀␇", "\u{FFFD}2J漢字", "no end", "── end ──"])
    }
  }

  @Test func `may be empty`() async throws {
    try await Self.show("") { tmux in
      try await Self.wait(tmux, for: ["nothing here yet · r looks again"])
      try await tmux.send("G", "g", "j", "l", "w")
      try await tmux.type("50%")
      try await tmux.type("3G")
      try await tmux.waitFor("there is no line 3")
      try await tmux.send("q")
      #expect(try await tmux.waitForExit() == .exited(0))
    }
  }

  @Test func `goes on at its end when it has grown, and is begun anew when it is another`()
    async throws
  {
    try await SampleHome.run(filled: false) { home in
      let path = try home.directory.write("one\ntw", to: "log")
      try await Tmux.run(home.launch("log"), lines: 8, columns: 40) { tmux in
        try await Self.wait(tmux, for: ["one", "tw", "── end ──"])
        try "one\ntwo\nthree\n".write(toFile: path, atomically: false, encoding: .utf8)
        try await tmux.send("r")
        try await Self.wait(tmux, for: ["one", "two", "three", "── end ──"])
        try await tmux.waitFor("grown by 8 bytes")
        try await tmux.send("r")
        try await tmux.waitFor("up to date")
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try "new\n".write(toFile: path, atomically: false, encoding: .utf8)
        try await tmux.send("r")
        try await Self.wait(tmux, for: ["new", "── end ──"])
        try await tmux.waitFor("a new file is at this path")
        #expect(truncate(path, 0) == 0)
        try "n\n".write(toFile: path, atomically: false, encoding: .utf8)
        try await tmux.send("r")
        try await Self.wait(tmux, for: ["n", "── end ──"])
        try await tmux.waitFor("changed: read anew")
        try FileManager.default.removeItem(atPath: path)
        try await tmux.send("r")
        try await Self.wait(tmux, for: ["n", "── end ──"])
      }
    }
  }

  @Test func `has all its keys in the help`() async throws {
    try await Self.show(Self.numbered, lines: 40, columns: 80) { tmux in
      try await Self.wait(tmux, for: Self.lines(1...7))
      try await tmux.send("j", "G", "F1")
      try await tmux.waitFor("the keys that work")
      let screen = try await tmux.capture()
      for (keys, words) in [
        ("g Home <", "first line"), ("G End >", "last line"), ("NG", "line N"),
        ("N%", "percent"), ("''", "back to before the last jump"), ("w", "wrap long lines"),
        ("h ←", "to the left"), ("l →", "to the right"), ("j ↓", "a line down"),
        ("Space", "page down"), ("r R", "look again"),
        ("N", "a number before a movement repeats it"),
      ] {
        #expect(screen.contains { $0.contains(keys) && $0.contains(words) }, "\(keys)")
      }
      #expect(!screen.contains { $0.contains("Enter") })
    }
  }

  @Test func `may be of any size, with one line in it`() async throws {
    try await SampleHome.run(filled: false) { home in
      let path = try home.directory.write("", to: "huge")
      #expect(truncate(path, 1 << 40) == 0)
      try await Tmux.run(home.launch("huge"), lines: 8, columns: 40) { tmux in
        let nothing = String(repeating: "␀", count: 39) + "…"
        try await Self.wait(tmux, for: Array(repeating: nothing, count: 7))
        try await tmux.send("G")
        try await tmux.waitUntil("the end") { $0.last?.contains("100%") == true }
        try await tmux.type("50%")
        try await tmux.waitUntil("the middle") { $0.last?.contains("50%") == true }
        // Counting a terabyte takes minutes; who leaves does not wait for it.
        for key in ["Escape", "C-c"] {
          try await tmux.type("7Gxj")
          try await tmux.waitFor("looking for line 7")
          try await tmux.send(key)
          try await tmux.waitUntil("the end of that") { $0.last?.contains("looking") == false }
        }
        try await tmux.type("7G")
        try await tmux.waitFor("looking for line 7")
        try await tmux.send("q")
        #expect(try await tmux.waitForExit() == .exited(0))
      }
    }
  }
}
