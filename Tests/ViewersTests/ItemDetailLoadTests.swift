import CommandSources
import EventLoop
import Feeds
import Paging
import PagingTesting
import Records
import TableUI
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// A view that shows an item in full: when it makes the list load, and how the list and the view
/// change together.
@MainActor @Suite(.timeLimit(.minutes(2)))
struct `An item that is shown whole and the list behind it` {
  private static let failure = PagingError("no luck", isRetryable: false)

  private func show(
    columns: Int = 60, _ body: (ViewerFixture, ScriptedSource<Number, Int>) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      let feed = ScriptedFeed()
      let viewer = try ViewerFixture(folder, feed: feed, columns: columns)
      await feed.pages.isAsked(1)
      await feed.pages.answer(0, Page(items: (101...150).map(Number.init), after: .more(150)))
      await viewer.wait(for: "number 101")
      try await body(viewer, feed.pages)
    }
  }

  private func breathe(_ viewer: ViewerFixture) async { for _ in 0..<30 { await viewer.breathe() } }

  @Test func `ask once a key for a gap that cannot be filled`() async throws {
    try await show { viewer, pages in
      viewer.type("r")
      await pages.isAsked(2)
      await pages.answer(1, Page(items: (1...10).map(Number.init), after: .more(10)))
      await viewer.wait(for: "10 new")
      viewer.type("i")
      await viewer.wait(for: "▌   number  101")
      for asked in 3...4 {
        viewer.type("K")
        await pages.isAsked(asked)
        await viewer.wait("no message") { !($0.last ?? "").contains("not loaded") }
        await pages.fail(asked - 1, Self.failure)
        await viewer.wait(for: "the previous item is not loaded yet")
        await breathe(viewer)
        #expect(await pages.requests.count == asked)
      }
      viewer.type("K")
      await pages.isAsked(5)
      await pages.answer(4, Page(items: (11...101).map(Number.init), after: .more(101)))
      await viewer.wait(for: "▌   number  100")
    }
  }

  @Test func `ask once a key for a page that does not come`() async throws {
    try await show { viewer, pages in
      viewer.type("i")
      await viewer.wait(for: "▌   number  101")
      viewer.type("60J")
      await pages.isAsked(2)
      await viewer.wait(for: "▌   number  150")
      for asked in 2...3 {
        await pages.fail(asked - 1, Self.failure)
        await viewer.wait(for: "the next item is not loaded yet")
        await breathe(viewer)
        #expect(await pages.requests.count == asked)
        viewer.type("J")
        await pages.isAsked(asked + 1)
        await viewer.wait("no message") { !($0.last ?? "").contains("not loaded") }
      }
      await pages.answer(3, Page(items: (151...160).map(Number.init), after: .end))
      await viewer.wait(for: "▌   number  151")
    }
  }

  @Test func `ask for nothing more where the reader has stopped it`() async throws {
    try await show(columns: 141) { viewer, pages in
      viewer.type("i")
      await viewer.wait(for: "│▌   number  101")
      viewer.type(.tab)
      viewer.type("60J")
      await pages.isAsked(2)
      await viewer.wait(for: "│▌   number  150")
      let interrupt: Key = "^C"
      viewer.type(interrupt)
      await viewer.wait(for: "stopped")
      await breathe(viewer)
      #expect(await pages.requests.count == 2)
      viewer.type("J")
      await pages.isAsked(3)
      await pages.answer(2, Page(items: (151...160).map(Number.init), after: .end))
      await viewer.wait(for: "│▌   number  151")
    }
  }

  @Test func `stay where they are when the reader stops what J waits for`() async throws {
    try await show { viewer, pages in
      viewer.type("i")
      await viewer.wait(for: "▌   number  101")
      viewer.type("60J")
      await pages.isAsked(2)
      await viewer.wait(for: "▌   number  150")
      let interrupt: Key = "^C"
      viewer.type(interrupt)
      await viewer.wait(for: "stopped")
      #expect(viewer.session.end == nil)
      await breathe(viewer)
      #expect(await pages.requests.count == 2)
      await viewer.wait(for: "▌   number  150")
    }
  }

  @Test func `show none that was given up on the way to it`() async throws {
    try await show { viewer, pages in
      viewer.type("J60j")
      await pages.isAsked(2)
      viewer.type("i")
      let interrupt: Key = "^C"
      viewer.type(interrupt)
      await viewer.wait(for: "stopped")
      viewer.type(".")
      await pages.isAsked(3)
      await pages.answer(2, Page(items: (151...170).map(Number.init), after: .end))
      await viewer.wait(for: "number 1")
      await breathe(viewer)
      #expect(viewer.rows[0].contains(" number "))
      #expect(!viewer.rows[0].contains("   number  "))
    }
  }

  @Test func `say where there is none to show or to go on from`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.makeFolder("empty")
      let viewer = try ViewerFixture(folder, "empty", columns: 60)
      await viewer.wait(for: "end")
      viewer.type("i")
      await viewer.wait(for: "no entry to show")
      viewer.type("J")
      await viewer.wait(for: "'J' does nothing here")
    }
  }

  @Test func `stand where an item was gone to in a log that is followed`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write((1...40).map { "line \($0)\n" }.joined(), to: "log")
      let viewer = try ViewerFixture(
        folder, "log", at: .end, lines: 8, columns: 141, following: true)
      await viewer.wait(for: "line 40")
      viewer.type("i")
      await viewer.wait(for: "│▌ line 34")
      viewer.type("9K")
      await viewer.wait(for: "│▌ line 25")
      await breathe(viewer)
      #expect(viewer.rows.contains { $0.hasPrefix("line 25 ") })
    }
  }

  @Test func `are the table alone after the list of columns was open`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write((0...40).map { $0 == 0 ? "a,b\n" : "\($0),x\n" }.joined(), to: "t.csv")
      let viewer = try ViewerFixture(folder, "t.csv", lines: 20, columns: 60)
      await viewer.wait(for: " 1  x")
      viewer.type("C")
      await viewer.wait(for: "──────")
      viewer.type(.tab)
      viewer.type(.enter)
      await viewer.wait(for: "▌   a  1")
      viewer.type("q")
      await viewer.wait("the table alone") { $0[18].hasPrefix("  18  x") }
      viewer.type("G")
      await viewer.wait(for: "40  x")
    }
  }

  @Test func `leave the selection as it was when the item is closed`() async throws {
    try await show { viewer, _ in
      let style = viewer.screen.canvas.styles[0]
      viewer.type("i")
      await viewer.wait(for: "▌   number  101")
      viewer.type(.escape)
      await viewer.wait(for: "▌ number 101")
      #expect(viewer.screen.canvas.styles[0] == style)
    }
  }

  @Test func `are the same after a command has run again`() async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(
        #"{"id":1,"n":10}"# + "\n" + #"{"id":2,"n":10}"# + "\n", to: "answer")
      let template = try CommandTemplate("[ {page} = 1 ] && cat '\(path)'; true")
      let feed = AskedFeed(try CommandList(template, ViewerOptions()))
      defer { feed.close() }
      let viewer = try ViewerFixture(folder, feed: feed, columns: 141)
      await viewer.wait(for: " 1  10")
      viewer.type("i")
      await viewer.wait(for: "│    n   10")
      try folder.write(#"{"id":1,"n":20}"# + "\n" + #"{"id":2,"n":10}"# + "\n", to: "answer")
      viewer.type(.tab)
      viewer.type("r")
      await viewer.wait(for: "│    n   20")
    }
  }

  @Test func `may go before what shows it`() throws {
    let detail = makeDetailOfGoneList()
    #expect(detail.isOnTheWay)
    detail.giveUp()
  }

  private func makeDetailOfGoneList() -> ItemDetail<Number, Int> {
    let list = PagedListController(pager: Pager(source: NumberFeed().source)) { table, _, path in
      table.dequeueCell(for: path) as LineCell
    }
    let viewer = Viewer(options: ViewerOptions(), theme: .standard, loop: MainLoop())
    return ItemDetail(list, in: viewer) { [JSONField("number", .number($0.id))] }
  }
}
