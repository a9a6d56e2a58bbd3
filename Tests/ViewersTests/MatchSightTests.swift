import TemporaryFolders
import Terminal
import Testing
import Viewers

/// A match is scrolled into view, wherever it is in its line.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A match in a long line` {
  /// A line of 1,000 columns with a word at the given columns.
  private static func line(_ word: String, at columns: Int...) -> String {
    var line = Array(repeating: Character("."), count: 1_000)
    for column in columns {
      line.replaceSubrange(column..<column + word.count, with: Array(word))
    }
    return String(line)
  }

  private func show(
    _ lines: [String], wraps: Bool, rows: Int = 8, _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await ViewerFixture.show(
      lines.joined(separator: "\n") + "\n", lines: rows, columns: 90, wraps: wraps, body: body)
  }

  private func isInSight(_ word: String, _ viewer: ViewerFixture) async {
    await viewer.wait("\(word) in sight") { $0.dropLast().contains { $0.contains(word) } }
  }

  @Test(arguments: [true, false]) func `is in sight, wrapped and cut`(wraps: Bool) async throws {
    let lines = ["one", Self.line("NEEDLE", at: 700), "two", Self.line("PIN", at: 20)]
    try await show(lines, wraps: wraps) { viewer in
      await viewer.wait(for: "one")
      viewer.type("/NEEDLE\n")
      await isInSight("NEEDLE", viewer)
      await viewer.wait(for: "match 1 of 1")
      viewer.type("/PIN\n")
      await isInSight("PIN", viewer)
      // A line that fits is shown from the first column on.
      if !wraps { await viewer.wait("the first column") { $0[2] == "two" } }
    }
  }

  @Test func `is followed by the next one of the line, and preceded by the one before`()
    async throws
  {
    let lines = ["a x b", Self.line("x", at: 100, 500, 900), "c x"]
    try await show(lines, wraps: false) { viewer in
      await viewer.wait(for: "a x b")
      viewer.type("/x\n")
      await viewer.wait(for: "match 1 of 5")
      for (keys, number) in [
        ("n", 2), ("n", 3), ("n", 4), ("n", 5), ("N", 4), ("2N", 2), ("N", 1), ("4n", 5), ("3N", 2),
        ("2n", 4),
      ] {
        viewer.type(keys)
        await viewer.wait(for: "match \(number) of 5 ")
        await isInSight("x", viewer)
      }
    }
  }

  @Test func `is the Nth from here, if a number is typed before`() async throws {
    let lines = (1...30).map { "line \($0) x" }
    try await show(lines, wraps: true) { viewer in
      await viewer.wait(for: "line 1 x")
      viewer.type("5/x")
      await viewer.wait(for: "5/x")
      viewer.type("\n")
      await viewer.wait(for: "match 5 of 30")
      viewer.type("3?x\n")
      await viewer.wait(for: "match 2 of 30")
    }
  }

  @Test(arguments: [
    ("3", "line 58"), ("-1", "line 54"), (".5", "line 57"), ("1", "line 60"), ("99", "line 54"),
  ])
  func `comes to the line of the screen that was chosen for it`(target: String, top: String)
    async throws
  {
    try await TemporaryFolder.run { folder in
      try folder.write((1...300).map { "line \($0)\n" }.joined(), to: "log")
      var options = ViewerOptions()
      options.jumpTarget = try #require(JumpTarget(target))
      let viewer = try ViewerFixture(folder, "log", options: options)
      await viewer.wait(for: ["line 1"])
      for keys in ["/line 60\n", "60G"] {
        viewer.type(keys)
        await viewer.wait(for: [top])
        viewer.type("g")
        await viewer.wait(for: ["line 1", "line 2"])
      }
    }
  }

  @Test func `stays out of sight once the reader has left it`() async throws {
    let lines = [Self.line("NEEDLE", at: 700)] + (1...30).map { "line \($0)" }
    try await show(lines, wraps: true) { viewer in
      await viewer.wait(for: "......")
      viewer.type("/NEEDLE\n")
      await isInSight("NEEDLE", viewer)
      viewer.type("G")
      await viewer.wait(for: "line 30")
      viewer.type("g")
      await viewer.wait("the first lines") { !$0.contains { $0.contains("NEEDLE") } }
    }
  }

  @Test func `is in sight in a piece of a line of many bytes`() async throws {
    let long =
      String(repeating: "word ", count: 30_000) + "NEEDLE" + String(repeating: " x", count: 9_000)
    try await show(["one", long, "two"], wraps: false) { viewer in
      await viewer.wait(for: "one")
      viewer.type("/NEEDLE\n")
      await isInSight("NEEDLE", viewer)
    }
  }

  @Test func `of wide glyphs and sequences of colour is in sight, too`() async throws {
    let long =
      String(repeating: "語\u{1B}[31mx\u{1B}[m", count: 200) + "NEEDLE"
      + String(repeating: "語", count: 50)
    for wraps in [true, false] {
      try await show(["one", long, "two"], wraps: wraps) { viewer in
        await viewer.wait(for: "one")
        viewer.type("/NEEDLE\n")
        await isInSight("NEEDLE", viewer)
      }
    }
  }
}
