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
        viewer.positionChange == .changed(SavedPosition(cursor: "14", item: "21"), of: "numbers"))
    }
  }

  @Test func `is where the next run begins, which says so`() async throws {
    try await Self.show(at: SavedPosition(cursor: "14", item: "21")) { viewer in
      await viewer.wait(for: "▌ number 21")
      #expect(viewer.rows.first == "  number 15")
      #expect(viewer.statusLine.contains("where you left off"))
    }
  }

  @Test func `is left alone by who has not moved, because another run may have kept another`()
    async throws
  {
    try await Self.show { #expect($0.positionChange == .unchanged) }
    try await Self.show(at: SavedPosition(cursor: "14", item: "21")) { viewer in
      await viewer.wait(for: "▌ number 21")
      #expect(viewer.positionChange == .unchanged)
      viewer.type("g")
      await viewer.wait(for: "▌ number 1")
      await viewer.wait("the head") { $0.first == "▌ number 1" }
      #expect(viewer.positionChange == .changed(nil, of: "numbers"))
    }
  }

  @Test func `that says nothing is none`() async throws {
    try await Self.show(at: SavedPosition(cursor: "x")) { viewer in
      await viewer.wait(for: "▌ number 1")
    }
  }
}
