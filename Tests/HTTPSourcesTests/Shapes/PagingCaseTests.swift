import Answers
import HTTPSources
import Paging
import PagingTesting
import Testing

/// Lists that other programs ended too early, restarted, or followed forever.
@Suite(.timeLimit(.minutes(2))) struct `A list that others got wrong` {
  private static func page(_ ids: ClosedRange<Int>, _ rest: String = "") -> Reply {
    let items = ids.map { #"{"id": \#($0)}"# }.joined(separator: ", ")
    return Reply(#"{"items": [\#(items)]\#(rest)}"#)
  }

  private static func empty(_ rest: String = "") -> Reply { Reply(#"{"items": []\#(rest)}"#) }

  /// For every number beyond the last page, the service returns the last page again (airbyte
  /// #28226).
  @Test func `has a last page that comes for ever`() async throws {
    let last = Self.page(5...6)
    let walk = try await Walk(
      Shape("", "/x?page=1", [Self.page(1...2), Self.page(3...4), last, last, last], ids: ""))
    #expect(walk.ids == ["1", "2", "3", "4", "5", "6"])
    #expect(walk.failure == nil)
    #expect(walk.service.requests.count == 5)
  }

  /// A page with one item fewer, because an item is hidden, is not the last page (airbyte #34883).
  @Test func `has a page that is one item short`() async throws {
    let walk = try await Walk(
      Shape(
        "", "/x?page=1&per_page=3",
        [Self.page(1...3), Self.page(4...5), Self.page(7...9), Self.empty()], ids: ""))
    #expect(walk.ids == ["1", "2", "3", "4", "5", "7", "8", "9"])
    #expect(walk.failure == nil)
  }

  /// A cursor that is a time shared by several items leads to the same page again (airbyte #81516).
  @Test func `has a cursor that includes its own items`() async throws {
    let tied = Self.page(2...3, #", "next_cursor": "T2""#)
    let service = try CannedService { address in
      [Self.page(1...2, #", "next_cursor": "T2""#), tied, tied, tied].map { $0.bytes(at: address) }
    }
    let source = try await Self.open(service.address + "/x")
    let pager = await Pager(
      source: source, configuration: .standard.with(prefetchDistance: 0, retry: .never))
    var ids: [String] = []
    await #expect(throws: PagingError.self) {
      for try await item in pager.items { ids.append(item.text("id") ?? "") }
    }
    // A page that leads to itself is refused, and the reader is told.
    #expect(ids == ["1", "2"])
    #expect(service.requests.count == 2)
  }

  /// This case is from dlt #1414.
  @Test func `says its total on the first page alone`() async throws {
    let walk = try await Walk(
      Shape(
        "", "/x",
        [
          Self.page(1...2, #", "page": 1, "total": 5"#), Self.page(3...4), Self.page(5...5),
          Self.empty(),
        ],
        ids: ""))
    #expect(walk.ids == ["1", "2", "3", "4", "5"])
    #expect(walk.failure == nil)
  }

  /// This case is from dlt #4429.
  @Test func `has a total that is null`() async throws {
    let null = #", "offset": 0, "limit": 2, "total": null"#
    let walk = try await Walk(
      Shape(
        "", "/x",
        [Self.page(1...2, null), Self.page(2...3), Self.page(3...3), Self.empty()], ids: ""))
    #expect(walk.ids == ["1", "2", "3"])
    #expect(walk.failure == nil)
  }

  /// The maximum number of requests takes precedence over a flag that says that more follows (dlt
  /// #4225).
  @Test func `says for ever that more follows`() async throws {
    let more = #", "has_more": true"#
    let service = try CannedService { address in
      (0..<40).map { Self.page($0 * 2...$0 * 2 + 1, more).bytes(at: address) }
    }
    let source = try await Self.open(service.address + "/x?page=1")
    let pager = await Pager(
      source: source,
      configuration: .standard.with(prefetchDistance: 0, retry: .never).with(maxRequests: 3))
    let count = try await Self.count(pager)
    #expect(count == 6)
    #expect(service.requests.count == 3)
  }

  /// A flag says that more follows, but the answer has no token; a request without a token would
  /// return the first page again.
  @Test func `says that more follows and not where`() async throws {
    let walk = try await Walk(
      Shape(
        "", "/x",
        [
          Self.page(1...2, #", "has_more": true, "next_cursor": "a""#),
          Self.page(3...4, #", "has_more": true, "next_cursor": null"#),
        ],
        ids: ""))
    #expect(walk.ids == ["1", "2", "3", "4"])
    #expect(
      walk.failure?.description.hasPrefix("the page has no cursor for the next one") == true
    )
    #expect(walk.service.requests.count == 2)
  }

  /// This case is from gh #3728.
  @Test(arguments: [
    ("query($after: String) { nodes { id } }", "does not use it"),
    ("{ items { nodes { id } } }", "no variable"),
  ]) func `is a query that does not use its variable`(query: String, words: String) async throws {
    let walk = try await Walk(
      Shape(
        "", "/graphql",
        [
          Reply(
            #"{"data": {"nodes": [{"id": 1}], "pageInfo": {"endCursor": "c", "hasNextPage": true}}}"#
          )
        ],
        ids: "", body: #"{"query": "\#(query)"}"#))
    #expect(walk.ids == ["1"])
    #expect(walk.failure?.description.contains(words) == true, "\(walk.failure as Any)")
    #expect(walk.service.requests.count == 1)
  }

  /// The second page equals the first, because the parameter that was found is not a parameter of
  /// the service.
  @Test(arguments: [
    ("/x", #", "next_cursor": "a""#, "--token-param"), ("/x?page=1", "", "page=1"),
    ("/x?offset=0", "", "offset=0"),
  ]) func `takes no notice of what asks for a page`(typed: String, rest: String, words: String)
    async throws
  {
    let page = Self.page(1...3, rest)
    let walk = try await Walk(Shape("", typed, [page, page, page, page], ids: ""))
    #expect(walk.ids == ["1", "2", "3"])
    #expect(
      walk.failure?.description.contains("the service ignores the requested page") == true,
      "\(walk.failure as Any)")
    #expect(walk.failure?.description.contains(words) == true)
  }

  /// The number of items when the pager has stopped loading.
  @MainActor private static func count(_ pager: Pager<AnswerItem, PageCursor>) async throws -> Int {
    pager.refresh()
    await pager.settled()
    while pager.state(of: .append) == .idle {
      pager.viewportChanged(0..<pager.count)
      await pager.settled()
    }
    return pager.count
  }

  private static func open(_ address: String) async throws -> HTTPSource {
    var options = HTTPSourceOptions()
    options.answers.pagesAtOnce = 1
    return try await HTTPSource.open(RequestTemplate(address), pageSize: 50, options).source()
  }
}

/// How the typed address alone shows the paging, if the answers do not.
@Suite(.timeLimit(.minutes(2))) struct `A typed address` {
  @Test(arguments: [
    ("/x?page=1", "/x?page=2"), ("/x?page=0&size=2", "/x?page=1&size=2"),
    ("/x?a=b&pageNumber=1", "/x?a=b&pageNumber=2"), ("/x?page_no=1", "/x?page_no=2"),
    ("/x?page[number]=1", "/x?page[number]=2"), ("/x?p=1&q=y", "/x?p=2&q=y"),
    ("/x?page%5Bnumber%5D=1", "/x?page%5Bnumber%5D=2"),
    ("/x?offset=0&limit=50", "/x?offset=1&limit=50"), ("/x?$skip=0&$top=9", "/x?$skip=1&$top=9"),
    ("/x?page[offset]=0", "/x?page[offset]=1"), ("/x?startIndex=1", "/x?startIndex=2"),
    ("/x?startAt=0", "/x?startAt=1"), ("/x?start=0", "/x?start=1"), ("/x?from=0", "/x?from=1"),
    ("/x?skip=0", "/x?skip=1"), ("/x?first=0&max=2", "/x?first=1&max=2"),
    ("/x?page=1#part", "/x?page=2"),
  ]) func `says how its pages are counted`(typed: String, next: String) async throws {
    let walk = try await Walk(
      Shape("", typed, [#"[{"id": 1}, {"id": 2}]"#, #"[{"id": 2}, {"id": 3}]"#], ids: ""))
    #expect(
      walk.service.requests.dropFirst().first?.hasPrefix("GET \(next) HTTP/1.1\r\n") == true,
      "\(walk.service.requests)")
  }

  @Test(arguments: [
    "/x?page=2", "/x?page=-1", "/x?page=01", "/x?page=", "/x?page", "/x?offset=50", "/x?p=0",
    "/x?start=1", "/x?from=1", "/x?homepage=1", "/x?per_page=1", "/x?limit=0",
  ]) func `says nothing of other numbers`(typed: String) async throws {
    let walk = try await Walk(Shape("", typed, [#"[{"id": 1}]"#], ids: ""))
    #expect(walk.service.requests.count == 1)
    #expect(walk.advice != nil)
  }
}
