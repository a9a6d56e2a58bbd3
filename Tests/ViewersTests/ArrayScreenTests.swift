import ByteStores
import Feeds
import Pipes
import Records
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// JSON arrays, with one row for each record.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `An array on the screen` {
  private static let users = """
    [
      {
        "id": 1,
        "name": "ana"
      },
      {
        "id": 20,
        "name": "bob, [the] \\"{\\""
      }
    ]

    """

  private func show(
    _ text: String, as name: String = "data.json", lines: Int = 6, columns: Int = 60,
    options: ViewerOptions = ViewerOptions(), numbers: Bool = false,
    body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      try await body(
        ViewerFixture(
          folder, name, lines: lines, columns: columns, numbers: numbers, options: options))
    }
  }

  private static func minified(_ count: Int) -> String {
    "[" + (1...count).map { "{\"id\":\($0),\"name\":\"n\($0)\"}" }.joined(separator: ",") + "]"
  }

  @Test func `has a row for each record, also where it is indented`() async throws {
    try await show(Self.users) { viewer in
      await viewer.wait(for: ["  id  name", "▌  1  ana", "  20  bob, [the] \"{\""])
    }
  }

  @Test func `numbers records, whatever their lines are`() async throws {
    try await show(Self.users, numbers: true) { viewer in
      await viewer.wait(for: "      1  1  ana")
      await viewer.wait(for: "      2 20  bob")
    }
  }

  @Test func `may be one long line, and is shown from its end and its middle`() async throws {
    try await show(Self.minified(30_000), lines: 5, columns: 80) { viewer in
      await viewer.wait(for: ["  id  name", "▌  1  n1", "   2  n2"])
      viewer.type("G")
      await viewer.wait("the end") { $0[3] == "  30000  n30000" }
      #expect(!viewer.statusLine.contains("not proved"))
      viewer.type("k")
      await viewer.wait("the record before") { $0[3] == "  29999  n29999" }
      viewer.type("50%")
      await viewer.wait(for: "records may be split wrongly")
      await viewer.wait("a record") { $0[1].hasPrefix("▌ 15") && $0[1].contains("  n15") }
      viewer.type("g")
      await viewer.wait("the start") { $0[1].hasSuffix("1  n1") }
    }
  }

  @Test func `has other elements, and what follows it, as text in their place`() async throws {
    let text = "[{\"id\": 1}, 5, \"x, y\",\n{\"id\": 2},\n]\nthe end\n"
    try await show(text, lines: 9) { viewer in
      await viewer.wait(for: ["  id", "▌  1", "  5", "  \"x, y\"", "   2", "  the end"])
    }
  }

  @Test func `is read as one where that is asked`() async throws {
    let text = "[5, {\"id\": 1}]\n"
    try await show(text, as: "file") { await $0.wait(for: ["▌ ▾ [", "      0: 5"]) }
    var options = ViewerOptions()
    options.format = .jsonArray
    try await show(text, as: "file", options: options) {
      await $0.wait(for: ["  id", "▌ 5", "   1"])
    }
    try await show("{\"id\": 1}\n", as: "file", options: options) {
      await $0.wait(for: ["{\"id\": 1}"])
    }
  }

  @Test func `comes as a stream, and may come late`() async throws {
    let pipe = OpenPipe()
    let stream = try StreamStore(
      reading: pipe.output, name: "standard input", folder: "/tmp", limit: nil,
      lookAhead: 1 << 20)
    try await TemporaryFolder.run { folder in
      let viewer = try ViewerFixture(folder, feed: TextFeed(stream.file, stream))
      await viewer.wait(for: "  waiting for more…")
      pipe.write("[\n  {\n    \"id\": 1\n  },\n")
      await viewer.wait(for: ["  id", "▌  1", "  ── waiting for more… ──"])
      pipe.write("  {\n    \"id\": 2\n  }\n]\n")
      await viewer.wait(for: ["  id", "▌  1", "   2", "  ── waiting for more… ──"])
      pipe.end()
      await viewer.wait(for: ["  id", "▌  1", "   2", "  ── end ──"])
      viewer.type("&id=2")
      viewer.type(.enter)
      await viewer.wait("the second alone") { $0[1] == "▌  2" && !$0.contains(" 1") }
    }
    stream.stop()
  }
}
