import Feeds
import TemporaryFolders
import Testing
import Viewers

@MainActor @Suite(.timeLimit(.minutes(2))) struct `The place of a feed` {
  private static func show(
    at place: SavedPosition? = nil, body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      let viewer = try ViewerFixture(folder, feed: NumberFeed(), at: place)
      await viewer.wait(for: "number")
      try await body(viewer)
    }
  }

  @Test func `is what stands above the first row, and what is selected`() async throws {
    try await Self.show { viewer in
      viewer.type("20j")
      await viewer.wait(for: "▌ number 21")
      #expect(
        viewer.positionChanges == [.changed(SavedPosition(cursor: "14", item: "21"), of: "numbers")]
      )
    }
  }

  @Test func `is where the next run begins, which says so`() async throws {
    try await Self.show(at: SavedPosition(cursor: "14", item: "21")) { viewer in
      await viewer.wait(for: "▌ number 21")
      #expect(viewer.rows.first == "  number 15")
      #expect(viewer.statusLine.contains("where you left off"))
    }
  }

  @Test func `is not where a run begins that names another place`() async throws {
    try await TemporaryFolder.run { folder in
      var options = ViewerOptions()
      options.start = .item(60)
      let viewer = try ViewerFixture(
        folder, feed: NumberFeed(), at: SavedPosition(cursor: "14", item: "21"), options: options)
      await viewer.wait(for: "▌ number 60")
      #expect(!viewer.statusLine.contains("where you left off"))
      try viewer.push(NumberFeed(name: "others"))
      await viewer.wait("the head of the next one") { $0.first == "▌ number 1" }
    }
  }

  @Test func `is left alone by who has not moved, because another run may have kept another`()
    async throws
  {
    try await Self.show { #expect($0.positionChanges.isEmpty) }
    try await Self.show(at: SavedPosition(cursor: "14", item: "21")) { viewer in
      await viewer.wait(for: "▌ number 21")
      #expect(viewer.positionChanges.isEmpty)
      viewer.type("g")
      await viewer.wait(for: "▌ number 1")
      await viewer.wait("the head") { $0.first == "▌ number 1" }
      #expect(viewer.positionChanges == [.changed(nil, of: "numbers")])
    }
  }

  @Test func `is kept of each feed that was opened, not only of the last one`() async throws {
    try await Self.show { viewer in
      viewer.type("20j")
      await viewer.wait(for: "▌ number 21")
      try viewer.push(NumberFeed(name: "others"))
      await viewer.wait("the head") { $0.first == "▌ number 1" }
      #expect(
        viewer.positionChanges == [.changed(SavedPosition(cursor: "14", item: "21"), of: "numbers")]
      )
      viewer.type("30j")
      await viewer.wait(for: "▌ number 31")
      #expect(
        viewer.positionChanges == [
          .changed(SavedPosition(cursor: "14", item: "21"), of: "numbers"),
          .changed(SavedPosition(cursor: "24", item: "31"), of: "others"),
        ])
    }
  }

  @Test func `that says nothing is none`() async throws {
    try await Self.show(at: SavedPosition(cursor: "x")) { viewer in
      await viewer.wait(for: "▌ number 1")
    }
  }
}
