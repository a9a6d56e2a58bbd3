import Foundation
import Testing

/// A text file that is never held in memory completely, and that consists almost entirely of holes.
@Suite(.serialized, .timeLimit(.minutes(30))) struct `A text file of a gigabyte` {
  private static let size = 1 << 30

  private static func text(_ name: String, _ count: Int) -> String {
    (1...count).map { "\(name) \($0)\n" }.joined()
  }

  /// Writes 100 lines, a line that is a hole, 200 lines in the middle, a hole, and 200 lines at the
  /// end.
  private static func write(in home: SampleHome) throws {
    let path = try home.directory.write(text("first", 100), to: "huge")
    let last = "\n" + text("last", 200)
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? file.close() }
    for (offset, text) in [
      (size / 2 - 1, "\n" + text("middle", 200)), (size - last.utf8.count, last),
    ] {
      try file.seek(toOffset: UInt64(offset))
      try file.write(contentsOf: Data(text.utf8))
    }
  }

  /// Lines with their line numbers, starting at `number`.
  private static func rows(_ name: String, _ range: ClosedRange<Int>, number: Int) -> [String] {
    range.map { "\("      \(number + $0 - range.lowerBound)".suffix(7)) \(name) \($0)" }
  }

  private static func wait(
    _ tmux: Tmux, for rows: [String], within limit: Duration = .seconds(120)
  ) async throws {
    try await tmux.waitUntil("\(rows)", within: limit) { Array($0.prefix(rows.count)) == rows }
  }

  @Test func `is gone through from both ends and the middle, and back, with its numbers`()
    async throws
  {
    try await SampleHome.run(filled: false) { home in
      try Self.write(in: home)
      try await Tmux.run(home.launch("-NS", "huge"), lines: 8, columns: 40) { tmux in
        let start = Self.rows("first", 1...7, number: 1)
        let middle = Self.rows("middle", 1...7, number: 102)
        let end = Self.rows("last", 194...200, number: 496)
        try await Self.wait(tmux, for: start)
        try await tmux.send("G")
        // On an idle machine, an unoptimized build takes half a minute to count the lines of a
        // gigabyte.
        try await Self.wait(tmux, for: end, within: .seconds(600))
        try await tmux.send("b")
        try await Self.wait(tmux, for: Self.rows("last", 187...193, number: 489))
        try await tmux.type("50%")
        try await Self.wait(tmux, for: middle)
        try await tmux.send("Space")
        try await Self.wait(tmux, for: Self.rows("middle", 8...14, number: 109))
        try await tmux.type("''")
        try await Self.wait(tmux, for: Self.rows("last", 187...193, number: 489))
        try await tmux.send("g")
        try await Self.wait(tmux, for: start)
        try await tmux.type("102G")
        try await Self.wait(tmux, for: middle)
        // The line above the middle is a hole, whose start is too far away to be found.
        try await tmux.send("k")
        let nothing = "…" + String(repeating: "␀", count: 30) + "…"
        try await Self.wait(tmux, for: ["        \(nothing)"] + middle.dropLast())
        try await tmux.type("100%")
        try await Self.wait(tmux, for: end)
        try await tmux.quit()
      }
    }
  }

  @Test func `begins in the middle, with nothing else before it`() async throws {
    try await SampleHome.run(filled: false) { home in
      try Self.write(in: home)
      try await PseudoTerminal.run(home.launch("+102", "huge")) { terminal in
        try await terminal.waitFor("middle", within: .seconds(600))
        let output = await terminal.text
        #expect(!output.contains("first"))
        try await terminal.quit()
      }
    }
  }
}
