import Feeds
import TableUI
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// A whole record on the screen, next to the list or in front of it.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A record that is opened` {
  private static let log = """
    {"level": "info", "user": {"name": "ana", "roles": ["a", "b"]}, "id": 1}
    no record
    {"level": "error", "user": {"name": "bob", "roles": []}, "id": 2, "stack": "Oops\\n  at f (see https://e.org/f)\\n  at g"}
    {"level": "warn", "user": null, "id": 3}

    """

  private func show(
    _ text: String = log, as name: String = "t.ndjson", lines: Int = 11, columns: Int = 60,
    options: ViewerOptions = ViewerOptions(), _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      let viewer = try ViewerFixture(
        folder, name, lines: lines, columns: columns, options: options)
      await viewer.wait("records") { $0.last?.contains(name) ?? false }
      try await body(viewer)
    }
  }

  /// Whether a line has the bar, which is in the accent color if the line's view gets the keys,
  /// and faint otherwise.
  private func hasBar(_ line: Int, _ viewer: ViewerFixture, hasKeys: Bool = true) -> Bool {
    let columns = viewer.screen.size.columns
    let theme = Theme.standard
    return viewer.rows[line].hasPrefix("▌")
      && viewer.screen.canvas.styles[line * columns] == (hasKeys ? theme.accent : theme.faint)
  }

  @Test func `has its fields in order, and its texts in all their lines`() async throws {
    try await show { viewer in
      viewer.type("J")
      viewer.type("J")
      viewer.type(.enter)
      await viewer.wait(for: [
        "▌   level    error",
        "  ▾ user     2 fields",
        "      name   bob",
        "      roles  []",
        "    id       2",
        "    stack    Oops",
        "               at f (see https://e.org/f)",
        "               at g",
      ])
      #expect(viewer.statusLine.hasPrefix(" record 3  ·  level"))
      viewer.type("q")
      await viewer.wait(for: ["  level  user.name  user.roles  id  stack"])
      #expect(hasBar(3, viewer))
      #expect(!hasBar(1, viewer))
    }
  }

  @Test func `is gone on from to the next one, at the same field, and a text stands as it is`()
    async throws
  {
    try await show { viewer in
      viewer.type(.enter)
      await viewer.wait(for: "▾ user")
      viewer.type("jj")
      await viewer.wait(for: "▌     name   ana")
      viewer.type("2J")
      await viewer.wait(for: "▌     name   bob")
      viewer.type("K")
      await viewer.wait(for: ["▌ no record"])
      viewer.type("9K")
      await viewer.wait(for: "this is the first record")
      await viewer.wait(for: "▌     name   ana")
      viewer.type("9J")
      await viewer.wait(for: "this is the last record")
      await viewer.wait(for: ["    level  warn", "▌   user   null"])
      viewer.type(.escape)
      await viewer.wait("the list") { _ in hasBar(4, viewer) }
    }
  }

  @Test func `is folded and unfolded, and so are those behind it`() async throws {
    try await show { viewer in
      viewer.type(.enter)
      await viewer.wait(for: "▾ user")
      viewer.type("j")
      viewer.type(.enter)
      await viewer.wait(for: [
        "    level  info", #"▌ ▸ user   {"name": "ana", "roles": ["a", "b"]}"#, "    id     1",
      ])
      viewer.type("JJ")
      await viewer.wait(for: #"▌ ▸ user   {"name": "bob", "roles": []}"#)
      viewer.type("ll")
      await viewer.wait(for: "▌     name   bob")
      viewer.type("hh")
      await viewer.wait(for: "▌ ▸ user")
      viewer.type("+")
      await viewer.wait(for: "▌ ▾ user     2 fields")
      viewer.type("-")
      await viewer.wait(for: "▌ ▸ user")
      viewer.type("j")
      viewer.type(.enter)
      await viewer.wait(for: "nothing to unfold")
    }
  }

  @Test func `is searched, and what was looked for in the list stands out`() async throws {
    try await show { viewer in
      viewer.type("/oops")
      viewer.type(.enter)
      viewer.type(.enter)
      await viewer.wait(for: "▾ user")
      viewer.type("n")
      await viewer.wait(for: "▌   stack    Oops")
      viewer.type("/b$")
      viewer.type(.enter)
      await viewer.wait(for: "▌     name   bob")
      viewer.type("/(")
      viewer.type(.enter)
      await viewer.wait("the mistake") { $0.last?.contains("at ") ?? false }
      viewer.type("?nothing")
      viewer.type(.enter)
      await viewer.wait(for: "no match for nothing")
    }
  }

  @Test func `has its links, which are not opened for those who may only read`() async throws {
    try await show(columns: 100) { viewer in
      viewer.type("JJ")
      viewer.type(.enter)
      await viewer.wait(for: "▾ user")
      viewer.type("o")
      await viewer.wait(for: "https://e.org/f · Enter: open")
      viewer.type("k")
      await viewer.wait("no link") { !($0.last?.contains("Enter: open") ?? true) }
    }
    var options = ViewerOptions()
    options.restriction = .environment
    try await show(columns: 100, options: options) { viewer in
      viewer.type(.enter)
      await viewer.wait(for: "▾ user")
      viewer.type("o")
      await viewer.wait(for: "LESSSECURE forbids opening links")
    }
  }

  @Test func `stands beside the list where there is room, and Tab changes the side`() async throws {
    try await show(columns: 141) { viewer in
      viewer.type(.enter)
      await viewer.wait(for: "│▌   level    info")
      #expect(viewer.rows[0].hasPrefix("  level  user.name"))
      #expect(hasBar(1, viewer, hasKeys: false))
      viewer.type("J")
      await viewer.wait(for: "│▌ no record")
      #expect(hasBar(2, viewer, hasKeys: false))
      viewer.type(.tab)
      viewer.type("j")
      await viewer.wait(for: "│▌   level    error")
      await viewer.wait("the focus") { _ in hasBar(3, viewer) }
      viewer.type("k")
      await viewer.wait(for: "│▌ no record")
      viewer.screen.resize(to: Size(lines: 11, columns: 139))
      await viewer.wait("the list alone") { !$0.contains { $0.contains("│") } }
      viewer.type(.tab)
      await viewer.wait(for: ["▌ no record"])
      viewer.type(.tab)
      viewer.type("q")
      viewer.type("J")
      await viewer.wait("the list") { _ in hasBar(3, viewer) }
    }
  }

  @Test func `is found far down, by those that are not loaded yet`() async throws {
    let text = "id,name\n" + (1...3_000).map { "\($0),n\($0)\n" }.joined()
    try await show(text, as: "t.csv") { viewer in
      viewer.type(.enter)
      await viewer.wait(for: ["▌   id    1", "    name  n1"])
      viewer.type("j2000J")
      await viewer.wait(for: ["    id    2001", "▌   name  n2001"])
      viewer.type("1500K")
      await viewer.wait(for: ["    id    501", "▌   name  n501"])
      viewer.type("q")
      await viewer.wait("it in the list") { $0.contains { $0.hasPrefix("▌  501  n501") } }
    }
  }

  @Test func `is read further than a line that is cut into pieces, up to four million bytes`()
    async throws
  {
    let long = String(repeating: "x", count: 200_000)
    let text = "{\"a\": 1}\n{\"a\": 2, \"long\": \"\(long)\", \"b\": 3}\n"
    try await show(text + "{\"a\": 4, \"huge\": \"" + String(repeating: long, count: 25) + "\"}\n")
    {
      viewer in
      viewer.type(.enter)
      await viewer.wait(for: ["▌   a  1"])
      viewer.type("J")
      await viewer.wait(for: "▌   a")
      await viewer.wait("all of it") { rows in
        rows[0].hasPrefix("▌   a") && rows.last?.contains("record 2") == true
      }
      viewer.type("G")
      await viewer.wait(for: "▌   b     3")
      await viewer.wait(for: "the last 131 KiB are not shown")
      viewer.type("Jg")
      await viewer.wait(for: "longer than 4.0 MiB: its long values are cut")
    }
  }

  @Test func `is whole where it is longer than a piece, whatever its form`() async throws {
    let long = String(repeating: "word ", count: 20_000)
    let array =
      "[\n  {\n    \"a\": 1,\n    \"b\": \"\(long)\",\n    \"c\": 7\n  },\n  {\"a\": 2}\n]\n"
    let table = "a,b,c\n1,\(long),7\r\n2,x,8\r\n"
    for (text, name) in [(array, "t.json"), (table, "t.csv")] {
      try await show(text, as: name) { viewer in
        viewer.type(.enter)
        await viewer.wait(for: "▌   a")
        viewer.type("G")
        await viewer.wait("its last field, and no more") {
          $0.dropLast().last { !$0.isEmpty } == "▌   c  7"
        }
        #expect(!viewer.rows.contains { $0.contains("not valid") || $0.contains("longer than") })
      }
    }
  }

  @Test func `has bounds that are told, however many fields, levels and bytes it has`()
    async throws
  {
    let fields = (1...10_002).map { "\"n\($0)\": \($0)" }.joined(separator: ", ")
    let deep = String(repeating: "{\"a\": [", count: 50_000)
    let huge = String(repeating: "x", count: 100_000_000)
    let text =
      "{\"id\": 1}\n{\(fields)}\n\(deep)\n{\"id\": 4, \"huge\": \"\(huge)\"}\n{\"id\": 5}\n"
    try await show(text) { viewer in
      viewer.type(.enter)
      await viewer.wait(for: ["▌   id  1", ""])
      viewer.type("J")
      await viewer.wait("all of it") {
        $0.last?.contains("record 2") == true && $0[9].contains("n10")
      }
      viewer.type("G")
      await viewer.wait(for: "▌   more than 10000 fields: the rest is left out")
      viewer.type("J")
      await viewer.wait(for: "not valid JSON: more than 512 levels")
      viewer.type("+G")
      await viewer.wait(for: "more than 100 levels: the rest is left out")
      viewer.type("J")
      await viewer.wait(for: "longer than 4.0 MiB: the rest is left out")
      viewer.type("J")
      await viewer.wait(for: "this record is too long to skip")
    }
  }

  @Test func `may be centuries after another`() async throws {
    let text = "{\"time\": \"1700-01-01T00:00:00Z\"}\n{\"time\": \"2200-01-01T00:00:00Z\"}\n"
    try await show(text) { viewer in
      viewer.type("J")
      viewer.type(.enter)
      await viewer.wait(for: "▌   time  2200-01-01T00:00:00Z")
    }
  }

  @Test func `is followed by the first that is shown, where a filter has left it out`() async throws
  {
    let text = (1...9).map { "{\"id\": \($0), \"odd\": \($0 % 2)}\n" }.joined()
    try await show(text, columns: 150) { viewer in
      await viewer.wait(for: "id  odd")
      viewer.type("J")
      viewer.type(.enter)
      await viewer.wait(for: "▌   id   2")
      viewer.type(.tab)
      viewer.type("&odd=1")
      viewer.type(.enter)
      await viewer.wait(for: "odd = 1")
      viewer.type("J")
      await viewer.wait("the first or a later one of those shown") { rows in
        rows.contains { $0.contains("id   3") || $0.contains("id   1") }
      }
    }
  }

  @Test func `leaves Enter what it is where there are no records`() async throws {
    let text = "one\ntwo\nthree\n" + String(repeating: "x\n", count: 30)
    try await show(text, as: "t.txt") { viewer in
      viewer.type(.enter)
      await viewer.wait(for: ["two", "three"])
      viewer.type("J")
      await viewer.wait(for: "'J' does nothing here")
    }
  }
}
