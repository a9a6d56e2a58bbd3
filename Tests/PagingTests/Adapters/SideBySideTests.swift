import Paging
import PagingSimulation
import Testing

@Suite struct `Pages asked for at once` {
  /// Posts 0...29, in pages of five.
  private func numbered(
    total: Bool = true, failing: Set<Int> = []
  ) -> (PageNumberSource<Post>, RequestLog) {
    let log = RequestLog()
    let source = PageNumberSource<Post>(firstPage: 1) { number, size throws(PagingError) in
      await log.append(number)
      if failing.contains(number) { throw PagingError("page \(number) is away", isRetryable: true) }
      let ids = (0..<30).dropFirst((number - 1) * size).prefix(size)
      return NumberedPage(items: ids.map { Post(id: $0) }, totalCount: total ? 30 : nil)
    }
    return (source, log)
  }

  private func request<Cursor>(after cursor: Cursor, pages: Int) -> PageRequest<Cursor> {
    PageRequest(reason: .append, position: .after(cursor), count: 5, pages: pages)
  }

  private let first = PageNumberCursor(number: 1, size: 5, received: 5)

  @Test func `come in order, and lead on from the last`() async throws {
    let (source, log) = numbered()
    let page = try await source.load(request(after: first, pages: 3))
    #expect(page.items.map(\.id.number) == Array(5..<20))
    #expect(page.after == .more(PageNumberCursor(number: 4, size: 5, received: 20)))
    #expect(page.before == .more(PageNumberCursor(number: 2, size: 5, received: 10)))
    #expect(page.extent == PageExtent(start: 5, total: 30))
    #expect(await log.asked.sorted() == [2, 3, 4])
  }

  @Test func `P43: that fail are asked for again from the one that failed`() async throws {
    let (source, _) = numbered(failing: [3])
    let page = try await source.load(request(after: first, pages: 3))
    #expect(page.items.map(\.id.number) == Array(5..<10))
    #expect(page.failure == PagingError("page 3 is away", isRetryable: true))
    let cursor = try #require(page.after.cursor)
    await #expect(throws: PagingError("page 3 is away", isRetryable: true)) {
      try await source.load(request(after: cursor, pages: 3))
    }
  }

  @Test func `end with the last, however many were asked for`() async throws {
    let (source, _) = numbered()
    let page = try await source.load(
      request(after: PageNumberCursor(number: 5, size: 5, received: 25), pages: 4))
    #expect(page.items.map(\.id.number) == Array(25..<30))
    #expect(page.after == .end)
  }

  @Test func `end at an empty one where the service says nothing`() async throws {
    let (source, _) = numbered(total: false)
    let page = try await source.load(
      request(after: PageNumberCursor(number: 4, size: 5, received: 20), pages: 4))
    #expect(page.items.map(\.id.number) == Array(20..<30))
    #expect(page.after == .end)
  }

  /// Posts by offset; `gone` posts are missing at the head, except in the first requested stretch.
  private func offsets(deleting gone: Int = 0) -> (OffsetSource<Post>, RequestLog) {
    let log = RequestLog()
    let source = OffsetSource<Post> { offset, limit throws(PagingError) in
      await log.append(offset)
      let isFirst = await log.asked.count <= 3 && offset <= 5
      let ids = (isFirst ? 0..<40 : gone..<40).dropFirst(offset).prefix(limit)
      return OffsetPage(items: ids.map { Post(id: $0) })
    }
    return (source, log)
  }

  @Test func `by offset overlap by an item, which is left out`() async throws {
    let (source, log) = offsets()
    let page = try await source.load(
      request(after: OffsetCursor(offset: 5, neighbour: 4), pages: 3))
    #expect(page.items.map(\.id.number) == Array(5..<17))
    #expect(page.after == .more(OffsetCursor(offset: 17, neighbour: 16)))
    #expect(await log.asked.sorted() == [4, 8, 12])
  }

  @Test func `P50: by offset stop where the data has moved between them, and skip nothing`()
    async throws
  {
    let (source, _) = offsets(deleting: 2)
    let page = try await source.load(
      request(after: OffsetCursor(offset: 5, neighbour: 4), pages: 3))
    #expect(page.items.map(\.id.number) == Array(5..<9))
    let cursor = try #require(page.after.cursor)
    let next = try await source.load(request(after: cursor, pages: 1))
    #expect(next.items.first?.id == 9)
  }

  @Test func `P68: a jump to an item is one request`() async throws {
    let (source, log) = numbered()
    let page = try await source.load(
      PageRequest(reason: .refresh, position: .number(17), count: 5))
    #expect(page.items.map(\.id.number) == Array(15..<20))
    #expect(page.extent == PageExtent(start: 15, total: 30))
    #expect(await log.asked == [4])
  }
}

/// The requests to a service, in the order of their arrival.
private actor RequestLog {
  private(set) var asked: [Int] = []

  func append(_ request: Int) { asked.append(request) }
}
