import Paging
import PagingSimulation
import Testing

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

  @Test func `begins at the start for a cursor of another source`() async throws {
    let page = try await Self.numbered(AdapterService(1...9)).load(
      PageRequest(reason: .append, position: .after(.token("x")), count: 3))
    #expect(page.items.map(\.id.number) == [1, 2, 3])
  }
}
