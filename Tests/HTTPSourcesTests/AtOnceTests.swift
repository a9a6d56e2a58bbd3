import Answers
import HTTPSources
import Paging
import Testing

/// The number of requests that run at the same time.
@Suite(.timeLimit(.minutes(5))) struct `Requests at once` {
  private static let numbered = "pages/users?page={page}&per_page={limit}"
  private static let byOffset = "offsets/users?offset={offset}&limit={limit}"

  /// Loads a first page, and then several pages at the same time.
  private func load(_ source: HTTPSource, pages: Int) async throws -> [Int] {
    let first = try await source.load(.start(10))
    let next = try await source.load(.after(try #require(first.after.cursor), 10, pages: pages))
    return first.numbers + next.numbers
  }

  @Test(arguments: [numbered, byOffset]) func `are four where pages have numbers or offsets`(
    path: String
  ) async throws {
    let list = try Switched("latency=500")
    let source = try HTTPSource(list.address(path), atOnce: 4)
    #expect(HTTPSourceOptions().answers.pagesAtOnce == 4)
    #expect(source.traits.pagesAtOnce == 4)
    let numbers = try await load(source, pages: 8)
    #expect(numbers == Array(1...numbers.count) && numbers.count > 40)
    #expect(try await (2...4).contains(list.counts.mostAtOnce))
  }

  @Test func `are several also where the service closes each connection`() async throws {
    let canned = try CannedService("", body: #"[{"id": 1}]"#, latency: 50, awaited: 2)
    let source = try HTTPSource(canned.address + "/?p={page}", atOnce: 4)
    let cursor = PageCursor.page(PageNumberCursor(number: 1, size: 10))
    _ = try await source.load(.after(cursor, 10, pages: 4))
    #expect((2...4).contains(canned.mostAtOnce))
  }

  @Test func `are as many as was said`() async throws {
    for most in 1...2 {
      let list = try Switched("latency=30")
      let source = try HTTPSource(list.address(Self.numbered), atOnce: most)
      #expect(try await load(source, pages: 4).count == 50)
      #expect(try await list.counts.mostAtOnce <= most)
    }
  }

  @Test(arguments: [
    "cursors/users?cursor={cursor}&limit={limit}", "link/users?per_page={limit}",
    "after/users?starting_after={last}&limit={limit}",
  ]) func `are one where each page leads to the next`(path: String) async throws {
    let list = try Switched("latency=30")
    let source = try HTTPSource(list.address(path), atOnce: 4)
    let cursor = try #require(try await source.load(.start(10)).after.cursor)
    // The requests have three sizes, so that none of them is answered from the page of another
    // request.
    try await withThrowingTaskGroup { group in
      for count in [10, 20, 30] {
        group.addTask { _ = try await source.load(.after(cursor, count)) }
      }
      try await group.waitForAll()
    }
    #expect(try await list.counts.mostAtOnce == 1)
  }

  @Test(arguments: ["fail=1:429", "fail=1:429;retry-after=0", "fail=1:503;retry-after=0"])
  func `are one after a sign of a limit`(switches: String) async throws {
    let list = try Switched("latency=30;\(switches)")
    let source = try HTTPSource(list.address(Self.numbered), atOnce: 4)
    #expect(await source.failure()?.isRetryable == true)
    #expect(try await load(source, pages: 4).count == 50)
    #expect(try await list.counts.mostAtOnce == 1)
  }

  @Test(arguments: ["RateLimit-Remaining", "x-ratelimit-remaining", "X-Rate-Limit-Remaining"])
  func `are one where few are left`(name: String) async throws {
    for (left, isLimited) in [(39, true), (40, false)] {
      let canned = try CannedService(
        bytes: (1...5).map { number in
          Array(CannedService.answer("\(name): \(left)", body: #"[{"id": \#(number)}]"#).utf8)
        }, latency: 50, awaited: isLimited ? 1 : 2)
      let source = try HTTPSource(canned.address + "/?p={page}", atOnce: 4)
      _ = try await load(source, pages: 4)
      #expect(canned.requests.count == 5)
      #expect((canned.mostAtOnce == 1) == isLimited, "\(left): \(canned.mostAtOnce)")
    }
  }

  @Test func `are four again after a failure that is no sign of a limit`() async throws {
    let list = try Switched("latency=1000;fail=1:503")
    let source = try HTTPSource(list.address(Self.numbered), atOnce: 4)
    #expect(await source.failure()?.isRetryable == true)
    #expect(try await load(source, pages: 4).count == 50)
    #expect(try await list.counts.mostAtOnce > 1)
  }
}
