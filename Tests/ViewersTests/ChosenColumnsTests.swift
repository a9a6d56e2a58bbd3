import Feeds
import Records
import TemporaryFolders
import Testing
import Viewers

/// `--columns` and `--format` on a screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Chosen columns` {
  private static func show(
    _ text: String, _ name: String, columns: [String]? = nil, format: RecordFormat? = nil,
    _ expected: [String]
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      var options = ViewerOptions()
      (options.columns, options.format) = (columns, format)
      let viewer = try ViewerFixture(folder, name, lines: 5, options: options)
      await viewer.wait(for: expected)
    }
  }

  @Test func `of JSON are shown in their order, and no others`() async throws {
    try await Self.show(
      "{\"a\":1,\"b\":{\"c\":\"x\"}}\n{\"d\":3,\"a\":2}\n", "file", columns: ["b.c", "a", "none"],
      ["  b.c  a  none", "▌ x    1", "       2"])
  }

  @Test func `of CSV are those of their names`() async throws {
    try await Self.show(
      "id,name,note\n1,Ann,x\n2,Bob,y,more\n", "file.csv", columns: ["note", "id", "4"],
      ["  note  id  4", "▌ x      1", "  y      2  more"])
  }

  @Test func `are those of the format that is named`() async throws {
    try await Self.show(
      "a;b,c\n1;2,3\n", "file", format: .csv(CSVDialect()), ["  a;b  c", "▌ 1;2  3"])
    try await Self.show(
      "{\"a\":1}\n{\"a\":2}\n", "file", format: .text, ["{\"a\":1}", "{\"a\":2}"])
    try await Self.show("prose\n{\"a\":1}\n", "file", format: .ndjson, ["  a", "▌ prose", "  1"])
  }

  @Test func `that a text with names does not have are told`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("id,name\n1,Ann\n", to: "file.csv")
      var options = ViewerOptions()
      options.columns = ["id", "nmae"]
      let viewer = try ViewerFixture(folder, "file.csv", lines: 5, options: options)
      await viewer.wait(for: "no column 'nmae'")
    }
  }
}
