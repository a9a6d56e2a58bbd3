import TableUI
import TemporaryFolders
import Terminal
import Testing

/// The bar next to the record that a key would show in full.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `The bar beside a record` {
  private static let table = "name,n\n" + (1...30).map { "n\($0),\($0)\n" }.joined()

  private func show(
    _ text: String = table, as name: String = "t.csv", lines: Int = 6, columns: Int = 60,
    numbers: Bool = false, body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      try await body(
        ViewerFixture(folder, name, lines: lines, columns: columns, numbers: numbers))
    }
  }

  /// The first values of the records that have the bar.
  private func marked(_ viewer: ViewerFixture) -> [Substring] {
    viewer.rows.dropLast().filter { $0.hasPrefix("▌") }.map { $0.dropFirst(2).prefix { $0 != " " } }
  }

  @Test func `stands at the first one in sight from the first frame on, and scrolls along`()
    async throws
  {
    try await show { viewer in
      await viewer.wait(for: ["  name  n", "▌ n1    1", "  n2    2"])
      viewer.type("3j")
      await viewer.wait(for: ["  name  n", "▌ n4    4", "  n5    5"])
      viewer.type("G")
      await viewer.wait("the end") { $0[1].hasPrefix("▌ n27") && $0[4].hasPrefix("  n30") }
    }
  }

  @Test func `stands at the one that Enter shows: found, gone to, copied or clicked`() async throws
  {
    try await show { viewer in
      await viewer.wait(for: "n1")
      viewer.type("/n3,")
      viewer.type(.enter)
      await viewer.wait("the match") { _ in marked(viewer) == ["n3"] }
      viewer.type("J")
      await viewer.wait("the next one") { _ in marked(viewer) == ["n4"] }
      viewer.type(.enter)
      await viewer.wait(for: ["▌   name  n4"])
      viewer.type("q")
      await viewer.wait("the list") { _ in marked(viewer) == ["n4"] }
      viewer.screen.send([
        .input(.mouse(MouseEvent(kind: .press(.left), column: 4, line: 2)))
      ])
      await viewer.wait("what was clicked") { rows in
        let clicked = rows[2].dropFirst(2).prefix { $0 != " " }
        return marked(viewer) == [clicked]
      }
    }
  }

  @Test func `is calm: no record is in reverse, and no name of a column underlined`() async throws {
    try await show("a_b,c\n1,2\n3,4\n") { viewer in
      await viewer.wait(for: ["  a_b  c", "▌   1  2"])
      viewer.type("J")
      await viewer.wait(for: ["  a_b  c", "    1  2", "▌   3  4"])
      let styles = viewer.screen.canvas.styles
      #expect(!styles.contains { $0.attributes.contains(.reverse) })
      #expect(!styles.contains { $0.attributes.contains(.underline) })
      let ground = Theme.standard.bar.plain.background
      #expect(styles.prefix(60).allSatisfy { $0.background == ground })
    }
  }

  @Test func `stands left of the numbers, and gives its columns back to a text`() async throws {
    try await show(numbers: true) { viewer in
      await viewer.wait(for: "▌       1 n1")
      viewer.type("t")
      await viewer.wait(for: ["      2 n1,1", "      3 n2,2"])
      #expect(marked(viewer) == [])
      viewer.type("t")
      await viewer.wait(for: "▌       1 n1")
    }
  }
}
