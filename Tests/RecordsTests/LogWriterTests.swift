import Randomness
import Testing

@testable import Records

/// Log lines in the formats of their writers.
@Suite struct `A writer of a log` {
  private func format(_ text: String, name: String = "", isComplete: Bool = true) -> RecordFormat {
    Array(text.utf8).withUnsafeBytes {
      RecordFormat.recognized(in: $0, isComplete: isComplete, name: name)
    }
  }

  /// The fields of a line as read by the recognized writer, as `name=value`; nil if no writer is
  /// recognized.
  private func fields(_ line: String) -> [String]? {
    guard case .log(let writer) = format("\(line)\n\(line)\n") else { return nil }
    return writer.record(of: line.slice).map { record in
      record.filter { $0.value.kind != .null }.map { "\($0.name)=\($0.value.text)" }
    }
  }

  @Test(arguments: LogWriter.table.map(\.name))
  func `is known by its example, and reads it`(name: String) throws {
    let writer = try #require(LogWriter.table.first { $0.name == name })
    let line = writer.example
    #expect(format("\(line)\n\(line)\n") == .log(writer))
    #expect(format("\(line)\r\n\(line)\r\n") == .log(writer))
    let record = try #require(writer.record(of: line.slice))
    #expect(record.allSatisfy { $0.name == "message" || !$0.value.text.hasPrefix(" ") })
    // The majority of the lines decides, and lines that continue an entry do not count.
    #expect(format("\(line)\n\tat a.b(c)\n\tat d\n\n  e\n\(line)\n") == .log(writer))
    #expect(format("\(line)\noh\n\(line)\n") == .log(writer))
    #expect(format("oh\n\(line)\n\(line)\n") == .log(writer))
    #expect(format("\(line)\noh\noh dear\n\(line)\n") != .log(writer))
    #expect(format("\(line)\n\(line)\n", name: "x.csv") != .log(writer))
  }

  @Test(arguments: LogWriter.table.map(\.name))
  func `reads any part of its example without a fault`(name: String) throws {
    let writer = try #require(LogWriter.table.first { $0.name == name })
    let bytes = Array(writer.example.utf8)
    for end in 0...bytes.count {
      for start in 0...end {
        let part = bytes[start..<end]
        guard let record = writer.record(of: part) else { continue }
        #expect(writer.fields.isEmpty || record.count == writer.fields.count)
        #expect(record.allSatisfy { part.indices.contains($0.value.raw) })
      }
    }
  }

