import ByteStores
import TemporaryFolders
import Terminal
import Testing
import Viewers

@MainActor @Suite(.timeLimit(.minutes(2))) struct `A text with tabs` {
  private static func options(_ tabs: String) throws -> ViewerOptions {
    var options = ViewerOptions()
    options.tabs = try #require(TabStops(tabs))
    return options
  }

  @Test(arguments: [("8", "a       b       c"), ("4", "a   b   c"), ("2,6", "a b   c")])
  func `has its columns where the reader wants them`(tabs: String, line: String) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("a\tb\tc\n", to: "file")
      let viewer = try ViewerFixture(folder, "file", options: Self.options(tabs))
      await viewer.wait(for: [line])
    }
  }

  @Test(arguments: ["3", "8", "7,20"])
  func `has them to the right of the screen, too`(tabs: String) async throws {
    try await TemporaryFolder.run { folder in
      let text = String(repeating: "x", count: 45) + "\tend\n"
      try folder.write(text, to: "file")
      let stops = try #require(TabStops(tabs))
      let column = LineText(Array(text.utf8.dropLast())[...], LineRules(tabs: stops)).text.width - 3
      let viewer = try ViewerFixture(folder, "file", options: Self.options(tabs))
      await viewer.wait(for: "xxx")
      if viewer.rows[1].hasPrefix("x") { viewer.type("w") }
      for _ in 0..<30 where !viewer.screen.picture.contains(" end\n") { viewer.type("l") }
      await viewer.wait("the end of the line") { rows in rows[0].hasSuffix(" end") }
      #expect(column > 45)
    }
  }

  @Test(arguments: [("8", false), ("2", true)])
  func `fits on a screen or not`(tabs: String, fits: Bool) async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write("\t\ta\n2\n3\n4\n", to: "file")
      let feed = TextFeed(try FileStore(path: path), nil)
      let size = Size(lines: 5, columns: 10)
      #expect(feed.fits(on: size, within: .zero, try Self.options(tabs)) == fits)
    }
  }
}
