import ByteStores
import EventLoop
import Feeds
import FileSources
import Foundation
import Paging
import Pipes
import Randomness
import Records
import TableUI
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// The items that remain after filtering must be the same on the screen, in a saved file and in the
/// plain form.
@MainActor @Suite(.timeLimit(.minutes(4))) struct `What filters leave` {
  private nonisolated static let levels = ["INFO", "WARN", "ERROR"]

  /// A text of one of several kinds, and filters for it.
  private struct Sample {
    let text: String
    let name: String
    let filters: [String]
    /// A closure that takes the number of an item and returns whether the filters keep the item.
    let isWanted: (Int) -> Bool
    /// The items as they are output.
    let items: [String]
    var head = ""

    static func log(_ random: inout SplitMix64) -> Sample {
      let count = random.within(1...400)
      var (lines, seconds): ([String], Int) = ([], 0)
      let level = (0..<count).map { _ in random.pick(levels) }
      for index in 0..<count {
        seconds += random.within(0...90)
        let (hour, minute) = (10 + seconds / 3_600, seconds / 60 % 60)
        let clock = [hour, minute, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let trace = random.occurs(inPercent: 20) ? "\n  at one\n  at two" : ""
        lines.append(
          "2026-11-24T\(clock.joined(separator: ":"))Z \(level[index]) n\(index)\(trace)\n")
      }
      let wanted = random.pick(levels)
      let isNegated = random.occurs(inPercent: 30)
      return Sample(
        text: lines.joined(), name: "a.log", filters: [(isNegated ? "!" : "") + wanted],
        isWanted: { (level[$0] == wanted) != isNegated }, items: lines)
    }

    static func csv(_ random: inout SplitMix64) -> Sample {
      let amounts = (0..<random.within(1...400)).map { _ in random.within(0...20) }
      let notes = ["plain", "\"two\nlines\"", "\"a \"\"b\"\"\"", ""]
      let rows = amounts.enumerated().map { "\($0),\($1),\(random.pick(notes))\n" }
      let least = random.within(0...20)
      return Sample(
        text: "id,amount,note\n" + rows.joined(), name: "a.csv",
        filters: ["amount>=\(least)", "!amount==7"],
        isWanted: { amounts[$0] >= least && amounts[$0] != 7 }, items: rows,
        head: "id,amount,note\n")
    }

    static func json(_ random: inout SplitMix64) -> Sample {
      let names = (0..<random.within(1...400)).map { _ in random.pick(["é", "a", "J\\u00fcrgen"]) }
      let rows = names.enumerated().map { "{\"id\":\($0),\"name\":\"\($1)\"}\n" }
      let wanted = random.pick(["name=Jürgen", "name~^a", "!name=é", "id>=5 or name=a"])
      return Sample(
        text: rows.joined(), name: "a.ndjson", filters: [wanted],
        isWanted: { index in
          switch wanted {
          case "name=Jürgen": names[index] == "J\\u00fcrgen"
          case "name~^a": names[index] == "a"
          case "!name=é": names[index] != "é"
          default: index >= 5 || names[index] == "a"
          }
        }, items: rows)
    }

    var expected: String {
      head + items.indices.filter(isWanted).map { items[$0] }.joined()
    }
  }

  private func plain(
    _ path: String, at start: StartPosition? = nil, _ change: (inout ViewerOptions) -> Void
  ) async throws -> (text: String, found: Bool) {
    var options = ViewerOptions()
    change(&options)
    let feed = try ViewerFixture.registry.open(Array(path.utf8), at: start, options)
    var bytes: [UInt8] = []
    let form = PlainForm(options: options, toTerminal: false)
    let text = try #require(feed as? TextFeed)
    let filtered = try FilteredPlainForm(text, form) {
      bytes += $0
      return true
    }
    try #require(filtered != nil)
    try await filtered?.write()
    return (String(decoding: bytes, as: UTF8.self), form.found.isAny)
  }

  @Test(arguments: 0..<24)
  func `is one set on the screen, in a saved file and in the plain form`(seed: UInt64) async throws
  {
    var random = SplitMix64(start: seed)
    let sample = [Sample.log, Sample.csv, Sample.json][Int(seed % 3)](&random)
    try await TemporaryFolder.run { folder in
      let path = try folder.write(sample.text, to: sample.name)
      let (text, found) = try await plain(path) { $0.filters = sample.filters }
      #expect(text == sample.expected)
      #expect(found == sample.items.indices.contains(where: sample.isWanted))
      let viewer = try ViewerFixture(folder, sample.name, lines: 12, columns: 120)
      await viewer.wait("the text") {
        $0.contains { !$0.isEmpty } && $0.last?.contains("·") == true
      }
      for filter in sample.filters { viewer.type("&\(filter)\n") }
      viewer.type(":w \(folder.path)/out\n")
      await viewer.wait(for: "wrote ")
      let found1 = try folder.text(of: "out")
      #expect(found1 == sample.expected)
      var options = ViewerOptions()
      options.filters = sample.filters
      let asked = try ViewerFixture(folder, sample.name, lines: 12, columns: 120, options: options)
      await asked.wait("the filter") { _ in asked.screen.picture.contains("record") }
      asked.type(":w \(folder.path)/asked\n")
      await asked.wait(for: "wrote ")
      let found2 = try folder.text(of: "asked")
      #expect(found2 == sample.expected)
    }
  }

  @Test func `is limited to the times that were asked for`() async throws {
    let lines = (10...50).map { "2026-11-24 10:\($0):00 line \($0)\n  more\n" }
    try await TemporaryFolder.run { folder in
      let path = try folder.write(lines.joined(), to: "a.log")
      let (text, _) = try await plain(path) {
        $0.span.since = TypedTime("10:20").map { ("10:20", $0) }
        $0.span.until = TypedTime("10:22").map { ("10:22", $0) }
      }
      #expect(text == lines[10...11].joined())
      let (none, found) = try await plain(path) {
        $0.span.since = TypedTime("11:00").map { ("11:00", $0) }
      }
      #expect(none.isEmpty && !found)
    }
  }

  /// An entry and the lines that follow it are one record.
  @Test func `is as many records as are wanted`() async throws {
    let log = (0..<9).map { "2026-11-24T10:00:0\($0)Z \($0 % 2 == 0 ? "a" : "b")\n  at \($0)\n" }
    try await TemporaryFolder.run { folder in
      let path = try folder.write(log.joined(), to: "a.log")
      for count in 1...5 {
        let (first, _) = try await plain(path) { ($0.filters, $0.limit) = (["Z a"], count) }
        #expect(first == (0..<count).map { log[2 * $0] }.joined())
        let (last, _) = try await plain(path, at: .end) { options in
          (options.filters, options.limit) = (["Z a"], count)
        }
        #expect(last == (5 - count..<5).map { log[2 * $0] }.joined())
      }
    }
  }

  private nonisolated static let starts: [(String, StartPosition, String)] = [
    ("n1\nn2\nn3", .item(2), "n2\nn3"), ("n1\nn2", .item(3), ""),
    ("n1\nn2", .line(3), ""), ("n1\n", .item(999_999), ""),
    ("id,a\n1,2\n2,3\n", .item(2), "id,a\n2,3\n"), ("id,a\n1,2\n2,3\n", .item(3), "id,a\n"),
    ("id,a\n1,2\n2,3\n", .line(3), "id,a\n2,3\n"), ("id,a\n1,2\n2,3\n", .line(4), "id,a\n"),
    ("[{\"a\":1}, {\"a\":2},\n {\"a\": 3}]", .item(2), "[{\"a\":2},\n{\"a\": 3}]\n"),
    ("[{\"a\":1}, {\"a\":2},\n {\"a\": 3}]", .item(4), "[]\n"),
  ]

  @Test(arguments: starts)
  func `begins at a number, and has no item where there is no such number`(
    text: String, start: StartPosition, expected: String
  ) async throws {
    let (name, filter) =
      text.hasPrefix("[")
      ? ("a.json", "a>=1") : text.hasPrefix("id") ? ("a.csv", "id>=1") : ("a.log", "n")
    try await TemporaryFolder.run { folder in
      let path = try folder.write(text, to: name)
      let (output, found) = try await plain(path, at: start) { $0.filters = [filter] }
      #expect(output == expected)
      #expect(found == expected.contains("2"))
    }
  }

  @Test func `has the names of columns where there is no such record`() async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write("id,name\n1,Ann\n2,Bob\n", to: "a.csv")
      let (text, found) = try await plain(path, at: .item(9)) { options in
        (options.filters, options.columns) = (["id>=1"], ["name"])
      }
      #expect(text == "name\n" && !found)
    }
  }

  @Test func `begins at a number in a pipe, also where that line is still to come`() async throws {
    let pipe = OpenPipe()
    let stream = try StreamStore(reading: pipe.output, name: "pipe")
    pipe.writeFromAThread(Array((1...40_000).map { "n\($0)\n" }.joined().utf8))
    var options = ViewerOptions()
    options.filters = ["n"]
    let feed = TextFeed(stream.file, stream, at: .item(39_999))
    var bytes: [UInt8] = []
    let filtered = try FilteredPlainForm(feed, PlainForm(options: options, toTerminal: false)) {
      bytes += $0
      return true
    }
    try await filtered?.write()
    #expect(String(decoding: bytes, as: UTF8.self) == "n39999\nn40000\n")
  }

  @Test(arguments: [
    ("level>=error", "a\n", ("level", "error")), ("took>1s and a", "a\n", ("took", "1s and a")),
    ("level=error", "level=error\n", nil), ("level>=error", "", nil), ("error", "a\n", nil),
    ("level>=error", "{\"level\":1}\n{\"level\":2}\n", nil), ("!a=b", "a=b\n", nil),
    ("1=2", "a\n", nil),
  ]) func `is nothing for a reason where lines have no columns`(
    filter: String, text: String, missing: (column: String, value: String)?
  ) async throws {
    try await TemporaryFolder.run { folder in
      var options = ViewerOptions()
      options.filters = [filter]
      let path = try folder.write(text, to: "notes.txt")
      let feed = try ViewerFixture.registry.open(Array(path.utf8), at: nil, options)
      let form = PlainForm(options: options, toTerminal: false)
      let filtered = try FilteredPlainForm(try #require(feed as? TextFeed), form) { _ in true }
      try await filtered?.write()
      #expect(filtered?.missing?.column == missing?.column)
      #expect(filtered?.missing?.value == missing?.value)
    }
  }

  @Test func `goes on as the file grows where it is followed`() async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write("a 1\nb 2\n", to: "a.log")
      var options = ViewerOptions()
      (options.filters, options.follows) = (["a"], true)
      let feed = try ViewerFixture.registry.open(Array(path.utf8), at: nil, options)
      let text = try #require(feed as? TextFeed)
      var bytes: [UInt8] = []
      let filtered = try FilteredPlainForm(text, PlainForm(options: options, toTerminal: false)) {
        bytes += $0
        return true
      }
      let task = Task { try await filtered?.write() }
      for (added, expected) in [
        ("", "a 1\n"), ("b 3\na 4\na", "a 1\na 4\n"), (" 5\n", "a 1\na 4\na 5\n"),
      ] {
        try folder.append(added, to: "a.log")
        while String(decoding: bytes, as: UTF8.self) != expected { await Task.yield() }
      }
      task.cancel()
      await #expect(throws: FileError.cancelled) { try await task.value }
    }
  }

  @Test func `begins at a number that a followed file has later`() async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write("a1\na", to: "a.log")
      var options = ViewerOptions()
      (options.filters, options.follows) = (["a"], true)
      let feed = try ViewerFixture.registry.open(Array(path.utf8), at: .item(4), options)
      let text = try #require(feed as? TextFeed)
      var bytes: [UInt8] = []
      let filtered = try FilteredPlainForm(text, PlainForm(options: options, toTerminal: false)) {
        bytes += $0
        return true
      }
      let task = Task { try await filtered?.write() }
      for (added, expected) in [("2\na3\n", ""), ("a4\na5", "a4\n"), ("\n", "a4\na5\n")] {
        try folder.append(added, to: "a.log")
        while String(decoding: bytes, as: UTF8.self) != expected { await Task.yield() }
      }
      task.cancel()
      await #expect(throws: FileError.cancelled) { try await task.value }
    }
  }

  @Test func `is followed until its reader closes the pipe, or the file is cut`() async throws {
    try await TemporaryFolder.run { folder in
      let file = try FileStore(path: folder.write("a\n", to: "a.log"))
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      let followed = FollowedFile(file, writingTo: ends[1])
      #expect(try await followed.hasMore(behind: 1))
      close(ends[0])
      #expect(try await followed.hasMore(behind: 2) == false)
      #expect(!followed.isCutShort)
      #expect(try await followed.hasMore(behind: 3) == false)
      #expect(followed.isCutShort)
      close(ends[1])
    }
  }

  @Test func `is an array again where the text is one`() async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write("[{\"a\":1}, {\"a\":2},\n {\"a\": 3}]", to: "a.json")
      let (two, _) = try await plain(path) { $0.filters = ["a>=2"] }
      #expect(two == "[{\"a\":2},\n{\"a\": 3}]\n")
      let (none, _) = try await plain(path) { $0.filters = ["a>=9"] }
      #expect(none == "[]\n")
    }
  }

  @Test func `is objects or columns where these are asked for`() async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write("id,name\n1,Ann\n2,Bob\n3,Eve\n", to: "a.csv")
      let (objects, _) = try await plain(path) { ($0.filters, $0.writesJSON) = (["id>=2"], true) }
      #expect(
        objects
          == "{\"id\":\"2\",\"name\":\"Bob\"}\n{\"id\":\"3\",\"name\":\"Eve\"}\n")
      let (names, _) = try await plain(path) {
        ($0.filters, $0.columns, $0.limit) = (["id>=2"], ["name"], 1)
      }
      #expect(names == "name\nBob\n")
    }
  }

  @Test(arguments: [
    ("amuont==7", "--filter 'amuont==7': no column 'amuont'; did you mean amount?"),
    ("amount>=x", "--filter 'amount>=x': "), ("amount~(", "--filter 'amount~(': "),
  ]) func `is not guessed from a mistake`(filter: String, words: String) async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write("id,amount\n1,2\n", to: "a.csv")
      var failure: Failure?
      do { _ = try await plain(path) { $0.filters = [filter] } } catch {
        failure = error as? Failure
      }
      #expect(failure?.text.hasPrefix(words) == true && failure?.status == 2)
    }
  }

  @Test func `may be asked of a field that only later records have`() async throws {
    let rows = (0..<200).map { "{\"id\":\($0)\($0 > 150 ? ",\"late\":1" : "")}\n" }
    try await TemporaryFolder.run { folder in
      let path = try folder.write(rows.joined(), to: "a.ndjson")
      let (text, _) = try await plain(path) { $0.filters = ["late=1"] }
      #expect(text == rows[151...].joined())
    }
  }
}