  @Test func `of objects behind a name has their fields, and a message of other lines`() throws {
    let text = #"""
      web-1  | {"level":"warn","msg":"slow \"query\"","n":[1,2]}
      db-1   | ready to accept connections
      web-1  | {"level":"info","msg":"up","":7}

      """#
    guard case .log(let writer) = format(text) else {
      Issue.record("no log")
      return
    }
    let read = text.split(separator: "\n").map { line in
      writer.record(of: String(line).slice).map { $0.map { "\($0.name)=\($0.value.text)" } }
    }
    #expect(
      read == [
        ["service=web-1", "level=warn", "msg=slow \"query\"", "n=[1,2]"],
        ["service=db-1", "message=ready to accept connections"],
        ["service=web-1", "level=info", "msg=up", "=7"],
      ])
    let first = try #require(writer.record(of: String(text.split(separator: "\n")[0]).slice))
    #expect(first.value(at: "level")?.text == "warn")
    #expect(first.value(at: "service")?.text == "web-1")
    #expect(
      String(decoding: first.jsonLine(), as: UTF8.self)
        == #"{"service":"web-1","level":"warn","msg":"slow \"query\"","n":[1,2]}"#)
  }

  @Test(arguments: [
    "a | b\n--+--\n1 | 2\n", "| a | {b} |\n|---|---|\n| 1 | {2} |\n",
    "x | {\"id\":1}\ny | {\"id\":2}\n", "cat a | {\n  grep b\n}\n",
  ]) func `is none of a table or a program with bars`(text: String) {
    #expect(format(text) == .text)
  }

  @Test(arguments: [
    (
      "2024-01-02T10:11:12.123456789Z stderr P  no",
      "time=2024-01-02T10:11:12.123456789Z stream=stderr tag=P message= no"
    ),
    (
      "2024-01-02T10:11:12.1234567Z ##[warning]old",
      "time=2024-01-02T10:11:12.1234567Z level=warning message=old"
    ),
    (
      "2024-01-02T10:11:12.1234567Z ##[group]Run x",
      "time=2024-01-02T10:11:12.1234567Z message=##[group]Run x"
    ),
    (
      "2024-01-02T10:11:12.123456789+01:00 up",
      "time=2024-01-02T10:11:12.123456789+01:00 message=up"
    ),
    (
      #"::1 - - [02/Jan/2024:10:11:12 +0000] "GET /a HTTP/1.1" 503 0 "-" "a \"b\" c" 0.004"#,
      #"host=::1 ident=- user=- time=02/Jan/2024:10:11:12 +0000 method=GET path=/a protocol=HTTP/1.1 "#
        + #"status=503 level=error bytes=0 referer=- agent=a \"b\" c other=0.004"#
    ),
    (
      #"a - - [02/Jan/2024:10:11:12 +0000] "\x16\x03" 400 -"#,
      #"host=a ident=- user=- time=02/Jan/2024:10:11:12 +0000 path=\x16\x03 status=400 level=warning bytes=-"#
    ),
    (
      "[Tue Jan 02 10:11:12 2024] [error] oh",
      "time=Tue Jan 02 10:11:12 2024 level=error message=oh"
    ),
    (
      "[Tue Jan 02 10:11:12 2024] [:error] [pid 7] oh",
      "time=Tue Jan 02 10:11:12 2024 level=error pid=7 message=oh"
    ),
    (
      "Jan  2 10:11:12 web kernel: [    1.5] up",
      "time=Jan  2 10:11:12 host=web process=kernel message=[    1.5] up"
    ),
    (
      "2024-01-02T10:11:12.123456+00:00 web CRON[7]: (root) CMD",
      "time=2024-01-02T10:11:12.123456+00:00 host=web process=CRON pid=7 message=(root) CMD"
    ),
    (
      "<11>1 2024-01-02T10:11:12Z web app - - - \u{FEFF}hi",
      "time=2024-01-02T10:11:12Z level=error host=web process=app pid=- id=- data=- message=\u{FEFF}hi"
    ),
    (
      #"<14>1 2024-01-02T10:11:12Z web app 7 - [a b="x]y\"]"][c]"#,
      #"time=2024-01-02T10:11:12Z level=info host=web process=app pid=7 id=- data=[a b="x]y\"]"][c]"#
    ),
    (
      "2024-01-02 10:11:12.345 UTC [7] ann@shop LOG:  up",
      "time=2024-01-02 10:11:12.345 UTC pid=7 user=ann database=shop level=LOG message=up"
    ),
    (
      "10:11:12.345 [main] DEBUG a.B - it - goes",
      "time=10:11:12.345 thread=main level=DEBUG logger=a.B message=it - goes"
    ),
    (
      "10:11:12.345 [main] INFO  a.B -- it goes",
      "time=10:11:12.345 thread=main level=INFO logger=a.B message=it goes"
    ),
    (
      "\u{FEFF}2024-01-02T10:11:12.1234567Z up", "time=2024-01-02T10:11:12.1234567Z message=up"
    ),
    (
      "2024-01-02T10:11:12.345Z ERROR 7 --- [shop] [   exec-1] a.B : no",
      "time=2024-01-02T10:11:12.345Z level=ERROR pid=7 application=shop thread=exec-1 logger=a.B message=no"
    ),
    (
      #"level=info msg="a \"b\"" dry path=/a=b empty="#,
      #"level=info msg=a "b" dry= path=/a=b empty="#
    ),
  ]) func `gives its fields their names`(line: String, expected: String) {
    #expect(fields(line)?.joined(separator: " ") == expected)
  }

  @Test(arguments: [
    "", "\n\n", "It was a dark night.\nThe rain fell.\n", "one\n", "a: b\nc: d\n",
    "total 8\n-rw-r--r-- 1 root root 5 Jan  2 10:11 a\n-rw-r--r-- 1 root root 5 Jan  2 10:11 b\n",
    "drwxr-xr-x 2 root root 4096 Jan  2 10:11 a\ndrwxr-xr-x 2 root root 4096 Jan  2 10:11 b\n",
    "import Bytes\n\n/// A.\nstruct A {\n  let b = 1\n}\n", "A=1\nB=2\n", "x=1 y=2\nx=2 y=3\n",
    "# Title\n\nINFO: read this.\nNOTE: and this.\n",
    "2024-01-02 it rained\n2024-01-03 it did not\n",
    "2024-01-02T10:11:12.345Z ERROR a::b: no\n2024-01-02T10:11:12.345Z ERROR a::b: no\n",
    "2024-01-02T10:11:12Z app: error: no\n2024-01-02T10:11:12Z app: error: no\n",
    "2024-01-02T10:11:12Z app started: a\n2024-01-02T10:11:12Z app started: b\n",
    "Jan  2 10:11:12 2024 it began\nJan  2 10:11:13 2024 it ended\n",
    "WARNING: old\nWARNING: older\n", "<a b=\"c\" d=\"e\">\n<a b=\"c\" d=\"e\">\n",
    "10:11:12 a\n10:11:13 b\n", "{\"a\": 1}\n", "FROM a\nRUN level=info msg=x\n",
  ]) func `has written no other text`(text: String) {
    if case .log(let writer) = format(text) { Issue.record("\(writer.name)") }
  }

  @Test(arguments: LogWriter.table.map(\.name))
  func `makes objects of JSON of lines that are damaged`(name: String) throws {
    let writer = try #require(LogWriter.table.first { $0.name == name })
    var random = SplitMix64(start: 7)
    for _ in 0..<2_000 {
      var line = Array(writer.example.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: line.indices, using: &random)
        let byte = Self.marks.randomElement(using: &random) ?? 0
        if Bool.random(using: &random) { line[place] = byte } else { line.insert(byte, at: place) }
      }
      guard let record = writer.record(of: line[...]) else { continue }
      let json = try JSONReader().record(record.jsonLine()[...])
      #expect(json.map(\.name) == record.map(\.name))
      #expect(
        json.map(\.value.text) == record.map { $0.value.kind == .null ? "null" : $0.value.text })
    }
  }

  /// Bytes that have a meaning for some writer, and a few that have none.
  private static let marks: [UInt8] = Array("\"\\[]<>:= -#0aZ\t".utf8) + [0, 0x1B, 0xC3, 0xFF]

  @Test func `is not told by a line that may go on`() {
    let line = "WARNING:root:slow"
    #expect(format("\(line)\n\(line)", isComplete: false) == .text)
    #expect(format("\(line)\n\(line)\n", isComplete: false) != .text)
  }

  @Test func `gives records that are objects of JSON with what they have`() throws {
    let decoder = RecordDecoder.log(try #require(LogWriter.table.first { $0.name == "glog, klog" }))
    let line = "E0102 10:11:12.123456       1 a.go:5] no \"a\""
    #expect(
      decoder.record(of: line.slice)?.jsonLine().slice.string
        == #"{"time":"0102 10:11:12.123456","level":"error","pid":"1","source":"a.go:5","message":"no \"a\""}"#
    )
    let nothing = RecordDecoder.log(
      try #require(LogWriter.table.first { $0.name == "GitHub Actions" }))
    #expect(
      nothing.record(of: "2024-01-02T10:11:12.1234567Z up".slice)?.jsonLine().slice.string
        == #"{"time":"2024-01-02T10:11:12.1234567Z","level":null,"message":"up"}"#)
    #expect(nothing.record(of: "\tat a.b".slice) == nil)
  }
}

extension [UInt8] {
  fileprivate var slice: ArraySlice<UInt8> { self[...] }
}

extension Range<Int> {
  fileprivate func contains(_ bytes: ArraySlice<UInt8>) -> Bool {
    lowerBound <= bytes.startIndex && bytes.endIndex <= upperBound
  }
}
