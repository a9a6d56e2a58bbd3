import Feeds
import Foundation
import TableUI
import TemporaryFolders
import Terminal
import Testing
import Viewers

@MainActor @Suite(.timeLimit(.minutes(2))) struct `A restricted viewer` {
  private static var options: ViewerOptions {
    var options = ViewerOptions()
    options.restriction = .environment
    return options
  }

  @Test func `lists a folder and opens none of its entries, and says so`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("secret\n", to: "entry")
      let viewer = try ViewerFixture(folder, "", columns: 200, options: Self.options)
      await viewer.wait(for: "entry")
      viewer.type(.enter)
      await viewer.wait(for: "LESSSECURE forbids opening other files")
      #expect(!viewer.screen.picture.contains("secret"))
    }
  }

  @Test func `shows all files that were named`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("first\n", to: "a")
      try folder.write("second\n", to: "b")
      let viewer = try ViewerFixture(folder, "a", others: ["b"], options: Self.options)
      await viewer.wait(for: ["first"])
      viewer.type(":n")
      viewer.type(.enter)
      await viewer.wait(for: ["second"])
    }
  }

  @Test func `starts no editor, and says so`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("one\n", to: "a")
      let viewer = try ViewerFixture(folder, "a", columns: 60, options: Self.options)
      await viewer.wait(for: ["one"])
      viewer.type("v")
      await viewer.wait(for: "LESSSECURE forbids editing")
      #expect(!viewer.screen.isLent)
    }
  }

  @Test func `runs no command`() {
    let registry = FeedRegistry([TextFeed.opener, TextFeed.commandOpener])
    let failure = #expect(throws: Failure.self) {
      try registry.open(Array("exec:echo one".utf8), at: nil, Self.options)
    }
    #expect(failure == .usage("LESSSECURE forbids commands"))
  }

  @Test func `unpacks nothing by another program`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("BZh91AY&SY no more than the start", to: "packed")
      let viewer = try ViewerFixture(folder, "packed", columns: 60, options: Self.options)
      await viewer.wait(for: ["BZh91AY&SY no more than the start"])
    }
  }
}
