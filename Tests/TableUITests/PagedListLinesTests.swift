import Paging
import TableUI
import Terminal
import Testing

/// A list that is read by line, like a text file.
@Suite(.timeLimit(.minutes(5))) @MainActor struct `A list without a selection` {
  private func list(
    _ items: Range<Int> = 0..<10, after: Continuation<Int>? = nil
  ) async throws -> ListFixture {
    let list = try ListFixture(lines: 5, columns: 60, opensAtEnd: true, allowsSelection: false)
    await list.load(.refresh, items, after: after)
    return list
  }

  private func rows(_ list: ListFixture) -> [String] {
    list.screen.picture.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  @Test func `has no bar, and goes by line`() async throws {
    let list = try await list()
    #expect(rows(list) == ["item 0", "item 1", "item 2", "item 3"])
    list.type("j", .down, "^N", "^E")
    #expect(rows(list).first == "item 4")
    list.type("k", .up)
    #expect(rows(list).first == "item 2")
  }

  @Test func `says where its first line stands`() async throws {
    let list = try await list()
    list.type("j", "j")
    #expect(list.statusLine.contains("item 3"))
  }

  @Test func `opens nothing: Enter goes on by a line`() async throws {
    let list = try await list()
    list.type(.enter)
    #expect(list.opened.isEmpty)
    #expect(list.statusLine.contains("item 2"))
  }

  @Test func `goes to the true end with one load`() async throws {
    let list = try await list()
    list.type("G")
    await list.load(.refresh, 90..<100, before: .more(90), after: .end)
    #expect(list.source.requests.last?.position == .end)
    #expect(rows(list) == ["item 97", "item 98", "item 99", "── end ──"])
  }

  @Test func `knows the items in sight, and goes to one that is held`() async throws {
    let list = try await list()
    #expect(list.list.visibleItems.map(\.id) == [0, 1, 2, 3])
    #expect(list.list.scroll(to: 4))
    #expect(!list.list.scroll(to: 40))
    await list.frame()
    #expect(list.list.visibleItems.map(\.id) == [4, 5, 6, 7])
  }

  @Test func `has at its top the item that a number has led to`() async throws {
    let list = try await list()
    var landed: [Int] = []
    list.list.onLand = { landed.append($0) }
    list.type("8", "G")
    #expect(rows(list).contains("item 7"))
    #expect(landed == [7])
    await list.load(.append, 10..<20)
    await list.frame()
    #expect(rows(list) == (7..<11).map { "item \($0)" })
    let started = list.started
    list.type("3", "G")
    #expect(rows(list).first == "item 2")
    #expect(list.started == started)
  }

  @Test func `says the end where nobody knows whether more will come`() async throws {
    let list = try await list(0..<3, after: .unknown(3))
    await list.frame()
    #expect(rows(list) == ["item 0", "item 1", "item 2", "── end ──"])
  }

  @Test func `goes on where more has come to what was the end`() async throws {
    let list = try await list(0..<3, after: .unknown(3))
    await list.frame()
    list.type(".")
    #expect(rows(list).last == "loading…")
    await list.load(.append, 3..<5, before: .more(3), after: .unknown(5))
    #expect(rows(list) == ["item 0", "item 1", "item 2", "item 3"])
    list.type("G")
    await list.load(.append, [], before: .end, after: .unknown(5))
    await list.frame()
    #expect(rows(list).suffix(2) == ["item 4", "── end ──"])
  }

  @Test func `says that there is nothing where there may be something later`() async throws {
    let list = try await list(0..<0, after: .unknown(0))
    await list.frame()
    #expect(rows(list).contains { $0.hasSuffix("  nothing here yet · r: refresh") })
  }
}
