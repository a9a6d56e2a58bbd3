import ByteStores
import Feeds
import Pipes
import TableUI
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// A list whose first answer shows that the content is something else.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A list that turns out to be a text` {
  private let stars = AwaitedStars()

  private func show(
    options: ViewerOptions = ViewerOptions(),
    _ body: (ViewerFixture, _ text: @escaping (String) throws -> any Feed) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      let viewer = try ViewerFixture(
        folder, feed: StarFeed(awaiting: stars), columns: 140, options: options)
      await viewer.wait(for: "loading…")
      try await body(viewer) { text in
        try folder.write(text, to: "text")
        return try ViewerFixture.registry.open(
          Array("\(folder.path)/text".utf8), at: nil, options)
      }
    }
  }

  private static let lines = (1...100).map { "line \($0)\n" }.joined()

  @Test func `is shown as that text, with the keys that were typed meanwhile`() async throws {
    try await show { viewer, text in
      viewer.type("10gjj")
      await viewer.breathe()
      stars.be(try text(Self.lines))
      await viewer.wait(for: ["line 12", "line 13"])
      viewer.type("k")
      await viewer.wait(for: ["line 11", "line 12"])
    }
  }

  @Test func `is searched for what was typed meanwhile, and for what is being typed`() async throws
  {
    try await show { viewer, text in
      viewer.type("/line 5\nn/line 7")
      await viewer.wait(for: "/line 7")
      stars.be(try text(Self.lines))
      // The text in the prompt is searched automatically, shortly after it is typed.
      await viewer.wait("line 50, or line 70") { ["line 50", "line 70"].contains($0.first) }
      viewer.type("7\n")
      await viewer.wait(for: ["line 77"])
    }
  }

  @Test func `is filtered as the command line says`() async throws {
    var options = ViewerOptions()
    options.filters = ["line 9"]
    try await show(options: options) { viewer, text in
      stars.be(try text(Self.lines))
      await viewer.wait(for: ["line 9", "line 90", "line 91"])
    }
  }

  @Test func `is a document, which cannot be filtered, and says so`() async throws {
    var options = ViewerOptions()
    options.filters = ["a"]
    try await show(options: options) { viewer, text in
      stars.be(try text("{\"a\": 1,\n\"b\": 2}"))
      await viewer.wait(for: "cannot be filtered with --filter")
    }
  }

  @Test func `has its help in front until that is left`() async throws {
    try await show { viewer, text in
      viewer.type("jH")
      await viewer.wait(for: "Esc back")
      stars.be(try text(Self.lines))
      await viewer.breathe()
      viewer.type("q")
      await viewer.wait(for: ["line 1", "line 2"])
    }
  }

  @Test func `is left while it is awaited`() async throws {
    try await show { viewer, text in
      viewer.type("jq")
      #expect(viewer.session.end == .quit)
      stars.be(try text(Self.lines))
    }
  }
}

/// An array of records that arrives through a pipe.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `An array that arrives` {
  /// The array is shown in the same way whether it has arrived completely or not.
  @Test func `has its records in columns`() async throws {
    for isWhole in [true, false] {
      let pipe = OpenPipe()
      pipe.write("[{\"a\": 1},\n{\"a\": 2}" + (isWhole ? "]" : ", {\"a\""))
      if isWhole { pipe.end() }
      let stream = try StreamStore(reading: pipe.output, name: "a pipe")
      _ = try stream.waitForMore(after: 0)
      let feed = try TextFeed.feed(of: stream, ViewerOptions())
      try await TemporaryFolder.run { folder in
        let viewer = try ViewerFixture(folder, feed: feed)
        await viewer.wait(for: ["  a", "▌ 1", "  2"])
      }
      stream.stop()
      if !isWhole { pipe.end() }
    }
  }
}
