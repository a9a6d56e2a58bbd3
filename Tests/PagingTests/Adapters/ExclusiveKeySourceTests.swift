import Paging
import PagingSimulation
import Testing

@Suite struct `An exclusive key source` {
  private func source(
    shortPageEnds: Bool = false, _ answer: KeyedPage<Post>
  ) -> ExclusiveKeySource<Post, Int> {
    ExclusiveKeySource(
      key: { $0.id < 0 ? nil : $0.id.number }, shortPageEnds: shortPageEnds,
      preceding: { _, _ in answer }, following: { _, _ in answer })
  }

  private func page(_ ids: [Int], hasMore: Bool? = nil) -> KeyedPage<Post> {
    KeyedPage(items: ids.map { Post(id: $0) }, hasMore: hasMore)
  }

  @Test func `K6: loses nothing where the item of the key was deleted`() async throws {
    let service = AdapterService(1...9)
    let start = try await service.exclusive().page(.start, 3)
    await service.delete([3])
    #expect(try await service.exclusive().page(after: start, 3).ids == [4, 5, 6])
  }

  @Test func `K5: a short page is not the end where the service does not say so`() async throws {
    let short = page([1, 2])
    #expect(try await source(short).page(.start, 3).after == .more(2))
    #expect(try await source(shortPageEnds: true, short).page(.start, 3).after == .end)
    let more = page([1, 2], hasMore: true)
    #expect(try await source(shortPageEnds: true, more).page(.start, 3).after == .more(2))
  }

  @Test func `P13: a full page is the end where the service says so`() async throws {
    let last = page([1, 2, 3], hasMore: false)
    #expect(try await source(last).page(.start, 3).after == .end)
    #expect(try await source(last).page(.before(4), 3).before == .end)
  }

  @Test func `O2: an empty page is the end where the service does not say`() async throws {
    let none = try await source(page([])).page(.after(7), 3)
    #expect(none == Page(items: [], before: .end, after: .end))
  }

  @Test func `P14: more without an item to go on from is an error, and may pass`() async {
    let error = await thrown(by: source(page([], hasMore: true)), at: .after(7))
    #expect(error?.isRetryable == true)
  }

  @Test func `K7: an item without a key to go on from is an error and not a loop`() async throws {
    let keyless = page([1, -1])
    #expect(await thrown(by: source(keyless), at: .start)?.isRetryable == false)
    #expect(await thrown(by: source(keyless), at: .before(7))?.isRetryable == false)
    let last = page([1, -1], hasMore: false)
    #expect(try await source(last).page(.start, 3).ids == [1, -1])
  }

  @Test func `P18: a page that leads to itself is an error`() async {
    #expect(await thrown(by: source(page([6, 7])), at: .after(7))?.isRetryable == false)
    #expect(await thrown(by: source(page([7, 8])), at: .before(7))?.isRetryable == false)
  }

  @Test func `goes back only if it is told how`() async throws {
    let service = AdapterService(1...9)
    let back = try await service.exclusive().page(.before(7), 3)
    #expect(back.ids == [4, 5, 6])
    #expect(back.before == .more(4))
    #expect(back.after == .more(6))
    let forward = service.exclusive(goesBack: false)
    #expect(try await forward.page(.after(3), 3).before == .end)
    #expect(await thrown(by: forward, at: .before(7))?.isRetryable == false)
    #expect(await thrown(by: forward, at: .end)?.isRetryable == false)
  }

  @Test func `leads on from a page that it went back to, also an empty one`() async throws {
    let none = try await source(page([])).page(.before(7), 3)
    #expect(none == Page(items: [], before: .end, after: .more(7)))
  }

  @Test func `P44: passes on when it may be asked again`() async {
    let limit = PagingError("too many requests", isRetryable: true, retryAfter: .seconds(60))
    let source = ExclusiveKeySource<Post, Int>(key: { $0.id.number }) { _, _ throws(PagingError) in
      throw limit
    }
    #expect(await thrown(by: source, at: .start) == limit)
  }
}
