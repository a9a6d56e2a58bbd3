import ByteStores
import Pipes
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// Logs of text on the screen: as they are, and in columns.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A log of text` {
  private static let log = """
    2024-01-02 10:11:12.345 [main] INFO  a.Shop - started
    2024-01-02 10:11:13.000 [main] WARN  a.Shop - slow
    2024-01-02 10:11:14.000 [exec-1] ERROR a.Shop - failed
    java.lang.IllegalStateException: oh
    \tat a.Shop.sell(Shop.java:7)
    2024-01-02 10:11:15.000 [main] INFO  a.Shop - on

    """
  private static let lines = log.split(separator: "\n").map {
    $0.first == "\t" ? "        \($0.dropFirst())" : String($0)
  }

  private func show(
    _ text: String = log, lines: Int = 8, columns: Int = 70,
    _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: "app.log")
      try await body(ViewerFixture(folder, "app.log", lines: lines, columns: columns))
    }
  }

  @Test func `is shown as it is, in columns by t, and as it is by t`() async throws {
    try await show { viewer in
      await viewer.wait(for: Self.lines)
      #expect(viewer.statusLine.contains("line 1"))
      viewer.type("t")
      await viewer.wait(for: [
        "  time                     thread  level  logger  message",
        "▌ 2024-01-02 10:11:12.345  main    INFO   a.Shop  started",
        "  2024-01-02 10:11:13.000  main    WARN   a.Shop  slow",
        "  2024-01-02 10:11:14.000  exec-1  ERROR  a.Shop  failed",
        "  java.lang.IllegalStateException: oh",
      ])
      #expect(viewer.statusLine.contains("line 1"))
      viewer.type("t")
      await viewer.wait(for: Self.lines)
    }
  }

  @Test func `has a key that goes a line down, as other texts have`() async throws {
    try await show(lines: 4) { viewer in
      await viewer.wait(for: Array(Self.lines.prefix(3)))
      viewer.type(.enter)
      await viewer.wait(for: Array(Self.lines.dropFirst().prefix(3)))
    }
  }

  @Test func `is filtered by its fields`() async throws {
    try await show { viewer in
      await viewer.wait(for: Self.lines)
      viewer.type("&level>=warn")
      await viewer.wait(for: "level >= warn")
      viewer.type(.enter)
      await viewer.wait("two records") { Array($0.prefix(5)) == Self.lines[1...4] + [""] }
    }
  }

  @Test(arguments: [
    ("&status>=500", ["b", "c"]), ("&level=warning", ["d"]), ("&level>=warn", ["b", "c", "d"]),
    ("&bytes>100", ["a", "d"]), ("&method=POST", ["c"]), ("&time>=2024-01-03", ["c", "d"]),
    ("&time<2024-01-02T10:12", ["a"]), ("&path~^/x", ["d"]), ("&!host=c", ["a", "b", "d"]),
  ]) func `of a web server is filtered by status, level and time`(
    condition: String, hosts: [String]
  ) async throws {
    let log = [
      #"a - - [02/Jan/2024:10:11:12 +0000] "GET / HTTP/1.1" 200 153 "-" "curl""#,
      #"b - - [02/Jan/2024:10:12:12 +0000] "GET /a HTTP/1.1" 502 9 "-" "curl""#,
      #"c - - [01/Feb/2024:10:11:12 +0000] "POST / HTTP/1.1" 500 9 "-" "curl""#,
      #"d - - [02/Feb/2024:10:11:12 +0000] "GET /x HTTP/1.1" 404 153 "-" "curl""#,
    ].joined(separator: "\n")
    try await show(log + "\n", columns: 100) { viewer in
      await viewer.wait(for: "/x HTTP")
      viewer.type(condition)
      viewer.type(.enter)
      await viewer.wait("lines of \(hosts)") {
        $0.prefix(hosts.count + 1).map { $0.prefix(1) } == hosts.map { $0[...] } + [""]
      }
    }
  }

  @Test(arguments: [
    ("&level>=ERROR", ["ERROR"]), ("&level>=info", ["LOG", "ERROR"]), ("&level=LOG", ["LOG"]),
    ("&time>=2024-01-02 10:11:13", ["ERROR", "STATEMENT"]),
  ]) func `of a database has words that are no levels`(
    condition: String, words: [String]
  ) async throws {
    let log = ["LOG", "ERROR", "STATEMENT"].enumerated().map {
      "2024-01-02 10:11:1\($0 + 2).000 UTC [7] \($1):  x\n"
    }.joined()
    try await show(log) { viewer in
      await viewer.wait(for: "STATEMENT")
      viewer.type(condition)
      viewer.type(.enter)
      await viewer.wait("lines of \(words)") { rows in
        rows[words.count].isEmpty
          && zip(rows, words).allSatisfy { $0.contains("] \($1):") }
      }
    }
  }

  @Test func `of names and values has the columns of its lines`() async throws {
    try await show("level=info msg=up port=80\nlevel=error msg=\"no port\" code=7\n") { viewer in
      await viewer.wait(for: "level=info msg=up port=80")
      viewer.type("t")
      await viewer.wait(for: [
        "  level  msg      port  code", "▌ info   up         80", "  error  no port           7",
      ])
      viewer.type("&code>6")
      viewer.type(.enter)
      await viewer.wait(for: ["  level  msg      port  code", "▌ error  no port           7", ""])
    }
  }

  @Test func `has a line that is shown whole by its fields`() async throws {
    let line = #"a - - [02/Jan/2024:10:11:12 +0000] "-" 408 0 "-" "-""#
    try await show("\(line)\n\(line)\n", lines: 20) { viewer in
      await viewer.wait(for: line)
      viewer.type("i")
      await viewer.wait("the fields") { rows in
        let all = rows.joined(separator: "\n")
        return all.contains("status  ") && all.contains("warning") && !all.contains("method")
      }
    }
  }

  @Test func `has levels and statuses of its fields in colours, and no others`() async throws {
    let text = """
      {"id":1,"status":503,"level":"error","type":"Error","note":"2024-01-02 10:11:12 is when"}
      {"id":2,"status":200,"level":"info","type":"Fatal","note":"x"}

      """
    try await show(text, columns: 90) { viewer in
      await viewer.wait(for: "id  status")
      let (row, styles) = (viewer.rows[1], viewer.screen.canvas.styles[90..<180])
      func style(of word: String) -> Style? {
        row.indices.first { row[$0...].hasPrefix(word) }
          .map { styles[90 + row.distance(from: row.startIndex, to: $0)] }
      }
      #expect(style(of: "503")?.attributes.contains(.bold) == true)
      #expect(style(of: "error")?.attributes.contains(.bold) == true)
      #expect(style(of: "Error") == .plain)
      #expect(style(of: "2024-01-02 10:11:12 is when") == .plain)
    }
  }

  @Test func `of records has levels of one width`() async throws {
    let text = ["info", "notice", "warning", "err"].map {
      #"{"time":"2024-01-02T10:11:12Z","level":"\#($0)","msg":"x","status":404}"# + "\n"
    }.joined()
    try await show(text) { viewer in
      await viewer.wait(forRecords: [
        "2024-01-02T10:11:12Z INFO  x  status=404", "2024-01-02T10:11:12Z NOTIC x  status=404",
        "2024-01-02T10:11:12Z WARN  x  status=404", "2024-01-02T10:11:12Z ERR   x  status=404",
      ])
    }
  }

  @Test func `is known as it grows`() async throws {
    let lines = Self.lines
    try await TemporaryFolder.run { folder in
      let path = try folder.write(lines[0] + "\n", to: "app.log")
      let viewer = try ViewerFixture(folder, "app.log", lines: 8, columns: 70)
      await viewer.wait(for: [lines[0], ""])
      try GrowingFile(path: path).append(lines[1] + "\n" + lines[2] + "\n")
      await viewer.wait(for: Array(lines.prefix(3)))
      viewer.type("t")
      await viewer.wait(for: ["  time                     thread  level  logger  message"])
      try GrowingFile(path: path).append(lines[3] + "\n")
      await viewer.wait(for: lines[3])
      viewer.type("&level=ERROR\n")
      await viewer.wait("one record") {
        $0[1].hasSuffix("failed") && $0[2] == "  " + lines[3] && $0[3].isEmpty
      }
    }
  }

  @Test func `is known as it comes`() async throws {
    let (pipe, lines) = (OpenPipe(), Self.lines)
    let stream = try StreamStore(
      reading: pipe.output, name: "standard input", folder: "/tmp", limit: nil, lookAhead: 1 << 20)
    try await TemporaryFolder.run { folder in
      let viewer = try ViewerFixture(folder, feed: TextFeed(stream.file, stream), columns: 70)
      await viewer.wait(for: "waiting for more")
      pipe.write(lines[0] + "\n")
      await viewer.wait(for: [lines[0], "── waiting for more… ──"])
      pipe.write(lines[1] + "\n" + lines[2] + "\n")
      await viewer.wait(for: Array(lines.prefix(3)) + ["── waiting for more… ──"])
      viewer.type("t")
      await viewer.wait(for: ["  time                     thread  level  logger  message"])
      viewer.type("t")
      await viewer.wait(for: Array(lines.prefix(3)))
    }
    stream.stop()
  }

  private static let traces = """
    2024-01-02 10:11:12.345 [main] INFO  a.Shop - started
    2024-01-02 10:11:14.000 [exec-1] ERROR a.Shop - failed
    java.lang.IllegalStateException: oh
    \tat a.Shop.sell(Shop.java:7)
    \tat a.Shop.main(Shop.java:9)
    2024-01-02 10:11:15.000 [main] INFO  a.Shop - on
    2024-01-02 10:11:16.000 [exec-2] ERROR a.Shop - failed again
    java.lang.IllegalStateException: no
    \tat a.Shop.sell(Shop.java:7)
    2024-01-02 10:11:17.000 [main] INFO  a.Shop - gone

    """
  private static let traceLines = traces.split(separator: "\n").map {
    $0.first == "\t" ? "        \($0.dropFirst())" : String($0)
  }

  @Test func `shows a stack trace with its record, whichever of them a filter matches`()
    async throws
  {
    try await show(Self.traces, lines: 14) { viewer in
      await viewer.wait(for: Self.traceLines)
      viewer.type("&Shop.java:9\n")
      await viewer.wait(for: Array(Self.traceLines[1...4]) + [""])
      await viewer.wait(for: "1 record")
      viewer.type("&level>=warn\n")
      await viewer.wait(for: "only Shop.java:9, level >= warn")
      await viewer.wait("the entry alone") {
        Array($0.prefix(5)) == Array(Self.traceLines[1...4]) + [""]
      }
      viewer.type(.escape)
      await viewer.wait("one filter") { !($0.last?.contains("level") ?? true) }
      viewer.type(.escape)
      await viewer.wait(for: Self.traceLines)
      viewer.type("&!Shop.java\n")
      await viewer.wait(for: [0, 5, 9].map { Self.traceLines[$0] } + [""])
    }
  }

  @Test func `has one match in a record and its stack trace`() async throws {
    try await show(Self.traces, lines: 6) { viewer in
      await viewer.wait(for: Array(Self.traceLines.prefix(5)))
      viewer.type("/at a.Shop\n")
      await viewer.wait(for: "1 of 2 matching records")
      viewer.type("n")
      await viewer.wait(for: "2 of 2 matching records")
      await viewer.wait("the match") { $0.contains(Self.traceLines[8]) }
      viewer.type("N")
      await viewer.wait(for: "1 of 2 matching records")
      viewer.type("t")
      viewer.type("t")
      await viewer.wait(for: "lines as written")
      viewer.type("/at a.Shop\n")
      await viewer.wait(for: "of 3")
    }
  }

  @Test func `shows and copies a record with its stack trace`() async throws {
    try await show(Self.traces, lines: 20) { viewer in
      await viewer.wait(for: Self.traceLines)
      viewer.type("/main.Shop\n")
      await viewer.wait(for: "1 of 1 matching record")
      viewer.type("y")
      await viewer.wait(for: "sent the record")
      #expect(
        viewer.screen.clipboard.map { String(decoding: $0, as: UTF8.self) }
          == Self.traces.split(separator: "\n")[1...4].joined(separator: "\n"))
      viewer.type("i")
      await viewer.wait("the fields and the trace") { rows in
        let all = rows.joined(separator: "\n")
        return all.contains("level") && all.contains("failed") && all.contains("Shop.java:9")
          && !all.contains("gone")
      }
      viewer.type("J")
      await viewer.wait("the next record") { $0.contains { $0.hasSuffix("  on") } }
    }
  }
}
