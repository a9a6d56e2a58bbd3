import ByteStores
import Pipes
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// Texts that consist of records, in columns.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Records on the screen` {
  private static let log = """
    {"level": "info", "ms": 2.5, "request": {"id": 7}, "user": null}
    starting worker
    {"level": "error", "ms": 130, "request": {"id": 12}, "user": "ana"}

    """

  private static let table =
    "id,city,amount\n" + (1...3_000).map { "\($0),Oslo,\($0).50\n" }.joined()

  private func show(
    _ text: String, as name: String = "file", lines: Int = 8, columns: Int = 60,
    _ body: (ViewerFixture, TemporaryFolder) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      try await body(ViewerFixture(folder, name, lines: lines, columns: columns), folder)
    }
  }

  @Test func `of JSON stand below their names, numbers by their points, other lines between`()
    async throws
  {
    try await show(Self.log) { viewer, _ in
      await viewer.wait(for: [
        "  level     ms  request.id  user",
        "▌ info     2.5           7  null",
        "  starting worker",
        "  error  130            12  ana",
      ])
    }
  }

  @Test func `of CSV keep their names in sight, however far one goes`() async throws {
    try await show(Self.table) { viewer, _ in
      await viewer.wait(for: ["  id  city  amount", "▌  1  Oslo    1.50"])
      viewer.type(String(repeating: " ", count: 50))
      await viewer.wait("a page far down") { $0[0].contains("city") && $0[1].hasPrefix("▌ 301") }
      viewer.type("G")
      await viewer.wait("the last record") {
        $0[0].hasPrefix("    id  city") && $0[6].hasPrefix("  3000  Oslo  3000.50")
      }
      await viewer.wait(for: "record 2,995 of 3,000 · end")
      viewer.type("g")
      await viewer.wait("the first") { $0[1].hasPrefix("▌    1  Oslo     1.50") }
    }
  }

  @Test func `are gone through column by column, and the first stays`() async throws {
    let names = (1...20).map { "name\($0)" }.joined(separator: ",")
    let values = (1...20).map { "value\($0)" }.joined(separator: ",")
    let text = names + "\n" + Array(repeating: values + "\n", count: 5).joined()
    try await show(text, columns: 30) { viewer, _ in
      await viewer.wait(for: ["  name1   name2   name3   nam…", "▌ value1  value2  value3  val…"])
      viewer.type("l")
      await viewer.wait(for: ["  name1   name3   name4   nam…", "▌ value1  value3  value4  val…"])
      viewer.type("3l")
      await viewer.wait(for: ["  name1   name6   name7   nam…"])
      viewer.type("$")
      await viewer.wait(for: ["  name1   name19   name20"])
      viewer.type("h")
      await viewer.wait(for: ["  name1   name18   name19"])
      viewer.type("0")
      await viewer.wait(for: ["  name1   name2   name3   nam…"])
    }
  }

  @Test func `may be ten thousand columns wide`() async throws {
    let names = (1...10_000).map { "n\($0)" }.joined(separator: ",")
    let values = (1...10_000).map { "\($0)" }.joined(separator: ",")
    try await show("\(names)\n\(values)\n\(values)\n", columns: 40) { viewer, _ in
      await viewer.wait(for: ["  n1  n2  n3  n4  n5  n6  n7  n8  n9"])
      viewer.type("$")
      await viewer.wait("the last") { $0[0].hasSuffix("n10000") && $0[1].hasSuffix(" 10000") }
    }
  }

  @Test func `are shown as they are written, and in columns again`() async throws {
    try await show(Self.log) { viewer, _ in
      await viewer.wait(for: ["  level     ms  request.id  user"])
      viewer.type("t")
      await viewer.wait(for: [#"{"level": "info", "ms": 2.5, "request": {"id": 7}, "user": n"#])
      viewer.type("t")
      await viewer.wait(for: ["  level     ms  request.id  user"])
    }
  }

  @Test func `bring columns with them`() async throws {
    let text = #"{"a": 1}"# + "\n" + #"{"b": "x", "a": 2}"# + "\n"
    try await show(text) { viewer, _ in
      await viewer.wait(for: ["  a  b", "▌ 1", "  2  x"])
    }
  }

  @Test func `are found, and filtered`() async throws {
    try await show(Self.table, columns: 100) { viewer, _ in
      await viewer.wait(for: ["  id  city  amount"])
      viewer.type("&^2..,")
      viewer.type(.enter)
      await viewer.wait("a filter") { $0[0].contains("city") && $0[1].hasPrefix("▌ 200  Oslo") }
      await viewer.wait(for: "100 records")
      viewer.type("/250,")
      viewer.type(.enter)
      await viewer.wait(for: "1 of 1 matching record")
    }
  }

  @Test func `of a stream stand in columns as soon as that is known`() async throws {
    let pipe = OpenPipe()
    let stream = try StreamStore(
      reading: pipe.output, name: "standard input", folder: "/tmp", limit: nil,
      lookAhead: 1 << 20)
    try await TemporaryFolder.run { folder in
      let viewer = try ViewerFixture(folder, feed: TextFeed(stream.file, stream))
      await viewer.wait(for: "waiting for more…")
      pipe.write(#"{"level": "in"#)
      await viewer.wait(for: [#"{"level": "in"#])
      pipe.write("fo\", \"ms\": 1}\n{\"level\": \"warn\", \"ms\": 20}\n")
      await viewer.wait(for: [
        "  level  ms", "▌ info    1", "  warn   20", "  ── waiting for more… ──",
      ])
      pipe.write("{\"level\": \"warn\", \"ms\": 3}\n")
      await viewer.wait(for: ["  level  ms", "▌ info    1", "  warn   20", "  warn    3"])
    }
    stream.stop()
  }

  @Test func `of a stream that comes late are whole, with line ends in quotes`() async throws {
    let pipe = OpenPipe()
    let stream = try StreamStore(
      reading: pipe.output, name: "standard input", folder: "/tmp", limit: nil,
      lookAhead: 1 << 20)
    try await TemporaryFolder.run { folder in
      let viewer = try ViewerFixture(folder, feed: TextFeed(stream.file, stream))
      await viewer.wait(for: "waiting for more…")
      pipe.write("name,note\nada,plain\nbob,\"first\nsecond\"\n")
      let rows = ["  name  note", "▌ ada   plain", "  bob   first⏎second"]
      await viewer.wait(for: rows + ["  ── waiting for more… ──"])
      pipe.write("eve,\"third\nfourth\"\n")
      await viewer.wait(for: rows + ["  eve   third⏎fourth", "  ── waiting for more… ──"])
      pipe.end()
      await viewer.wait(for: rows + ["  eve   third⏎fourth", "  ── end ──"])
    }
    stream.stop()
  }

  @Test func `are whole in another file at the path, which had lines before`() async throws {
    let prose = "some prose, longer than what comes in its place: a shorter file is another one"
    try await show(prose + "\n", as: "t", columns: 90) { viewer, folder in
      await viewer.wait(for: [prose])
      try folder.write("name,note\nada,plain\nbob,\"first\nsecond\"\n", to: "t")
      await viewer.wait(for: ["  name  note", "▌ ada   plain", "  bob   first⏎second"])
      try folder.write("other prose\nin lines\n", to: "t")
      await viewer.wait(for: ["other prose", "in lines"])
    }
  }

  @Test(arguments: [
    "Dear reader, this is prose, with commas.\nAnd so, on, it goes.\n",
    "2026-11-23 08:00:00 INFO a, b\n2026-11-23 08:00:01 WARN c, d\n",
  ]) func `are none where a text only looks like some`(text: String) async throws {
    try await show(text) { viewer, _ in
      await viewer.wait(for: text.split(separator: "\n").map(String.init))
    }
  }

  @Test func `of another file at the path have its columns`() async throws {
    try await show("a,b\n1,2\n3,4\n", as: "t.csv") { viewer, folder in
      await viewer.wait(for: ["  a  b", "▌ 1  2"])
      try folder.write("c,d\n5,6\n", to: "t.csv")
      await viewer.wait(for: ["  c  d", "▌ 5  6"])
    }
  }

  @Test func `have the screen for themselves where it is tiny`() async throws {
    try await show("a,b\n1,2\n3,4\n5,6\n", lines: 3) { viewer, _ in
      await viewer.wait(for: ["▌ 1  2", "  3  4"])
    }
  }

  @Test
  func `of JSON have a column for a name with a dot, and one for the field that a dot leads to`()
    async throws
  {
    let lines = "{\"x.y\":1,\"x\":{\"y\":2}}\n{\"x\":{\"y\":4},\"x.y\":3}\n"
    try await show(lines, as: "t.ndjson") { viewer, _ in
      await viewer.wait(for: ["  x.y  x.y (2)", "▌   1        2", "    3        4"])
    }
  }

  @Test func `stand where a carriage return ends each line`() async throws {
    try await show("a,b\r1,2\r3,4\r", as: "t.csv") { viewer, _ in
      await viewer.wait(for: ["  a  b", "▌ 1  2", "  3  4"])
      await viewer.wait(for: "record 1 of 2 · end")
    }
  }

  @Test func `are gone to by a share of their number`() async throws {
    let long = String(repeating: "x", count: 2_000)
    let table = "id,note\n" + (1...100).map { "\($0),\($0 < 51 ? "y" : long)\n" }.joined()
    try await show(table, as: "t.csv") { viewer, _ in
      await viewer.wait(for: "record 1 of 100")
      viewer.type("40%")
      await viewer.wait(for: "record 41 of 100")
    }
  }

  @Test func `are gone to by the line of the file that they are in, with a colon`() async throws {
    let table = "id,note\n" + (1...50).map { "\($0),\"first\nsecond\"\n" }.joined()
    try await show(table, as: "t.csv") { viewer, _ in
      await viewer.wait(for: "record 1 of 50")
      viewer.type("20G")
      await viewer.wait(for: "record 20 of 50")
      viewer.type(":41")
      viewer.type(.enter)
      await viewer.wait(for: "record 20 of 50")
      viewer.type(":42")
      viewer.type(.enter)
      await viewer.wait(for: "record 21 of 50")
    }
  }
}
