import Paging
import PagingSimulation
import Testing

@Suite struct `A transformed source` {
  struct Named: Identifiable, Hashable, Sendable {
    let id: String
  }

  @Test(arguments: 1...7)
  func `P6: goes on through pages that come out empty`(size: Int) async throws {
    let service = AdapterService(1...30)
    let source = service.tokens().filter { $0.id.number % 15 == 0 }
    var walk = try AdapterWalk(source, pageSize: size)
    await walk.send(.refresh)
    for _ in 0..<40 { await walk.send(.loadMore(.trailing)) }
    #expect(walk.ids == [15, 30])
    #expect(walk.state(.append) == .end)
  }

  @Test func `P14: an empty page keeps its places`() async throws {
    let source = AdapterService(1...9).tokens().filter { _ in false }
    let page = try await source.page(.after("3"), 3)
    #expect(page.items.isEmpty)
    #expect(page.before == .more("4"))
    #expect(page.after == .more("6"))
    #expect(page.leftOut == 3)
  }

  @Test func `P22: filtered to nothing ends`() async throws {
    var walk = try AdapterWalk(AdapterService(1...3).tokens().filter { _ in false }, pageSize: 3)
    await walk.send(.refresh)
    await walk.go(to: .trailing)
    #expect(walk.ids.isEmpty)
    #expect(walk.state(.append) == .end)
  }

  @Test func `O6: does not move the offset of the source below`() async throws {
    let service = AdapterService(1...9)
    var walk = try AdapterWalk(service.offset(.total).filter { $0.id.number % 2 == 0 }, pageSize: 3)
    await walk.send(.refresh)
    for _ in 0..<5 { await walk.send(.loadMore(.trailing)) }
    #expect(walk.ids == [2, 4, 6, 8])
    #expect(await service.asked == ["3 from 0", "3 from 2", "3 from 4", "3 from 6"])
  }

  @Test func `maps items and keeps order and places`() async throws {
    let source = AdapterService(1...9).tokens().map { Named(id: "n\($0.id)") }
    let page = try await source.page(.after("3"), 2)
    #expect(page.items == [Named(id: "n4"), Named(id: "n5")])
    #expect(page.before == .more("4"))
    #expect(page.after == .more("5"))
  }

  @Test func `maps to nothing and so leaves out`() async throws {
    let source = AdapterService(1...9).tokens().compactMap {
      $0.id.number.isMultiple(of: 4) ? Named(id: "\($0.id)") : nil
    }
    #expect(try await source.page(.start, 9).items.map(\.id) == ["4", "8"])
  }

  @Test func `maps to nothing and so says no total, though a page may keep all its items`()
    async throws
  {
    let source = AdapterService(1...9).offset(.total)
    let some = source.compactMap { $0.id == 8 ? nil : $0 }
    #expect(try await some.page(.start, 3).extent == nil)
    #expect(try await source.map { $0 }.page(.start, 3).extent?.total == 9)
  }

  @Test func `fails as the transform or the source below fails`() async {
    let damage = PagingError("item 2 is damaged", isRetryable: false)
    let source = AdapterService(1...9).tokens().map { post throws(PagingError) in
      guard post.id != 2 else { throw damage }
      return post
    }
    #expect(await thrown(by: source, at: .start) == damage)
    let limit = PagingError("too many requests", isRetryable: true, retryAfter: .seconds(60))
    let below = TokenSource<Post, String> { _, _ throws(PagingError) in throw limit }
    #expect(await thrown(by: below.filter { _ in true }.map { $0 }, at: .start) == limit)
  }

  @Test func `P53: of two items that become one the engine keeps one`() async throws {
    let source = AdapterService(1...9).tokens().map { Post(id: ($0.id.number + 1) / 2) }
    var walk = try AdapterWalk(source, pageSize: 3)
    await walk.send(.refresh)
    await walk.go(to: .trailing)
    #expect(walk.ids == [1, 2, 3, 4, 5])
  }

  @Test func `opens at its end where the source below does`() async throws {
    let service = AdapterService(1...9)
    for says in AdapterService.Says.allCases {
      let source = service.offset(says)
      #expect(source.filter { _ in true }.traits.opensAtEnd == source.traits.opensAtEnd)
      #expect(source.map { $0 }.traits == source.traits)
    }
    let whole = try await service.offset(.total).filter { _ in true }.page(.end, 3)
    #expect(whole.extent == nil)
    let page = try await service.offset(.total).filter { $0.id != 8 }.page(.end, 3)
    #expect(page.ids == [7, 9])
  }
}

@Suite struct `A source with other cursors` {
  private enum Place: Hashable {
    case page(PageNumberCursor)
    case token(String)
  }

  private static func numbered(_ service: AdapterService) -> any PagingSource<Post, Place> {
    service.numbered(.total).mapCursors(to: Place.page) {
      if case .page(let cursor) = $0 { cursor } else { nil }
    }
  }

  private static func chained(_ service: AdapterService) -> any PagingSource<Post, Place> {
    service.tokens().mapCursors(to: Place.token) {
      if case .token(let token) = $0 { token } else { nil }
    }
  }

  @Test func `has the pages of its base, in both directions`() async throws {
    let service = AdapterService(1...9)
    for source in [Self.numbered(service), Self.chained(service)] {
      var page = try await source.load(
        PageRequest(reason: .refresh, position: .start, count: 3))
      var ids = page.items.map(\.id.number)
      while case .more(let cursor) = page.after {
        page = try await source.load(
          PageRequest(reason: .append, position: .after(cursor), count: 3))
        ids += page.items.map(\.id.number)
      }
      #expect(ids == Array(1...9))
      let cursor = try #require(page.before.cursor)
      page = try await source.load(
        PageRequest(reason: .prepend, position: .before(cursor), count: 3))
      #expect(page.items.map(\.id.number) == [4, 5, 6])
    }
  }

  @Test func `can do what its base can, and says what that says`() async throws {
    let service = AdapterService(1...9)
    #expect(Self.numbered(service).traits == service.numbered(.total).traits)
    let page = try await Self.numbered(service).load(
      PageRequest(reason: .refresh, position: .start, count: 3))
    #expect(page.extent == PageExtent(start: 0, total: 9))
  }

  /// A source that says that nothing has changed, and asks for a pause.
  private struct Resting: PagingSource {
    func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Post, Int> {
      var page = Page<Post, Int>.unchanged
      (page.pause, page.validator, page.leftOut) = (.seconds(9), "b", 2)
      return page
    }
  }

  @Test func `says that nothing has changed with all that its base says beside that`() async throws
  {
    let request = PageRequest<AnyCursor>(
      reason: .refresh, position: .start, count: 3, validator: "a")
    let page = try await Resting().erasingCursors().load(request)
    #expect(page.isUnchanged)
    #expect(page.pause == .seconds(9))
    #expect(page.validator == "b")
    #expect(page.leftOut == 2)
  }

  @Test func `begins at the start for a cursor of another source`() async throws {
    let page = try await Self.numbered(AdapterService(1...9)).load(
      PageRequest(reason: .append, position: .after(.token("x")), count: 3))
    #expect(page.items.map(\.id.number) == [1, 2, 3])
  }
}
