import ByteStores
import EventLoop
import Feeds
import Pipes
import TableUI
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// Whether a text needs a screen at all.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `A text that may fit on one screen` {
  private static let size = Size(lines: 5, columns: 10)

  @Test(arguments: [
    ("", true), ("a\n", true), ("1\n2\n3\n4\n", true), ("1\n2\n3\n4", true),
    ("1\n2\n3\n4\n5\n", false), ("1\n2\n3\n4\n5", false),
    // Folded lines take more of the screen.
    ("0123456789\n2\n3\n4\n", true), ("0123456789a\n2\n3\n4\n", false),
  ]) func `does where its lines and the prompt do`(text: String, fits: Bool) async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(text, to: "file")
      let feed = TextFeed(try FileStore(path: path), nil)
      #expect(feed.fits(on: Self.size, within: .zero, ViewerOptions()) == fits)
    }
  }

  @Test func `is waited for while it may`() throws {
    let pipe = OpenPipe()
    let stream = try StreamStore(
      reading: pipe.output, name: "a pipe", folder: "/tmp", limit: nil, lookAhead: 100)
    let feed = TextFeed(stream.file, stream)
    pipe.write("a\n")
    #expect(!feed.fits(on: Self.size, within: .milliseconds(10), ViewerOptions()))
    pipe.end()
    #expect(feed.fits(on: Self.size, within: .seconds(30), ViewerOptions()))
  }

  private static let log =
    (1...3).map {
      "{\"time\":\"2026-03-08T10:02:1\($0)Z\",\"level\":\"info\",\"msg\":\"\($0) x\"}\n"
    }.joined()

  @Test(arguments: [
    ("t", "a\nb\n", "", ["a", "b"]), ("t", "", "", []), ("t", "a", "", ["a"]),
    ("t", "0123456789012345\nb\n", "", ["012345678901", "2345", "b"]),
    ("t", "0123456789012345\nb\n", "S", ["01234567890…", "b"]),
    ("t", "abcdef\nb\n", "N", ["      1 abcd", "        ef", "      2 b"]),
    ("t", "0123456789012345\nb\nc\nd\n", "S", ["01234567890…", "b", "c", "d"]),
    ("t", "0123456789012345\nb\nc\nd\n", "", nil), ("t", "1\n2\n3\n4\n5\n", "S", nil),
    // Line numbers take space as well.
    ("t", "abcdef\nb\nc\nd\n", "N", nil),
    ("t.csv", "a,b\n1,\"x\ny\"\n", "", ["a  b        ", "1  x⏎y"]),
    ("t.csv", "a,b\n1,2\n3,4\n5,6\n7,8\n", "", nil),
  ]) func `is printed as it would be shown`(
    name: String, text: String, asked: String, shown: [String]?
  ) async throws {
    var options = ViewerOptions()
    options.quitsIfOneScreen = true
    options.wrapsLines = !asked.contains("S")
    options.showsLineNumbers = asked.contains("N")
    try await Self.check(name, text, Size(lines: 5, columns: 12), options) {
      #expect($0?.map(\.description) == shown)
    }
  }

  @Test func `is shown where it is followed`() async throws {
    var options = ViewerOptions()
    (options.quitsIfOneScreen, options.follows) = (true, true)
    try await Self.check("t", "a\n", Size(lines: 5, columns: 12), options) { #expect($0 == nil) }
  }

  @Test func `is only printed of the first file, and before a key`() async throws {
    var options = ViewerOptions()
    options.quitsIfOneScreen = true
    try await TemporaryFolder.run { folder in
      try folder.write((1...30).map { "\($0)\n" }.joined(), to: "long")
      try folder.write("short\n", to: "short")
      let viewer = try ViewerFixture(folder, "long", columns: 120, options: options)
      await viewer.wait(for: ["1", "2"])
      viewer.type(":e \(folder.path)/short\n")
      await viewer.wait(for: ["short"])
      #expect(viewer.session.end == nil)
    }
  }

  @Test func `is printed in its colours, and a log of records in columns`() async throws {
    var options = ViewerOptions()
    options.quitsIfOneScreen = true
    let size = Size(lines: 10, columns: 60)
    try await Self.check("t", "\u{1B}[31mred\u{1B}[m\n", size, options) {
      #expect($0?.first?.spans.first?.style.foreground == .indexed(1))
    }
    try await Self.check("t.ndjson", Self.log, size, options) {
      #expect(
        $0?.map(\.description) == (1...3).map { "2026-03-08T10:02:1\($0)Z INFO  \($0) x" })
    }
  }

  private static func check(
    _ name: String, _ text: String, _ size: Size, _ options: ViewerOptions,
    _ body: ([StyledText]?) -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(text, to: name)
      let feed = try ViewerFixture.registry.open(Array(path.utf8), at: nil, options)
      let viewer = Viewer(options: options, theme: .standard, loop: MainLoop())
      body(try viewer.picture(of: feed, on: size, within: .zero))
    }
  }
}
