import ByteStores
import Feeds
import Foundation
import Glibc
import Pipes
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
}
