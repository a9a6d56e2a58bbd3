import ByteStores
import Feeds
import FileSources
import Foundation
import Glibc
import Pipes
import Randomness
import TemporaryFolders
import Testing

@testable import Viewers

/// Without a screen, a text that grows is written in complete items.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `The output for a text that grows` {
  /// Follows a file as parts are added, and waits for the output that is expected after each part.
  private func follow(
    _ name: String, _ steps: [(String, String)],
    _ change: (inout ViewerOptions) -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(steps[0].0, to: name)
      var options = ViewerOptions()
      options.follows = true
      change(&options)
      let feed = try ViewerFixture.registry.open(Array(path.utf8), at: nil, options)
      let text = try #require(feed as? TextFeed)
      var bytes: [UInt8] = []
      let form = try FilteredPlainForm(text, PlainForm(options: options, toTerminal: false)) {
        bytes += $0
        return true
      }
      let task = Task { try await form?.write() }
      for (index, (part, output)) in steps.enumerated() {
        if index > 0 { try folder.append(part, to: name) }
        while String(decoding: bytes, as: UTF8.self) != output { await Task.yield() }
        // The program gets time to read a part that it must not write yet.
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(String(decoding: bytes, as: UTF8.self) == steps.last?.1)
      task.cancel()
      await #expect(throws: FileError.cancelled) { try await task.value }
    }
  }

  private nonisolated static let one = "{\"a\":\"1\",\"b\":\"2\"}\n"
  private nonisolated static let two = "{\"a\":\"5\",\"b\":\"x\\ny\"}\n"

  private nonisolated static func text(_ line: String) -> String { "{\"text\":\"\(line)\"}\n" }

  @Test func `has a CSV record only when its quote is closed`() async throws {
    let steps = [
      ("a,b\n1,2\n", Self.one), ("5,\"x\ny", Self.one), ("\"\n", Self.one + Self.two),
      ("1,2\n5,\"x\n", Self.one + Self.two + Self.one),
      ("y\"\n", Self.one + Self.two + Self.one + Self.two),
    ]
    try await follow("a.csv", steps) { $0.writesJSON = true }
    try await follow("a.csv", steps) { ($0.writesJSON, $0.filters) = (true, ["a>0"]) }
  }

  @Test func `has each line of a CSV file that is copied`() async throws {
    let steps = [("a,b\n1,2\n", "a,b\n1,2\n"), ("5,\"x\ny\nz", "a,b\n1,2\n5,\"x\ny\n")]
    try await follow("a.csv", steps) { _ in }
  }

  @Test func `has the last element of an array as soon as it is closed`() async throws {
    let steps = [
      ("[{\"a\":0},\n{\"a\":1},\n", "{\"a\":0}\n{\"a\":1}\n"),
      ("{\"a\"", "{\"a\":0}\n{\"a\":1}\n"), (":2}", "{\"a\":0}\n{\"a\":1}\n{\"a\":2}\n"),
      (",\n{\"a\":3}]\n", "{\"a\":0}\n{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n"),
    ]
    try await follow("a.json", steps) { $0.writesJSON = true }
    try await follow("a.json", steps) { ($0.writesJSON, $0.filters) = (true, ["a>=0"]) }
  }

  @Test(arguments: [
    ("a.log", "a 1\nb 2\n", "a 3\n", text("a 1") + text("b 2") + text("a 3")),
    ("a.csv", "a,b\n1,2\n1,2\n", "a,b\n1,2\n", one + one + one),
  ])
  func `goes on at the start of a file that was truncated`(
    name: String, first: String, second: String, output: String
  ) async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(first, to: name)
      var options = ViewerOptions()
      (options.follows, options.writesJSON, options.limit) = (true, true, 3)
      let feed = try ViewerFixture.registry.open(Array(path.utf8), at: nil, options)
      let text = try #require(feed as? TextFeed)
      var (bytes, messages): ([UInt8], [String]) = ([], [])
      var form = try FilteredPlainForm(text, PlainForm(options: options, toTerminal: false)) {
        bytes += $0
        return true
      }
      form?.tell = { messages.append($0) }
      let followed = try #require(form)
      let task = Task { try await followed.write() }
      while bytes.count(where: { $0 == UInt8(ascii: "\n") }) < 2 { await Task.yield() }
      try #require(truncate(path, 0) == 0)
      while messages.isEmpty { await Task.yield() }
      try folder.append(second, to: name)
      try await task.value
      #expect(String(decoding: bytes, as: UTF8.self) == output)
      #expect(messages == ["\(path) was truncated: continuing at its start"])
    }
  }

  @Test(
    arguments: [
      ("a.csv", "", [], one), ("a.csv", "a,b\n", [], one), ("a.csv", "a,b\n", ["a>0"], one),
      ("a.jsonl", "", ["a=1"], one), ("a.log", "", [], one), ("a.log", one, ["a=1"], one),
    ] as [(String, String, [String], String)])
  func `waits for the lines that show its format`(
    name: String, first: String, filters: [String], output: String
  ) async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(first, to: name)
      var options = ViewerOptions()
      (options.follows, options.writesJSON, options.limit) = (true, true, 1)
      options.filters = filters
      let feed = try ViewerFixture.registry.open(Array(path.utf8), at: nil, options)
      let text = try #require(feed as? TextFeed)
      let rest = name == "a.csv" ? "a,b\n1,2\n" : Self.one + Self.one
      let added = String(rest.dropFirst(first.count))
      let thread = Thread {
        // Creating the form blocks the test until lines arrive, so this thread adds them later.
        usleep(50_000)
        _ = try? folder.append(added, to: name)
      }
      thread.start()
      var bytes: [UInt8] = []
      let form = try FilteredPlainForm(text, PlainForm(options: options, toTerminal: false)) {
        bytes += $0
        return true
      }
      try await form?.write()
      #expect(String(decoding: bytes, as: UTF8.self) == output)
    }
  }

  @Test(arguments: [("", " y", " z"), ("n,m\n", ",y", ",\"z")])
  func `has the end of a pipe that ends without a line end`(
    header: String, one: String, two: String
  ) async throws {
    let pipe = OpenPipe()
    let stream = try StreamStore(reading: pipe.output, name: "pipe")
    pipe.write(header + (1...1_000).map { "b\($0)\(one)\n" }.joined())
    var options = ViewerOptions()
    options.filters = ["a"]
    var bytes: [UInt8] = []
    let form = try FilteredPlainForm(
      TextFeed(stream.file, stream), PlainForm(options: options, toTerminal: false)
    ) {
      bytes += $0
      return true
    }
    let task = Task { try await form?.write() }
    pipe.write("a1\(one)\na2\(two)")
    while !bytes.contains(UInt8(ascii: "a")) { await Task.yield() }
    pipe.end()
    try await task.value
    #expect(String(decoding: bytes, as: UTF8.self) == header + "a1\(one)\na2\(two)")
  }

  /// A log with traces, some of which are longer than the reach of an entry.
  private nonisolated static func log(_ random: inout SplitMix64, isNegated: Bool) -> String {
    // A condition decides about an entry of a pipe only if the entry is not longer than a page.
    let longest = isNegated ? 300 : 3_000
    // The bytes that have arrived before the copy must show that the text is a log.
    var text = String(repeating: "2026-11-30 10:10:09 INFO start\n", count: 7)
    for number in 0..<random.within(1...300) {
      text += "2026-11-30 10:10:10 \(random.pick(["INFO", "WARN"])) entry \(number)\n"
      guard random.occurs(inPercent: 20) else { continue }
      let lines = random.occurs(inPercent: 2) ? longest : random.within(1...20)
      for line in 0..<lines { text += "  at line \(line) \(random.pick(["one", "two", "WARN"]))\n" }
    }
    return random.occurs(inPercent: 30) ? String(text.dropLast()) : text
  }

  private nonisolated static func lines(_ random: inout SplitMix64, isNegated: Bool) -> String {
    // A condition decides about a line of a pipe only if the line is not longer than a page.
    let longest = random.pick([40, 40, isNegated ? 15_000 : 100_000])
    return (0..<random.within(1...3_000)).map { number in
      let word = random.pick(["INFO", "WARN", "DEBUG", ""])
      let isLong = random.occurs(inPercent: 1) && random.occurs(inPercent: 10)
      let count = isLong ? longest : random.pick([1, 1, 1, 40])
      let last = random.occurs(inPercent: 10) ? " WARN" : ""
      return String(repeating: word, count: count) + " \(number)\(last)\n"
    }.joined()
  }

  @Test(arguments: 0..<40)
  func `has the items of a pipe that its text as a file has`(seed: UInt64) async throws {
    var random = SplitMix64(start: seed)
    let isNegated = random.occurs(inPercent: 30)
    let text =
      random.occurs(inPercent: 50)
      ? Self.log(&random, isNegated: isNegated) : Self.lines(&random, isNegated: isNegated)
    let leastStretch = random.pick([1, 100, 5_000, 100_000, .max])
    let pieces = random.pick([100, 3_000, 60_000])
    try await TemporaryFolder.run { folder in
      let file = try FileStore(path: folder.write(text, to: "a.log"))
      let expected = try await copy(file, nil, isNegated, leastStretch: leastStretch)
      let pipe = OpenPipe()
      let stream = try StreamStore(reading: pipe.output, name: "pipe")
      // The first lines show that the text is a log.
      pipe.write(String(decoding: text.utf8.prefix(200), as: UTF8.self))
      while try stream.file.size() < min(200, text.utf8.count) { await Task.yield() }
      let copying = Task {
        try await copy(stream.file, stream, isNegated, leastStretch: leastStretch)
      }
      // Writing may wait for the copy, which runs on the main actor.
      let writing = Task.detached { [random] in
        var (bytes, next) = (Array(text.utf8)[...].dropFirst(200), random)
        while !bytes.isEmpty {
          let count = next.within(1...pieces)
          pipe.write(String(decoding: bytes.prefix(count), as: UTF8.self))
          bytes = bytes.dropFirst(count)
          if next.occurs(inPercent: 30) { await Task.yield() }
        }
        pipe.end()
      }
      let found = try await copying.value
      await writing.value
      #expect(found.text == expected.text)
      #expect(found.count == expected.count)
    }
  }

  @Test(arguments: [10_000, 130_000, 600_000])
  func `has the lines of a file in UTF-16 that its text has, however long they are`(
    length: Int
  ) async throws {
    try await TemporaryFolder.run { folder in
      let long = String(repeating: "é ", count: length / 2)
      let text = String(repeating: "\(long)WARN\n\(long)\n", count: 4_000_000 / length)
      let path = folder.path + "/wide"
      try #require(text.data(using: .utf16LittleEndian)).write(to: URL(filePath: path))
      let stream = try #require(
        try StreamStore(
          unpacking: FileStore(path: path), decoding: .named(.utf16(isBigEndian: false))))
      let found = try await copy(stream.file, stream, true, leastStretch: 16 << 10)
      #expect(found.text == String(repeating: "\(long)\n", count: 4_000_000 / length))
    }
  }

  @Test(arguments: [300, 30_000, 400_000])
  func `has all items of a damaged file that come before its error`(count: Int) async throws {
    try await TemporaryFolder.run { folder in
      var random = SplitMix64(start: UInt64(count))
      let lines = (0..<count).map { _ in "WARN \(random.next())\n" }.joined()
      let path = try folder.write(lines, to: "a.log")
      let gzip = try Process.run(URL(filePath: "/usr/bin/gzip"), arguments: [path])
      gzip.waitUntilExit()
      let handle = try FileHandle(forUpdating: URL(filePath: path + ".gz"))
      try handle.truncate(atOffset: handle.seekToEnd() * 2 / 3)
      try handle.close()
      let stream = try #require(try StreamStore(unpacking: FileStore(path: path + ".gz")))
      let shown = ShownItems(
        TextFileSource(stream.file), stream.file, stream,
        [.init(try TextPattern("WARN", .smart))])
      var bytes: [UInt8] = []
      await #expect(throws: FileError.self) {
        _ = try await shown.copy {
          bytes += $0
          return true
        }
      }
      #expect(try bytes == stream.file.whole(0..<stream.file.size()))
    }
  }

  private func copy(
    _ file: FileStore, _ arrivals: (any Arrivals)?, _ isNegated: Bool, leastStretch: Int
  ) async throws -> (text: String, count: Int) {
    let text = TextFileSource(file)
    text.joinEntries(true)
    let shown = ShownItems(
      text, file, arrivals, [.init(try TextPattern("WARN", .smart), isNegated: isNegated)],
      leastStretch: leastStretch)
    var bytes: [UInt8] = []
    let count = try await shown.copy {
      bytes += $0
      return true
    }
    return (String(decoding: bytes, as: UTF8.self), count)
  }
}
