import Paging
import TableUI
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// Emoji sequences, before and after the terminal is known to draw them as a whole.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Joined emoji` {
  @Test func `of a text are whole once the terminal is known to show them so`() async throws {
    let text = "a👩‍🚀b 👍🏽 c\nplain\n" + String(repeating: "x\n", count: 30)
    try await ViewerFixture.show(text) { viewer in
      await viewer.wait(for: ["a👩🚀b 👍🏽 c", "plain"])
      #expect(viewer.screen.canvas.hasEmojiParts)
      #expect(viewer.screen.canvas.glyphs[5].base == 0x62)
      viewer.screen.send([.emojiJoined])
      await viewer.wait(for: ["a👩‍🚀b 👍🏽 c", "plain"])
      #expect(!viewer.screen.canvas.hasEmojiParts)
      #expect(viewer.screen.canvas.glyphs[3].base == 0x62)
      #expect(viewer.screen.canvas.glyphs[8].base == 0x63)
    }
  }

  @Test func `of a text keep the reader's line, and give up a link that was chosen`() async throws {
    let families = String(repeating: "👩‍👩‍👧‍👦", count: 12)
    let lines = (1...40).map { "\($0) \(families) http://a.b \($0)\n" }
    try await ViewerFixture.show(lines.joined(), columns: 80) { viewer in
      await viewer.wait("the first line") { $0.first?.hasPrefix("1 ") == true }
      viewer.type("jjjjo")
      await viewer.wait(for: "Enter: open")
      let top = viewer.screen.picture.split(separator: "\n").first
      viewer.screen.send([.emojiJoined])
      await viewer.wait("whole ones") { $0.contains { $0.contains("👩‍👩‍👧‍👦") } }
      #expect(top?.first == viewer.screen.picture.first)
      let reversed = viewer.screen.canvas.styles.prefix(40).filter {
        $0.attributes.contains(.reverse)
      }
      #expect(reversed.isEmpty)
    }
  }

  @Test func `of a text leave the matches of a search where they are`() async throws {
    try await ViewerFixture.show("a👩‍🚀b needle 👍🏽\nplain\n") { viewer in
      await viewer.wait(for: "a👩🚀b needle 👍🏽")
      viewer.screen.send([.emojiJoined])
      viewer.type("/needle")
      viewer.type(.enter)
      await viewer.wait(for: "match 1 of 1")
      #expect(Self.marked(in: viewer) == Array(5..<11))
      viewer.type("/👍🏽")
      viewer.type(.enter)
      await viewer.wait("the other match") { _ in Self.marked(in: viewer) == [12, 13] }
    }
  }

  /// The columns in the first line that have a different style than the first column.
  private static func marked(in viewer: ViewerFixture) -> [Int] {
    let styles = viewer.screen.canvas.styles
    return (0..<30).filter { styles[$0] != styles[0] }
  }

  @Test func `of a text that is scrolled stand where they do`() async throws {
    // A mark that follows the last column to the left of the screen belongs to a letter in that
    // column.
    let rest = "23456789abcdefgh"
    for (sample, width, joins) in [("e\u{301}", 1, false), ("1️⃣", 1, false), ("1️⃣", 2, true)] {
      let line = "xxxxxxxxxxx" + sample + rest + String(repeating: "y", count: 60)
      try await ViewerFixture.show(line + "\n") { viewer in
        await viewer.wait("the line") { $0.first?.hasPrefix("xxx") == true }
        if joins { viewer.screen.send([.emojiJoined]) }
        viewer.type("w20l")
        await viewer.wait("the columns from 20 on") {
          $0.first?.hasPrefix(String(rest.dropFirst(20 - 11 - width))) == true
        }
      }
    }
  }

  @Test func `of the names in a folder are whole, too, and so in what is opened later`()
    async throws
  {
    try await TemporaryFolder.run { folder in
      try folder.write("👍🏽!\n", to: "a👩‍🚀b")
      let viewer = try ViewerFixture(folder, "", columns: 80)
      await viewer.wait("the name") { $0.first?.hasSuffix("a👩🚀b") == true }
      viewer.screen.send([.emojiJoined])
      await viewer.wait("the name whole") { $0.first?.hasSuffix("a👩‍🚀b") == true }
      viewer.type(.enter)
      await viewer.wait("the text") { $0.first == "👍🏽!" }
      #expect(viewer.screen.canvas.glyphs[2].base == 0x21)
    }
  }
}
