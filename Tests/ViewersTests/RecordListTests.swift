import Feeds
import Paging
import TableUI
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// The features that every source of records has without any code for them.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A list of records` {
  private func show(
    _ feed: some Feed, columns: Int = 80, _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try await body(ViewerFixture(folder, feed: feed, columns: columns))
    }
  }

  @Test func `has columns, their list, their text, and words of its own for the place`()
    async throws
  {
    try await show(StarFeed(count: 20)) { viewer in
      await viewer.wait(for: ["  id  name    class", "▌  1  star 1  K", "   2  star 2  M"])
      viewer.type("=")
      await viewer.wait(for: "the nearest first")
      viewer.type("Cjxq")
      await viewer.wait(for: ["  id  class", "▌  1  K", "   2  M"])
      viewer.type("t")
      await viewer.wait(for: [#"▌ {"id":1,"name":"star 1","class":"K"}"#])
    }
  }

  @Test func `is that of a new kind of source, which is one file and one line`() async throws {
    let registry = FeedRegistry([FolderFeed.opener, StarFeed.opener])
    var options = ViewerOptions()
    options.sourceValues["--from"] = "7"
    let feed = try registry.open(Array("stars:9".utf8), at: nil, options)
    try await show(feed) { viewer in
      await viewer.wait(for: [
        "  id  name    class", "▌  7  star 7  K", "   8  star 8  M", "   9  star 9  G",
      ])
    }
    options.sourceValues["--from"] = "0"
    let failure = #expect(throws: Failure.self) {
      try registry.open(Array("stars:20".utf8), at: nil, options)
    }
    #expect(failure == .usage("--from must be from 1 to 1000, not '0'"))
    let declared = try #require(registry.options.first)
    #expect(declared.options.map(\.name) == ["--from"])
    #expect(declared.isFor(Array("stars:20".utf8)))
  }

  @Test func `is copied, and shown whole`() async throws {
    try await show(StarFeed(count: 20)) { viewer in
      await viewer.wait(for: ["  id  name    class"])
      viewer.type("Jy")
      await viewer.wait(for: "sent the row")
      #expect(viewer.screen.clipboard == Array("2\tstar 2\tM".utf8))
      viewer.type("Y")
      await viewer.wait(for: "sent the record")
      #expect(viewer.screen.clipboard == Array(#"{"id":2,"name":"star 2","class":"M"}"#.utf8))
      viewer.type(.enter)
      await viewer.wait(for: ["▌   id     2", "    name   star 2", "    class  M"])
    }
  }

  @Test func `has its columns widened by the mouse on their names`() async throws {
    try await show(StarFeed(count: 20)) { viewer in
      await viewer.wait(for: ["  id  name    class"])
      for (kind, column) in [
        (MouseEvent.Kind.press(.left), 12), (.move, 16), (.release(.left), 16),
      ] {
        viewer.screen.send([.input(.mouse(MouseEvent(kind: kind, column: column, line: 0)))])
      }
      await viewer.wait(for: ["  id  name        class"])
    }
  }

  @Test func `is written as objects, or by its columns`() async throws {
    func lines(_ options: ViewerOptions) async throws -> String {
      let feed = StarFeed(count: 2)
      let lines = RecordItemLines(PlainForm(options: options, toTerminal: false)) { feed.head }
      var bytes: [UInt8] = []
      for try await star in Pager(source: feed.source).items {
        bytes += lines.bytes(of: star.content)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    var options = ViewerOptions()
    #expect(
      try await lines(options) == """
        {"id":1,"name":"star 1","class":"K"}
        {"id":2,"name":"star 2","class":"M"}

        """)
    options.columns = ["class", "id"]
    #expect(try await lines(options) == "class\tid\nK\t1\nM\t2\n")
  }
}
