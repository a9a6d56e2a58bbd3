import CommandSources
import Feeds
import Foundation
import Paging
import PagingTesting
import Records
import TableUI
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// Items that are shown in full, in lists other than those of records from a text.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `An item that is shown whole` {
  // MARK: Folders

  private func showFolder(
    columns: Int = 60, options: ViewerOptions = ViewerOptions(),
    _ body: (ViewerFixture, TemporaryFolder) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(String(repeating: "x", count: 1_234), to: "notes.txt")
      try folder.makeFolder("below")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/see", withDestinationPath: "notes.txt")
      #expect(chmod(folder.path + "/notes.txt", 0o4640) == 0)
      try folder.setTime(1_700_000_000, of: "notes.txt")
      let viewer = try ViewerFixture(folder, "", lines: 12, columns: columns, options: options)
      await viewer.wait(for: "see -> notes.txt")
      try await body(viewer, folder)
    }
  }

  private var notes: [String] {
    [
      "▌   name         notes.txt", "    type         file", "    size         1234",
      "    time         1700000000", "                 2023-11-14T22:13:20Z",
      "    permissions  rwSr-----",
      "    owner        \(AccountNames.users[Int(getuid())])",
      "    group        \(AccountNames.groups[Int(getgid())])", "",
    ]
  }

  @Test func `is an entry of a folder with all that is known of it, and Enter still opens that`()
    async throws
  {
    try await showFolder { viewer, _ in
      viewer.type("ji")
      await viewer.wait(for: notes)
      #expect(viewer.statusLine.hasPrefix(" entry 2"))
      viewer.type("J")
      await viewer.wait(for: "▌   name         see")
      await viewer.wait(for: "    target       notes.txt")
      viewer.type("JJ")
      await viewer.wait(for: "this is the last entry")
      viewer.type("2K")
      await viewer.wait(for: "▌   name         below")
      viewer.type("K")
      await viewer.wait(for: "this is the first entry")
      viewer.type("J")
      viewer.type("q")
      await viewer.wait("the list at the same entry") { $0[1].hasPrefix("▌ -   1.2 KiB") }
      viewer.type(.enter)
      await viewer.wait(for: "xxxxxxxxxx")
    }
  }

  @Test func `is shown in the zone that was asked for`() async throws {
    var options = ViewerOptions()
    options.times = .utc
    try await showFolder(options: options) { viewer, _ in
      viewer.type("ji")
      await viewer.wait(for: "2023-11-14T22:13:20Z")
    }
  }

  @Test func `stands beside the list, whose selection it follows`() async throws {
    try await showFolder(columns: 141) { viewer, _ in
      viewer.type("i")
      await viewer.wait(for: "│▌   name         below")
      viewer.type(.tab)
      viewer.type("j")
      await viewer.wait(for: "│▌   name         notes.txt")
      viewer.type("J")
      await viewer.wait(for: "│▌   name         see")
      viewer.type(.escape)
      await viewer.wait("the list alone") { !$0.contains { $0.contains("│") } }
    }
  }

  @Test func `is the entry as it is now, when that is looked at once more`() async throws {
    try await showFolder(columns: 141) { viewer, folder in
      viewer.type("ji")
      await viewer.wait(for: "size         1234")
      try folder.write("xy", to: "notes.txt")
      viewer.type(.tab)
      viewer.type("r")
      await viewer.wait(for: "size         2")
    }
  }

  @Test func `is searched, folded and copied as a record is`() async throws {
    try await showFolder { viewer, _ in
      viewer.type("ji")
      await viewer.wait(for: notes)
      viewer.type("/1234")
      viewer.type(.enter)
      await viewer.wait(for: "▌   size         1234")
      viewer.type("y")
      await viewer.wait(for: "sent size, 4 bytes")
      #expect(viewer.screen.clipboard == Array("1234".utf8))
      viewer.type(.enter)
      await viewer.wait(for: "nothing to unfold")
      viewer.type("Y")
      await viewer.wait(for: "sent the entry")
      let copied = viewer.screen.clipboard.map { String(decoding: $0, as: UTF8.self) } ?? ""
      #expect(copied.hasPrefix(#"{"name":"notes.txt","type":"file","size":1234,"#))
      viewer.type("o")
      await viewer.wait(for: "no link in the entry")
    }
  }

  @Test(arguments: [Restriction.environment, .guest])
  func `may be seen by those who may only read, and no more`(restriction: Restriction) async throws
  {
    var options = ViewerOptions()
    options.restriction = restriction
    try await showFolder(options: options) { viewer, _ in
      viewer.type("ji")
      await viewer.wait(for: notes)
      for key in ["y", "Y"] {
        viewer.type(key)
        await viewer.wait(for: "forbids copying")
      }
      viewer.type("o")
      await viewer.wait(for: "forbids opening links")
      #expect(viewer.screen.clipboard == nil)
    }
  }

  // MARK: Other lists

  @Test func `is gone on from to those that are not loaded yet`() async throws {
    try await TemporaryFolder.run { folder in
      let viewer = try ViewerFixture(folder, feed: NumberFeed())
      viewer.type("i")
      await viewer.wait(for: ["▌   number  1", ""])
      #expect(viewer.statusLine.hasPrefix(" item 1"))
      viewer.type("60J")
      await viewer.wait(for: ["▌   number  61", ""])
      viewer.type("99J")
      await viewer.wait(for: "this is the last item")
      await viewer.wait(for: ["▌   number  100", ""])
      viewer.type("q")
      await viewer.wait(for: "▌ number 100")
    }
  }

  @Test func `says where the next one cannot be loaded, and asks for it once more`() async throws {
    try await TemporaryFolder.run { folder in
      let viewer = try ViewerFixture(folder, feed: FailingFeed())
      viewer.type("i")
      await viewer.wait(for: ["▌   number  1", ""])
      viewer.type("99J")
      await viewer.wait(for: "the next item is not loaded yet")
      await viewer.wait(for: ["▌   number  50", ""])
    }
  }

  @Test func `says that the next one is loading, and is closed by a key that gives that up`()
    async throws
  {
    try await TemporaryFolder.run { folder in
      let feed = ScriptedFeed()
      let viewer = try ViewerFixture(folder, feed: feed)
      await feed.pages.isAsked(1)
      await feed.pages.answer(0, Page(items: (1...50).map(Number.init), after: .more(50)))
      viewer.type("i")
      await viewer.wait(for: ["▌   number  1", ""])
      viewer.type("60J")
      await viewer.wait(for: ["▌   number  50", ""])
      await viewer.wait(for: "loading")
      viewer.type(.escape)
      await viewer.wait(for: "▌ number 50")
      await feed.pages.answer(1, Page(items: (51...90).map(Number.init), after: .end))
      viewer.type("j")
      await viewer.wait(for: "▌ number 51")
    }
  }

  // MARK: Commands

  private func show(
    _ command: String, columns: Int = 60, _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      let feed = AskedFeed(try CommandList(CommandTemplate(command), ViewerOptions()))
      defer { feed.close() }
      try await body(ViewerFixture(folder, feed: feed, columns: columns))
    }
  }

  @Test func `is an object of a command, which stands out in the list`() async throws {
    let command =
      "for i in $(seq $(( {offset} + 1 )) $(( {offset} + {limit} ))); do [ $i -gt 120 ] || "
      + #"echo "{\"id\": $i, \"in\": {\"ts\": \"n$i\"}, \"time\": $(( 1700000000 + $i ))}"; done"#
    try await show(command, columns: 141) { viewer in
      await viewer.wait(for: " 1  n1")
      viewer.type("J")
      viewer.type(.enter)
      await viewer.wait(for: "│▌   id    2")
      await viewer.wait(for: "│  ▾ in    1 field")
      await viewer.wait(for: "2023-11-14T22:13:22Z, 1.000 s after the item above")
      let style = viewer.screen.canvas.styles[2 * 141]
      #expect(viewer.rows[2].hasPrefix("▌") && style == Theme.standard.faint)
      #expect(viewer.statusLine.hasPrefix(" item 2"))
      viewer.type("80J")
      await viewer.wait(for: "│▌   id    82")
      viewer.type("i")
      await viewer.wait(for: "'i' does nothing here")
      viewer.type(.tab)
      viewer.type("j")
      await viewer.wait(for: "│▌   id    83")
      viewer.type("q")
      await viewer.wait("the list alone") { !$0.contains { $0.contains("│") } }
    }
  }

  @Test func `is a line of a command, wrapped and searched`() async throws {
    try await show("[ {page} = 1 ] && printf 'one\\nsee https://e.org/a two\\n'; true") { viewer in
      await viewer.wait(for: ["▌ one"])
      viewer.type("J")
      viewer.type("i")
      await viewer.wait(for: ["▌ see https://e.org/a two", ""])
      viewer.type("y")
      await viewer.wait(for: "sent the text, 23 bytes")
      viewer.type("o")
      await viewer.wait(for: "https://e.org/a · Enter: open")
    }
  }

  // MARK: Texts

  @Test func `is a line of a text, and Enter is a line down there`() async throws {
    let long = "see https://e.org/a " + String(repeating: "word ", count: 12)
    try await ViewerFixture.show("one\n\(long)\nthree\n" + String(repeating: "x\n", count: 20)) {
      viewer in
      await viewer.wait(for: ["one"])
      viewer.type("i")
      await viewer.wait(for: ["▌ one", ""])
      #expect(viewer.statusLine.hasPrefix(" line 1"))
      viewer.type("J")
      await viewer.wait("all of the line") {
        $0[0].hasPrefix("▌ see https://e.org/a word") && $0[2].hasPrefix("▌ word") && $0[3].isEmpty
      }
      viewer.type("y")
      await viewer.wait(for: "sent the text")
      #expect(viewer.screen.clipboard == Array(long.utf8))
      viewer.type("K")
      viewer.type("K")
      await viewer.wait(for: "this is the first line")
      viewer.type("q")
      await viewer.wait(for: ["one"])
      viewer.type(.enter)
      await viewer.wait("a line further down") { $0[0].hasPrefix("see") }
      viewer.type("J")
      await viewer.wait(for: "'J' does nothing here")
    }
  }

  @Test func `is a long line whose matches come into sight`() async throws {
    let words = (1...400).map { $0 % 100 == 0 ? "needle\($0)" : "word\($0)" }
    try await ViewerFixture.show(words.joined(separator: " ") + "\nother\n") { viewer in
      viewer.type("i")
      await viewer.wait(for: "▌ word1 word2")
      viewer.type("/needle")
      viewer.type(.enter)
      await viewer.wait(for: "needle100")
      viewer.type("2n")
      await viewer.wait(for: "needle300")
      viewer.type("N")
      await viewer.wait(for: "needle200")
      viewer.type("3n")
      await viewer.wait(for: "needle100")
    }
  }

  @Test func `says where only the end of a line is held`() async throws {
    try await ViewerFixture.show(String(repeating: "x", count: 3 << 20), columns: 60) { viewer in
      viewer.type("50%")
      await viewer.wait("the middle") { $0.last?.contains("50%") ?? false }
      viewer.type("i")
      await viewer.wait(for: "the beginning of the line is not loaded")
    }
  }

  @Test func `is a line no more when the text has become records`() async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write("one\ntwo\n", to: "t.txt")
      let viewer = try ViewerFixture(folder, "t.txt", columns: 60)
      await viewer.wait(for: ["one", "two"])
      viewer.type("i")
      await viewer.wait(for: ["▌ one", ""])
      try GrowingFile(path: path).make((1...9).map { "{\"a\":\($0),\"b\":0}\n" }.joined())
      await viewer.wait(for: ["  a  b", "▌ 1  0"])
    }
  }

  @Test func `is a line that is longer than a piece, and the one that was found`() async throws {
    let long = String(repeating: "x", count: 50_000)
    try await ViewerFixture.show("one\n\(long) end\nneedle\n") { viewer in
      viewer.type("/needle")
      viewer.type(.enter)
      viewer.type("i")
      await viewer.wait(for: ["▌ needle", ""])
      viewer.type("K")
      await viewer.wait(for: "▌ xxxxx")
      viewer.type("$G")
      viewer.type("/end")
      viewer.type(.enter)
      viewer.type("Y")
      await viewer.wait(for: "cannot copy the line: 50")
    }
  }
}

/// A feed of fifty numbers whose second page always fails.
private struct FailingFeed: Feed {
  var title: String { "Numbers" }

  var source: any PagingSource<Number, Int> {
    ExclusiveKeySource(key: \.id) { key, count throws(PagingError) in
      guard key == nil else { throw PagingError("no luck", isRetryable: false) }
      return KeyedPage(items: (1...50).map(Number.init), hasMore: true)
    }
  }

  func line(of number: Number) -> String { "number \(number.id)" }
  func fields(of number: Number) -> [JSONField] { [JSONField("number", .number(number.id))] }
}
