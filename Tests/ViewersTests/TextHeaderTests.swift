import FileSources
import Foundation
import Records
import TableUI
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// Lines and columns of a text that always stay visible.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `The header of a text` {
  private static let table =
    " id | name\n----+------\n" + (1...30).map { "  \($0) | n\($0)\n" }.joined() + "(30 rows)\n"

  private func show(
    _ text: String, as name: String = "t", asked: String? = nil, lines: Int = 8, columns: Int = 60,
    numbers: Bool = false, _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    var options = ViewerOptions()
    if let asked {
      let isKnown = options.takeHeader(asked)
      #expect(isKnown)
    }
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      try await body(
        try ViewerFixture(
          folder, name, lines: lines, columns: columns, numbers: numbers, options: options))
    }
  }

  @Test(
    arguments: [
      ([" id | name", "----+------", "  1 | x"], 2),
      (["List of relations", " a | b ", "---+---"], 3),
      (["+---+---+", "| a | b |", "+---+---+", "| 1 | 2 |"], 3),
      (["┌───┬───┐", "│ a │ b │", "├───┼───┤"], 3), ([" a │ b ", "═══╪═══"], 2),
      (["a", "-----"], nil), (["a | b", "c | d"], nil), (["x + y", "+---+"], nil), ([], nil),
      (["| a | b |", "|---|---|"], nil), (["1", "2", "3", "4", "a | b", "--+--"], nil),
    ] as [([String], Int?)]) func `is found in tables as psql draws them`(
      lines: [String], count: Int?
    )
  {
    let lines = lines.map { Array($0.utf8)[...] }
    #expect(HeaderChoice(ofTable: lines)?.lines == count)
  }

  @Test func `stays above the rows of a table`() async throws {
    try await show(Self.table) { viewer in
      await viewer.wait(for: [" id | name", "----+------", "  1 | n1"])
      viewer.type("20G")
      await viewer.wait(for: [" id | name", "----+------", "  18 | n18"])
      viewer.type("g")
      await viewer.wait(for: [" id | name", "----+------", "  1 | n1"])
      viewer.type("G")
      await viewer.wait(for: "(30 rows)")
      #expect(viewer.rows[0] == " id | name")
    }
  }

  @Test func `stays on a screen with few lines`() async throws {
    try await show(Self.table, lines: 4) { viewer in
      await viewer.wait(for: [" id | name", "----+------", "  1 | n1"])
      viewer.type("j")
      await viewer.wait(for: [" id | name", "----+------", "  2 | n2"])
    }
  }

  @Test(arguments: ["1", "5"])
  func `is none where it would be the whole text`(asked: String) async throws {
    try await show("id name\n", asked: asked) { viewer in
      await viewer.wait(for: ["id name"])
      viewer.type("y")
      await viewer.wait(for: "sent the line, 7 bytes")
      #expect(!viewer.rows.contains { $0.contains("nothing here yet") })
    }
  }

  @Test func `has the lines and columns that were asked for`() async throws {
    let text = (1...30).map { "\($0)abcdefghijklmnopqrstuvwxyz\n" }.joined()
    try await show(text, asked: "1,2", columns: 20) { viewer in
      await viewer.wait(for: ["1abcdefghijklmnopqrs", "2abcdefghijklmnopqr…"])
      viewer.type(.right)
      await viewer.wait(for: ["1aijklmnopqrstuvwxyz", "2aijklmnopqrstuvwxyz"])
      viewer.type("jj")
      await viewer.wait(for: ["1aijklmnopqrstuvwxyz", "4aijklmnopqrstuvwxyz"])
    }
  }

  @Test func `is counted, and saved with the rest`() async throws {
    try await show(Self.table, numbers: true) { viewer in
      await viewer.wait(for: ["         id | name", "        ----+------", "      3   1 | n1"])
      viewer.type(":w \(viewer.folder.path)/copy\n")
      await viewer.wait(for: "wrote")
      let copy = try String(contentsOfFile: viewer.folder.path + "/copy", encoding: .utf8)
      #expect(copy == Self.table)
    }
  }

  @Test func `shows the matches of a search, which are not counted`() async throws {
    try await show(Self.table) { viewer in
      await viewer.wait(for: [" id | name"])
      viewer.type("/name\n")
      await viewer.wait(for: "not found below, only in the header")
      let styles = viewer.screen.canvas.styles
      #expect(styles[6] != styles[1])
      viewer.type("n")
      await viewer.wait(for: "no match for name, only in the header")
      viewer.type("/n7\n")
      await viewer.wait(for: "match 1 of 1")
    }
  }

  @Test func `is that of another file that takes the place of it`() async throws {
    try await show(Self.table) { viewer in
      await viewer.wait(for: [" id | name"])
      try viewer.folder.write("plain\ntext\n", to: "t")
      viewer.type("r")
      await viewer.wait(for: ["plain", "text"])
      try viewer.folder.write(" c | d\n---+---\n 7 | 8\n", to: "t")
      viewer.type("r")
      await viewer.wait(for: [" c | d", "---+---", " 7 | 8"])
    }
  }

  @Test func `is none where there are none wanted`() async throws {
    try await show(Self.table, asked: "none") { viewer in
      await viewer.wait(for: [" id | name"])
      viewer.type("j")
      await viewer.wait(for: ["----+------"])
    }
  }

  @Test func `of records has the names, and as many columns as were asked for`() async throws {
    let wide = "a,b,c,d\n" + "title\nx,y,z,w\n1,2,3,4\n"
    try await show(wide, as: "t.csv", asked: "1,2", columns: 20) { viewer in
      await viewer.wait(for: "a")
      viewer.type("lll")
      await viewer.wait("frozen") { $0[0].hasPrefix("  a") && $0[0].contains("b") }
    }
  }

  @Test(arguments: ["", "x", ",", "1,2,3", "-1", "1,x", "2000"])
  func `is asked for by numbers`(text: String) {
    var options = ViewerOptions()
    let isKnown = options.takeHeader(text)
    #expect(!isKnown)
  }

  @Test(arguments: [
    ("0", 0, 0), ("0,0", 0, 0), (",5", 0, 5), ("2,", 2, 0), ("3", 3, 0), ("3,4", 3, 4),
  ]) func `has no lines or columns where their number is left out or is 0, as in less`(
    text: String, lines: Int, columns: Int
  ) {
    var options = ViewerOptions()
    let isKnown = options.takeHeader(text)
    #expect(isKnown)
    #expect(options.header == HeaderChoice(lines: lines, columns: columns))
    #expect(options.csv.header == (lines > 0 ? CSVChoice.Header.line(lines) : nil))
  }
}
