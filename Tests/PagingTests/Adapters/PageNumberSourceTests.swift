import Paging
import PagingSimulation
import Testing

@Suite struct `A page number source` {
  private func source(
    first: Int = 1, shortPageEnds: Bool = false, _ answer: NumberedPage<Post>
  ) -> PageNumberSource<Post> {
    PageNumberSource(firstPage: first, shortPageEnds: shortPageEnds) { _, _ in answer }
  }

  private func posts(_ count: Int) -> [Post] { (0..<count).map { Post(id: $0) } }

  private func at(_ number: Int, received: Int? = nil) -> PageNumberCursor {
    PageNumberCursor(number: number, size: 3, received: received)
  }

  @Test(arguments: [-3, 0, 1, 17])
  func `N12: begins with the number it is told and goes on by what it asked`(
    first: Int
  ) async throws {
    let service = AdapterService(1...9)
    let source = PageNumberSource<Post>(firstPage: first) { number, size in
      NumberedPage(items: await service.page(number - first + 1, size: size))
    }
    let start = try await source.page(.start, 3)
    let next = try await source.page(after: start, 3)
    #expect(start.before == .end)
    #expect(next.ids == [4, 5, 6])
    #expect(next.before.cursor?.number == first + 1)
    let back = try await source.page(before: next, 3)
    #expect(back.ids == [1, 2, 3])
    #expect(back.before == .end)
    #expect(back.after.cursor?.number == first)
  }

  @Test func `asks for no page before the first`() async throws {
    let service = AdapterService(1...9)
    let page = try await service.numbered().page(.before(at(1)), 3)
    #expect(page.items.isEmpty)
    #expect(page.before == .end)
    #expect(await service.asked.isEmpty)
  }

  @Test func `keeps to the size that its pages are counted in`() async throws {
    let service = AdapterService(1...9)
    let start = try await service.numbered().page(.start, 3)
    let next = try await service.numbered().page(after: start, 5)
    #expect(next.ids == [4, 5, 6])
  }

  @Test func `N6: asks for no page past the total, whatever the first number`() async throws {
    let answer = NumberedPage(items: posts(3), totalPages: 2)
    for first in [0, 1] {
      let source = source(first: first, answer)
      #expect(try await source.page(.start, 3).after.cursor?.number == first)
      #expect(try await source.page(.after(at(first)), 3).after == .end)
    }
  }

  @Test(arguments: [
    NumberedPage<Post>(items: [], totalPages: 0), NumberedPage(items: [], totalCount: 0),
    NumberedPage(items: [], hasMore: false), NumberedPage(items: []),
  ])
  func `P22: an empty list is a page that is the end`(answer: NumberedPage<Post>) async throws {
    let page = try await source(answer).page(.start, 3)
    #expect(page.before == .end)
    #expect(page.after == .end)
  }

  @Test func `P14: an empty page is not the end where there is said to be more`() async throws {
    for answer in [
      NumberedPage<Post>(items: [], hasMore: true), NumberedPage(items: [], totalPages: 9),
      NumberedPage(items: [], totalCount: 9),
    ] {
      #expect(try await source(answer).page(.after(at(1)), 3).after.cursor?.number == 2)
    }
  }

  @Test func `P15: a short page is not the end where there is said to be more`() async throws {
    for answer in [
      NumberedPage(items: posts(1), totalPages: 9), NumberedPage(items: posts(1), totalCount: 9),
      NumberedPage(items: posts(1), hasMore: true), NumberedPage(items: posts(1)),
    ] {
      let source = source(shortPageEnds: answer.hasMore != nil, answer)
      #expect(try await source.page(.start, 3).after != .end)
    }
  }

  @Test(arguments: AdapterService.Says.allCases.filter { $0 != .hasMore })
  func `P16: a page clamped by the server is not the end`(says: AdapterService.Says) async throws {
    let service = AdapterService(1...25, most: 10)
    var walk = try AdapterWalk(service.numbered(says), pageSize: 20)
    await walk.send(.refresh)
    await walk.go(to: .trailing)
    #expect(walk.ids == Array(1...25))
  }

  @Test func `P13: a total of items ends a list without an empty page`() async throws {
    let service = AdapterService(1...6)
    var walk = try AdapterWalk(service.numbered(.total), pageSize: 3)
    await walk.send(.refresh)
    await walk.go(to: .trailing)
    #expect(await service.asked == ["page 1 of 3", "page 2 of 3"])
  }

  @Test func `ends at an empty page beyond a total that counts hidden items`() async throws {
    let service = AdapterService(1...9, hidden: [2, 4, 5, 6])
    var walk = try AdapterWalk(service.numbered(.total), pageSize: 3)
    await walk.send(.refresh)
    for _ in 0..<5 { await walk.go(to: .trailing) }
    #expect(walk.ids == [1, 3, 7, 8, 9])
    #expect(walk.state(.append) == .end)
  }

  /// The last page may be shorter than the others, so the number of an empty page after it does not
  /// show how many items precede the empty page.
  @Test func `an empty page behind a page that was gone to says nothing of the total`() async throws
  {
    var answer = NumberedPage<Post>(items: [], totalPages: 3, totalCount: 7, pageSize: 3)
    answer.isEstimate = true
    let page = try await source(answer).page(.after(at(3)), 3)
    #expect(page.after == .end && page.extent == nil)
    let walked = PageNumberCursor(number: 3, size: 3, received: 7)
    let last = try await source(answer).page(.after(walked), 3)
    #expect(last.extent == PageExtent(start: 7, total: 7))
  }

  @Test func `takes a short page for the end only if told to`() async throws {
    let answer = NumberedPage(items: posts(2))
    #expect(try await source(answer).page(.start, 3).after != .end)
    #expect(try await source(shortPageEnds: true, answer).page(.start, 3).after == .end)
  }

  @Test func `leads on from a page that it went back to, whatever the service says`() async throws {
    let page = try await source(NumberedPage(items: [], hasMore: false)).page(.before(at(5)), 3)
    #expect(page.after.cursor?.number == 4)
  }

  @Test(arguments: [Int.max, 7, 1, 0, -4])
  func `opens at the last of any total of pages`(total: Int) async throws {
    let page = try await source(NumberedPage(items: posts(3), totalPages: total)).page(.end, 3)
    #expect(page.items.count == 3)
    #expect((page.before == .end) == (total <= 1))
  }

  @Test func `P16: opens at the last page of a service that limits the size`() async throws {
    let page = try await AdapterService(1...25, most: 10).numbered(.total).page(.end, 20)
    #expect(page.ids == Array(21...25))
  }

  @Test func `cannot open at its end without a total`() async {
    #expect(await thrown(by: source(NumberedPage(items: [])), at: .end)?.isRetryable == false)
  }

  @Test func `P44: passes on when it may be asked again`() async {
    let limit = PagingError("too many requests", isRetryable: true, retryAfter: .seconds(60))
    let source = PageNumberSource<Post> { _, _ throws(PagingError) in throw limit }
    #expect(await thrown(by: source, at: .start) == limit)
  }
}
