import Paging
import TableUI
import Terminal
import Testing

/// The way to the end of a chain, which a second `G` begins.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `The way to the end of a list` {
  /// A list whose end is sought, with a page to come.
  private func list() async throws -> ListFixture {
    let list = try await ListFixture.loaded(lines: 6, columns: 60)
    list.type("G", "G")
    await list.load(.append, 10..<20)
    return list
  }

  @Test func `is loaded page after page, and shown to the end`() async throws {
    let list = try await list()
    #expect(list.rows == ["item 16", "item 17", "item 18", "item 19", "loading…"])
    await list.load(.append, 20..<30)
    #expect(list.selectedRows == ["item 29"])
    await list.load(.append, 30..<40, after: .end)
    #expect(list.rows == ["item 36", "item 37", "item 38", "item 39", "── end ──"])
    #expect(list.selectedRows == ["item 39"])
  }

  @Test func `says what stops it`() async throws {
    let list = try await list()
    #expect(list.statusLine.contains("loading to the end · Esc stops"))
    list.screen.resize(to: Size(lines: 30, columns: 60))
    list.type("H")
    #expect(list.screen.picture.contains("stop loading to the end"))
  }

  @Test func `says what stops it where there is no room for the rest`() async throws {
    let list = try await list()
    list.screen.resize(to: Size(lines: 6, columns: 34))
    #expect(list.statusLine.contains("… · Esc stops"))
  }

  @Test func `calls the key that stops it as the help does`() async throws {
    var theme = Theme.standard
    theme.symbols.keyNames[.escape] = "Escape"
    let list = try await ListFixture.loaded(lines: 6, columns: 60, theme: theme)
    list.type("G", "G")
    #expect(list.statusLine.contains("loading to the end · Escape stops"))
  }

  @Test(
    arguments: [
      .escape, "^C", "j", "k", .space, "b", "d", "u", "^E", "^Y", "g",
    ] as [Key])
  func `is stopped by Escape, by ^C and by who goes elsewhere`(key: Key) async throws {
    let list = try await list()
    list.type(key)
    #expect(list.session.end == nil)
    #expect(!list.pager.seeksEnd)
    #expect(!list.statusLine.contains("to the end"))
  }

  @Test func `says that it was stopped, and the key that goes on`() async throws {
    let list = try await list()
    list.type(.escape)
    #expect(list.statusLine.contains("·  stopped · G goes on  ·"))
    list.type("G")
    #expect(list.pager.seeksEnd)
  }

  @Test(arguments: ["x", ".", "r", "7", "H", "^L", "G", "h", .enter] as [Key])
  func `is stopped by no other key`(key: Key) async throws {
    let list = try await list()
    list.type(key)
    #expect(list.pager.seeksEnd)
    list.screen.send([.input(.focus(true))])
    #expect(list.pager.seeksEnd)
  }

  @Test func `goes on after the head was looked at`() async throws {
    let list = try await list()
    await wait { list.source.isAsked(.append) }
    list.type("r")
    await list.load(.refresh, 0..<10)
    // The one that the look has stopped, and the one after it.
    for _ in 1...2 { await list.load(.append, 20..<30) }
    #expect(list.selectedRows == ["item 29"])
    #expect(list.pager.seeksEnd)
  }
}
