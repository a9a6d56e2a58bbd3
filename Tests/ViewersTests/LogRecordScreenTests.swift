import Records
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// Logs that consist of records on the screen: as lines of a log, in columns, and as they are
/// written.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A log of records` {
  private static let log = """
    {"level":30,"time":1763935201250,"pid":7,"req":{"id":1,"url":"/a"},"msg":"request"}
    no record
    {"level":50,"time":1763935203000,"pid":7,"msg":"failed\\nbadly"}

    """

  private func show(
    _ text: String = log, as name: String = "t.ndjson", times: TimeZoneUse = .source,
    columns: Int = 70, _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    var options = ViewerOptions()
    options.times = times
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      try await body(ViewerFixture(folder, name, lines: 8, columns: columns, options: options))
    }
  }

  private static let lines = [
    "2025-11-23T22:00:01.250Z INFO  request  pid=7  req.id=1  req.url=/a",
    "no record",
    "2025-11-23T22:00:03.000Z ERROR failed⏎badly  pid=7",
  ]

  @Test func `is shown as its lines, then in columns, then as it is written`() async throws {
    try await show { viewer in
      await viewer.wait(forRecords: Self.lines)
      viewer.type("J")
      viewer.type("t")
      await viewer.wait(for: [
        "  level  time                      pid  req.id  req.url  msg",
        "     30  2025-11-23T22:00:01.250Z    7       1  /a       request",
      ])
      viewer.type("t")
      await viewer.wait(for: [
        #"{"level":30,"time":1763935201250,"pid":7,"req":{"id":1,"url":"/a"},"ms"#
      ])
      viewer.type("t")
      await viewer.wait(forRecords: Self.lines)
      // The bar is still at the same record.
      #expect(viewer.rows[1].hasPrefix("▌"))
    }
  }

  @Test func `is searched for a level as it is drawn, and for its column`() async throws {
    try await show { viewer in
      await viewer.wait(forRecords: Self.lines)
      viewer.type("/ERROR")
      viewer.type(.enter)
      await viewer.wait(for: "1 of 1 matching record")
      viewer.type("/level=50")
      viewer.type(.enter)
      await viewer.wait(for: "1 of 1 matching record")
      viewer.type("/level=9")
      viewer.type(.enter)
      await viewer.wait("no match, of a column") { rows in
        let status = rows.last ?? ""
        return status.contains("no match") || status.contains("not found")
      }
    }
  }

  @Test(arguments: ["t.ndjson", "t.log"])
  func `has names that Tab completes before columns are shown`(name: String) async throws {
    let line = #"time=2025-11-23T22:00:01Z level=info req.url=/a msg="one two""# + "\n"
    let log = String(repeating: name == "t.log" ? line : Self.log, count: 20)
    try await show(log, as: name) { viewer in
      await viewer.wait(for: "req.url=/a")
      viewer.type("&req.u")
      viewer.type(.tab)
      await viewer.wait("the whole name") { ($0.last ?? "").contains("&req.url") }
    }
  }

  @Test func `has records that wrap by a key, and are cut by it again`() async throws {
    try await show(columns: 40) { viewer in
      await viewer.wait(for: ["▌ 2025-11-23T22:00:01.250Z INFO  reques…", "  no record"])
      viewer.type("w")
      await viewer.wait(for: [
        "▌ 2025-11-23T22:00:01.250Z INFO  request", "▌   pid=7  req.id=1  req.url=/a",
        "  no record",
        "  2025-11-23T22:00:03.000Z ERROR failed⏎", "  badly  pid=7",
      ])
      #expect(viewer.statusLine.contains("long lines wrap"))
      // All lines of a record have the bar.
      viewer.type("JJ")
      await viewer.wait("the mark") { $0[3].hasPrefix("▌") && $0[4].hasPrefix("▌") }
      viewer.type("KK")
      viewer.type("-S")
      await viewer.wait(for: ["▌ 2025-11-23T22:00:01.250Z INFO  reques…", "  no record"])
      #expect(viewer.statusLine.contains("long lines are cut"))
      viewer.type("w")
      viewer.type(.right)
      await viewer.wait("the right of a line that is cut") {
        $0[0].contains("pid=7")
      }
    }
  }

  @Test func `is filtered by the fields of its records, also before they were in columns`()
    async throws
  {
    try await show { viewer in
      await viewer.wait(forRecords: Self.lines)
      viewer.type("&level>=50")
      await viewer.wait(for: "level >= 50")
      viewer.type(.enter)
      await viewer.wait(forRecords: [Self.lines[2], ""])
    }
  }

  @Test func `is tinted, and all but the message is faint`() async throws {
    try await show { viewer in
      await viewer.wait(forRecords: Self.lines)
      let styles = viewer.screen.canvas.styles
      let faint = Style(foreground: .indexed(244))
      #expect(styles[2] == faint && styles[25] == faint)
      #expect(styles[27] == .plain && styles[33] == .plain)
      #expect(styles[42...67].allSatisfy { $0 == faint })
      #expect(styles[140 + 27] == Style(foreground: .indexed(167), attributes: .bold))
      viewer.type("/quest")
      viewer.type(.enter)
      await viewer.wait("the match") { _ in
        viewer.screen.canvas.styles[35].background == .indexed(208)
      }
    }
  }

  @Test func `goes to the right and is cut there`() async throws {
    try await show(columns: 40) { viewer in
      await viewer.wait(for: ["▌ 2025-11-23T22:00:01.250Z INFO  reques…"])
      viewer.type(.right)
      await viewer.wait(for: ["▌ .250Z INFO  request  pid=7  req.id=1 …"])
    }
  }

  @Test func `is in columns where some are asked for, or most records lack a message`() async throws
  {
    try await show("{\"a\":1}\n{\"a\":2}\n" + Self.log) { viewer in
      await viewer.wait("columns") { $0[0].hasPrefix("  a  ") }
      viewer.type("tt")
      await viewer.wait("columns again") { $0[0].hasPrefix("  a  ") }
    }
  }

  @Test
  func `has its times in the zone that is asked for, and in the detail how far they are apart`()
    async throws
  {
    try await show(times: .utc) { viewer in
      await viewer.wait(forRecords: Self.lines)
      viewer.type("t")
      await viewer.wait("a time in a column") { $0[1].contains("  2025-11-23T22:00:01.250Z    7") }
      viewer.type("JJ")
      viewer.type(.enter)
      await viewer.wait(for: [
        "▌   level  50",
        "    time   1763935203000",
        "           2025-11-23T22:00:03.000Z, 1.750 s after the record above",
        "    pid    7",
        "    msg    failed",
        "           badly",
      ])
      viewer.type("JKKK")
      await viewer.wait("the first, without a distance") { rows in
        rows[1] == "    time   1763935201250" && rows[2] == "           2025-11-23T22:00:01.250Z"
      }
    }
  }

  @Test func `may be an array`() async throws {
    let records = Self.log.split(separator: "\n").filter { $0.hasPrefix("{") }
    try await show("[\(records.joined(separator: ",\n"))]\n", as: "t.json") { viewer in
      await viewer.wait(forRecords: [Self.lines[0], Self.lines[2]])
    }
  }
}
