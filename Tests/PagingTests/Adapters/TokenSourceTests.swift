import Paging
import PagingSimulation
import Testing

@Suite struct `A token source` {
  private func source(
    emptyTokenEnds: Bool = true, next: String? = nil, previous: String? = nil,
    hasMore: Bool? = nil, count: Int = 1
  ) -> TokenSource<Post, String> {
    let page = TokenPage(
      items: (0..<count).map { Post(id: $0) }, next: next, previous: previous, hasMore: hasMore)
    return TokenSource(
      emptyTokenEnds: emptyTokenEnds, preceding: { _, _ in page }, following: { _, _ in page })
  }

  @Test func `P17: an empty token is the end where it means that`() async throws {
    #expect(try await source(next: "").page(.start, 3).after == .end)
    #expect(try await source(previous: "").page(.after("a"), 3).before == .end)
  }

  @Test func `P17: an empty token is a token where it means that`() async throws {
    let source = source(emptyTokenEnds: false, next: "", previous: "")
    #expect(try await source.page(.start, 3).after == .more(""))
    #expect(try await source.page(.after("a"), 3).before == .more(""))
  }

  @Test func `T2: no token is the end and never the start again`() async throws {
    let service = AdapterService(1...4)
    var walk = try AdapterWalk(service.tokens(), pageSize: 2)
    await walk.send(.refresh)
    await walk.go(to: .trailing)
    await walk.send(.loadMore(.trailing))
    #expect(walk.ids == [1, 2, 3, 4])
    #expect(await service.asked == ["2 after -", "2 after 2"])
    #expect(try await source(emptyTokenEnds: false).page(.start, 3).after == .end)
  }

  @Test(arguments: [0, 1])
  func `P14, P15: an empty or short page with a token is not the end`(count: Int) async throws {
    #expect(try await source(next: "b", count: count).page(.after("a"), 3).after == .more("b"))
  }

  @Test func `a token is not followed where the service says that there is no more`() async throws {
    #expect(try await source(next: "b", hasMore: false).page(.start, 3).after == .end)
  }

  @Test func `more without a token is an error`() async {
    #expect(await thrown(by: source(hasMore: true), at: .start)?.isRetryable == false)
    #expect(await thrown(by: source(next: "", hasMore: true), at: .start)?.isRetryable == false)
  }

  @Test func `P18: a token that leads to itself is left to the engine, which stops`() async throws {
    var walk = try AdapterWalk(source(next: "a"), pageSize: 3)
    await walk.send(.refresh)
    await walk.send(.loadMore(.trailing))
    await walk.send(.loadMore(.trailing))
    guard case .failed = walk.state(.append) else {
      Issue.record("\(walk.state(.append))")
      return
    }
    #expect(walk.ids == [0])
  }

  @Test func `a token before the first page leads to what comes there by and by`() async throws {
    #expect(try await source(previous: "a").page(.start, 3).before == .unknown("a"))
  }

  @Test func `goes back where it is told how, and leads on from there`() async throws {
    let back = try await source(next: "b", previous: "a", hasMore: false).page(.before("b"), 3)
    #expect(back.before == .end)
    #expect(back.after == .more("b"))
    #expect(await thrown(by: source(previous: "a"), at: .before("b"))?.isRetryable == false)
    #expect(try await source(count: 0).page(.before("b"), 3).before == .end)
    let forward = AdapterService(1...9).tokens(goesBack: false)
    #expect(try await forward.page(.after("3"), 3).before == .end)
    #expect(await thrown(by: forward, at: .before("3"))?.isRetryable == false)
    #expect(await thrown(by: forward, at: .end)?.isRetryable == false)
  }

  @Test func `P44: passes on when it may be asked again`() async {
    let limit = PagingError("too many requests", isRetryable: true, retryAfter: .seconds(60))
    let source = TokenSource<Post, String> { _, _ throws(PagingError) in throw limit }
    #expect(await thrown(by: source, at: .start) == limit)
  }
}
