import Paging
import TableUI
import Terminal
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct `A place in a list` {
  @Test func `is none at the start, where a list begins anyway`() async throws {
    let list = try await ListFixture.loaded()
    #expect(list.list.positionToSave == nil)
    list.type("j")
    #expect(list.list.positionToSave == nil)
  }

  @Test func `is the item above the first row, and the one that is selected`() async throws {
    let list = try await ListFixture.loaded()
    list.type(.space, "j")
    #expect(list.rows.first == "item 5")
    let place = try #require(list.list.positionToSave)
    #expect(place.above.id == 4)
    #expect(place.selected == 6)
  }

  @Test func `is gone back to by one load, and said so`() async throws {
    let list = try ListFixture(columns: 80, opensAfter: 40, selecting: 43)
    await list.load(.refresh, 41..<51, before: .more(41))
    #expect(list.source.requests.first?.position == .after(40))
    #expect(list.rows.first == "item 41")
    #expect(list.selectedRows == ["item 43"])
    #expect(list.statusLine.contains("where you left off; g: start"))
    list.type("j")
    #expect(!list.statusLine.contains("where you left off"))
  }

  @Test func `is scrolled so far that the selection is in sight`() async throws {
    let list = try ListFixture(opensAfter: 40, selecting: 48)
    await list.load(.refresh, 41..<51, before: .more(41))
    #expect(list.selectedRows == ["item 48"])
    #expect(list.rows.last == "item 48")
  }

  @Test func `is where movements begin that were asked for before it came`() async throws {
    let list = try ListFixture(opensAfter: 40, selecting: 43)
    list.type("j", "j")
    await list.load(.refresh, 41..<51, before: .more(41))
    #expect(list.selectedRows == ["item 45"])
  }

  @Test func `is one key away from the start`() async throws {
    let list = try ListFixture(opensAfter: 40)
    await list.load(.refresh, 41..<51, before: .more(41))
    list.type("g")
    await list.load(.refresh, 0..<10)
    #expect(list.rows.first == "item 0")
    #expect(list.selectedRows == ["item 0"])
  }

  @Test func `is looked for without an item that is not there any more`() async throws {
    let list = try ListFixture(opensAfter: 40, selecting: 43)
    await list.load(.refresh, (44..<54).map { TextItem($0) }, before: .more(44), after: .more(54))
    #expect(list.selectedRows == ["item 44"])
  }
}
