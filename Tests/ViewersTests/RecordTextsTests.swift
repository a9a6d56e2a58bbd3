import ByteStores
import Feeds
import FileSources
import Paging
import Randomness
import Records
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// The values of records are found, however they are written.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A search among records` {
  private static let executors: [any TaskExecutor] = [globalConcurrentExecutor]

  private func show(
    _ text: String, as name: String, times: TimeZoneUse = .source,
    _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      var options = ViewerOptions()
      options.times = times
      try await body(
        ViewerFixture(folder, name, lines: 8, columns: 90, options: options))
    }
  }

  @Test(arguments: [
    (
      "t.ndjson", #"{"id":1,"name":"Ann"}"# + "\n" + #"{"id":2,"name":"J\u00fcrgen \"x\""}"# + "\n",
      "Jürgen"
    ),
    (
      "t.ndjson", #"{"id":1,"name":"Ann"}"# + "\n" + #"{"id":2,"name":"J\u00fcrgen \"x\""}"# + "\n",
      "n \"x"
    ),
    ("t.csv", "id,name\n1,Ann\n2,\"say \"\"hi\"\" now\"\n", "say \"hi\""),
    ("t.json", #"[{"id":1,"name":"Ann"},{"id":2,"name":{"a":["\/x\/y"]}}]"#, "/x/y"),
  ]) func `finds values as they are shown, and filters by them`(
    name: String, text: String, pattern: String
  ) async throws {
    try await show(text, as: name) { viewer in
      await viewer.wait(for: "id  name")
      viewer.type("/\(pattern)\n")
      await viewer.wait(for: "1 of 1 matching record")
      viewer.type("&\(pattern)\n")
      await viewer.wait("the second record alone") { $0[1].hasPrefix("▌  2  ") && $0[2].isEmpty }
      // If the text is shown as it is written, the filter examines it in that form.
      viewer.type("t")
      await viewer.wait(for: "no line matches")
    }
  }

  @Test(arguments: ["t.ndjson", "log.ndjson"])
  func `underlines a row that shows nothing of its match`(
    name: String
  ) async throws {
    let fields = name == "log.ndjson" ? #""time":"2026-11-24T10:00:00Z","level":"info","# : ""
    let text = ["Ann", #"J\u00fcrgen"#, "u00fc"].map { "{\(fields)\"msg\":\"\($0)\"}\n" }.joined()
    try await show(text, as: name) { viewer in
      await viewer.wait(for: "Jürgen")
      viewer.type("/u00fc\n")
      await viewer.wait(for: "1 of 2 matching records")
      let first = viewer.rows.firstIndex { $0.contains("Ann") } ?? 0
      let underlined = viewer.screen.canvas.stylePicture.split(separator: "\n").dropFirst(first)
        .prefix(3).map { $0.contains("u") }
      #expect(underlined == [false, true, false])
      viewer.type("/nowhere\n")
      await viewer.wait(for: "not found")
      #expect(!viewer.screen.canvas.stylePicture.split(separator: "\n")[first + 1].contains("u"))
    }
  }

  @Test func `finds levels and times as they are drawn`() async throws {
    let log = [("30", 1_795_514_400_000), ("50", 1_795_518_000_000), ("40", 1_795_521_600_000)].map
    {
      #"{"level":\#($0),"time":\#($1),"msg":"m\#($0)"}"# + "\n"
    }.joined()
    try await show(log, as: "log.ndjson") { viewer in
      await viewer.wait(for: "ERROR m50")
      viewer.type("/ERROR\n")
      await viewer.wait(for: "1 of 1 matching record")
      viewer.type("/T11:00\n")
      await viewer.wait(for: "1 of 1 matching record")
      viewer.type("&WARN\n")
      await viewer.wait("the warning alone") { $0[0].contains("WARN  m40") && $0[1].isEmpty }
    }
  }

  @Test(arguments: [
    (#"\d\d:\d\d"#, 3), ("T..:00:00.000Z$", 3), ("ERROR|WARN", 2), ("error", 1),
  ]) func `finds what an expression matches in levels and times as they are drawn`(
    pattern: String, count: Int
  ) async throws {
    let log = [("30", 1_795_514_400_000), ("50", 1_795_518_000_000), ("40", 1_795_521_600_000)].map
    {
      #"{"level":\#($0),"time":\#($1),"msg":"m\#($0)"}"# + "\n"
    }.joined()
    try await show(log, as: "log.ndjson") { viewer in
      await viewer.wait(for: "ERROR m50")
      viewer.type("/\(pattern)\n")
      await viewer.wait(
        for: count == 1 ? "1 of 1 matching record" : "1 of \(count) matching records")
    }
  }

  @Test func `finds times in the zone in which they are shown`() async throws {
    let log = ["10:00:00+02:00", "10:00:00Z"].map {
      #"{"level":"info","time":"2026-11-24T\#($0)","msg":"x"}"# + "\n"
    }.joined()
    try await show(log, as: "log.ndjson", times: .utc) { viewer in
      await viewer.wait(for: "2026-11-24T08:00:00Z")
      viewer.type("/T08:00\n")
      await viewer.wait(for: "1 of 1 matching record")
    }
  }

  /// Texts that may occur in a value: decoded, as written in JSON, and as written in CSV.
  private static let words: [(said: String, json: [String], csv: String)] = [
    ("plain", ["plain"], "plain"), ("Jürgen", ["Jürgen", #"J\u00fcrgen"#], "Jürgen"),
    ("a\"b", [#"a\"b"#, #"a\u0022b"#], "a\"\"b"), ("x/y", ["x/y", #"x\/y"#], "x/y"),
    ("tab\there", [#"tab\there"#], "tab\there"),
  ]

  @Test(arguments: 1...6) func `finds what a plain loop over values and bytes finds`(
    seed: UInt64
  ) async throws {
    var random = SplitMix64(start: seed)
    let isJSON = seed % 2 == 0
    var (records, said): ([[UInt8]], [[String]]) = ([], [])
    for number in 0..<120 {
      let values = (0..<2).map { _ in random.pick(Self.words) }
      let texts = values.map { isJSON ? random.pick($0.json) : $0.csv }
      let record =
        isJSON
        ? #"{"n":\#(number),"a":"\#(texts[0])","b":["\#(texts[1])"]}"#
        : "\(number),\"\(texts[0])\",\"\(texts[1])\""
      records.append(Array((record + "\n").utf8))
      said.append(values.map(\.said))
    }
    let header = isJSON ? [] : Array("n,a,b\n".utf8)
    let reading =
      isJSON
      ? RecordDecoder.ndjson
      : .csv(CSVReader(CSVDialect()), .numbered)
    try await TemporaryFolder.run { folder in
      let path = try folder.write(
        String(decoding: header + records.joined(), as: UTF8.self), to: "records")
      let file = try FileStore(path: path)
      file.passOver(header.count)
      let source = TextFileSource(file, as: reading.format)
      for word in Self.words.map(\.said) + ["u00fc", "\\", "no", "r", "\"\"", "\":["] {
        let pattern = try TextPattern(literal: word, .matters)
          .inRecords(reading, unit: source.matchUnit, drawing: nil)
        let conditions = LineConditions([.init(pattern)], unit: source.matchUnit)
        let filter = FilteredTextSource(source, conditions, on: Self.executors)
        let bytes = Array(word.utf8)
        let expected = records.indices.filter { index in
          said[index].contains { $0.utf8.contains(bytes) } || records[index].contains(bytes)
        }
        #expect(try await filter.search(of: file).countAll() == expected.count, "\(word)")
        let page = try await filter.load(
          PageRequest(reason: .refresh, position: .start, count: 200))
        #expect(page.items.map { Array($0.raw) } == expected.map { records[$0] }, "\(word)")
      }
    }
  }
}

extension Collection<UInt8> where SubSequence: Collection<UInt8> {
  fileprivate func contains(_ bytes: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: bytes) }
  }
}
