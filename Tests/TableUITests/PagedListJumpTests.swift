import Paging
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A jump in a paged list` {
  @Test func `to the end of a chain goes to the last that is loaded, and loads on`() async throws {
    let list = try await ListFixture.loaded()
    list.type("G")
    #expect(list.selectedRows == ["item 9"])
    #expect(list.started == 2)
    await list.load(.append, 10..<20)
    #expect(list.selectedRows == ["item 19"])
    #expect(list.started == 3)
  }

  @Test func `to the end of a source that opens there is one load`() async throws {
    let list = try await ListFixture.loaded(opensAtEnd: true)
    list.type("G")
    await wait { list.source.isAsked(.refresh) }
    #expect(list.source.requests.last?.position == .end)
    await list.load(.refresh, 990..<1_000, before: .more(990), after: .end)
    #expect(list.rows == ["item 996", "item 997", "item 998", "item 999", "── end ──"])
    #expect(list.selectedRows == ["item 999"])
    list.type("G")
    #expect(list.pager.state(of: .refresh) == .idle)
  }

  @Test func `back to the start is one load where the start is not held`() async throws {
    let list = try await ListFixture.loaded(opensAtEnd: true)
    list.type("G")
    await list.load(.refresh, 990..<1_000, before: .more(990), after: .end)
    list.type("g")
    await list.load(.refresh, 0..<10)
    #expect(list.rows == (0..<5).map { "item \($0)" })
    #expect(list.selectedRows == ["item 0"])
  }

  @Test func `to the end is where the movements after it begin`() async throws {
    let list = try await ListFixture.loaded(opensAtEnd: true)
    list.type("G", .space, "b", "k", "k")
    #expect(list.rows.first == "item 6")
    await list.load(.refresh, 980..<1_000, before: .more(980), after: .end)
    #expect(list.rows == (989..<994).map { "item \($0)" })
    #expect(list.selectedRows == ["item 989"])
  }

  @Test func `back to the start is where the movements after it begin`() async throws {
    let list = try await ListFixture.loaded(500..<520, before: .more(500))
    list.type("g", .space, "j", "j")
    await list.load(.refresh, 0..<20)
    #expect(list.rows == (5..<10).map { "item \($0)" })
    #expect(list.selectedRows == ["item 7"])
  }

  @Test func `that fails leaves movements where they were`() async throws {
    let list = try await ListFixture.loaded(0..<20, opensAtEnd: true)
    list.type("G", "g", "j", "G", "k", "k")
    #expect(list.selectedRows == ["item 19"])
    await list.fail(.refresh, "away")
    #expect(list.selectedRows == ["item 17"])
  }

  @Test func `to the start goes to the first item`() async throws {
    let list = try await ListFixture.loaded()
    list.type(.space, .home)
    #expect(list.rows == (0..<5).map { "item \($0)" })
    #expect(list.selectedRows == ["item 0"])
    #expect(list.pager.state(of: .refresh) == .idle)
  }

  @Test func `that fails leaves everything as it is and says why`() async throws {
    let list = try await ListFixture.loaded(opensAtEnd: true)
    list.type("j", "G")
    await list.fail(.refresh, "away")
    #expect(list.pager.count == 10)
    #expect(list.statusLine.contains("away"))
    #expect(list.selectedRows == ["item 9"])
  }

  @Test func `before the first page decides where the list begins`() async throws {
    let list = try ListFixture(opensAtEnd: true)
    list.type("g", "G")
    await list.load(.refresh, 90..<100, before: .more(90), after: .end)
    #expect(list.rows.last == "── end ──")
    #expect(list.selectedRows == ["item 99"])
    #expect(list.source.requests.map(\.position) == [.end])
  }

  @Test func `near the end shows its place as far up as what follows allows`() async throws {
    let list = try await ListFixture.loaded()
    list.list.jump(to: .after(97))
    await list.load(.refresh, 97..<100, before: .more(97), after: .end)
    #expect(list.rows.first == "item 0")
    await list.load(.refresh, 87..<97, before: .more(87), after: .more(97))
    #expect(list.rows == ["item 96", "item 97", "item 98", "item 99", "── end ──"])
    #expect(list.selectedRows == ["item 97"])
  }

  @Test func `is the only key that does anything before the first page`() async throws {
    let list = try ListFixture(opensAtEnd: true)
    list.type("j", "k", .space, "b", .enter, ".", ".")
    await list.load(.refresh, 0..<10)
    #expect(list.rows.first == "item 0")
    #expect(list.source.requests.count == 1)
  }
}
