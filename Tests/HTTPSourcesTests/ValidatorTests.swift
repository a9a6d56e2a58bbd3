import Answers
import HTTPSources
import Paging
import Testing

/// A first page that the service recognizes by a validator, and does not send again if it is
/// unchanged.
@Suite(.timeLimit(.minutes(5))) struct `A first page with a validator` {
  /// A source with a page of one item, and its service, which sends the page again only if it
  /// changes.
  private static func source(
    _ query: String, _ fields: [String], body: String? = nil, changes: Bool = false
  ) throws -> (HTTPSource, CountingService) {
    let service = try CountingService { request, number in
      let isKnown = request.contains("If-None-Match: ") || request.contains("If-Modified-Since: ")
      guard !isKnown || changes else { return .init(status: 304) }
      return .init(fields: fields, body: "{\"items\": [{\"id\": \(number)}], \"next\": \"/?a\"}")
    }
    return (try HTTPSource(service.address + "/\(query)", body: body), service)
  }

  private static func refresh(_ validator: String?) -> PageRequest<PageCursor> {
    PageRequest(reason: .refresh, position: .start, count: 10, validator: validator)
  }

  private static let styles = ["", "?c={cursor}", "?l={last}", "?p={page}", "?o={offset}"]

  @Test(arguments: styles) func `is unchanged where the service says so, however pages are found`(
    query: String
  ) async throws {
    let (source, service) = try Self.source(query, ["ETag: W/\"a\""])
    let page = try await source.load(Self.refresh(nil))
    let validator = try #require(page.validator)
    let again = try await source.load(Self.refresh(validator))
    #expect(again.isUnchanged && again.items.isEmpty)
    #expect(service.requests.last?.contains("\r\nIf-None-Match: W/\"a\"\r\n") == true)
    #expect(service.requests.last?.contains("If-Modified-Since") == false)
    // The page is still cached, because no new page has replaced it.
    #expect(source.cachedPage(for: .start(10))?.numbers == [1])
    #expect(service.requests.count == 2)
  }

  @Test func `is asked for by its date, too`() async throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    for fields in [["Last-Modified: \(date)"], ["ETag: \"a\"", "Last-Modified: \(date)"]] {
      let (source, service) = try Self.source("?p={page}", fields)
      let validator = try await source.load(Self.refresh(nil)).validator
      #expect(try await source.load(Self.refresh(validator)).isUnchanged)
      let request = try #require(service.requests.last)
      #expect(request.contains("\r\nIf-Modified-Since: \(date)\r\n"))
      #expect(request.contains("\r\nIf-None-Match: \"a\"\r\n") == (fields.count > 1))
    }
  }

  @Test func `is another one where the service has one`() async throws {
    let (source, service) = try Self.source("?p={page}", ["ETag: \"a\""], changes: true)
    let validator = try await source.load(Self.refresh(nil)).validator
    let again = try await source.load(Self.refresh(validator))
    #expect(again.numbers == [2] && !again.isUnchanged && again.validator == validator)
    #expect(service.requests.count == 2)
  }

  @Test func `is the first one alone`() async throws {
    let (source, service) = try Self.source("?c={cursor}", ["ETag: \"a\""])
    let first = try await source.load(Self.refresh(nil))
    let second = try await source.load(.after(try #require(first.after.cursor), 10))
    #expect(second.validator == nil && second.numbers == [2])
    #expect(service.requests.last?.contains("If-None-Match") == false)
  }

  @Test(arguments: [[], ["X-ETag: a"], ["ETag: " + String(repeating: "x", count: 5_000)]])
  func `is none where the service says nothing that can be sent back`(fields: [String])
    async throws
  {
    let (source, service) = try Self.source("?p={page}", fields)
    #expect(try await source.load(Self.refresh(nil)).validator == nil)
    #expect(service.requests.count == 1)
  }

  @Test func `is not asked for by a POST`() async throws {
    let (source, service) = try Self.source("", ["ETag: \"a\""], body: #"{"c": "{cursor}"}"#)
    #expect(try await source.load(Self.refresh(nil)).validator == nil)
    #expect(try await source.load(Self.refresh("\"a\"\n")).numbers == [2])
    #expect(service.requests.allSatisfy { !$0.contains("If-None-Match") })
  }

  @Test func `is a failure where nothing was known`() async throws {
    let service = try CountingService { _, _ in .init(status: 304) }
    let source = try HTTPSource(service.address + "/")
    #expect(await source.failure() == PagingError("304 Not Modified", isRetryable: false))
  }

  @Test func `is left to what the reader asks by`() async throws {
    let service = try CountingService { request, _ in .init(fields: ["ETag: \"a\""]) }
    let source = try HTTPSource(
      service.address + "/?p={page}", headers: [HTTPField("if-none-match", "\"mine\"")])
    let validator = try await source.load(Self.refresh(nil)).validator
    _ = try await source.load(Self.refresh(validator))
    #expect(service.requests.last?.contains("\"a\"") == false)
    #expect(service.requests.last?.contains("if-none-match: \"mine\"") == true)
  }

  @Test func `says that nothing has changed in a list`() async throws {
    let list = try Switched("count=30;etag")
    let source = try HTTPSource(list.address("link/users?per_page={limit}"))
    let pager = await Pager(source: source, configuration: .standard.with(pageSize: 10))
    try await Self.settle(pager) { $0.refresh() }
    try await Self.settle(pager) { $0.refresh() }
    #expect(await pager.count == 10)
    #expect(try await list.requestCount == 2)
  }

  @MainActor private static func settle(
    _ pager: Pager<AnswerItem, PageCursor>,
    _ ask: @MainActor (Pager<AnswerItem, PageCursor>) -> Void
  ) async throws {
    ask(pager)
    try await eventually("an answer") { !pager.isLoading }
    if case .failed(let error) = pager.state(of: .refresh) { throw error }
  }
}

/// Cursors that the service has stopped accepting.
@Suite(.timeLimit(.minutes(5))) struct `A cursor that has expired` {
  private static let cursors = "cursors/users?cursor={cursor}&limit={limit}"
  private static let links = "link/users?per_page={limit}"

  /// The error with which the second page fails; nil if it loads.
  private static func failure(_ path: String, _ status: Int) async throws -> PagingError? {
    let source = try HTTPSource(Switched("fail=2:\(status);count=90").address(path))
    let first = try await source.load(.start(10))
    return await source.failure(of: .after(try #require(first.after.cursor), 10))
  }

  @Test(arguments: [cursors, links, "urls/users?limit={limit}"], [400, 404, 410])
  func `is known by a status behind the first page`(path: String, status: Int) async throws {
    let error = try #require(try await Self.failure(path, status))
    #expect(error.hasExpired && !error.isRetryable)
    #expect(
      error.description.hasSuffix(
        ": request 2 fails; the cursor has expired"), "\(error)")
  }

  @Test func `is none of another failure`() async throws {
    for status in [401, 403, 405, 416, 422, 429, 500, 503] {
      #expect(try await Self.failure(Self.cursors, status)?.hasExpired == false, "\(status)")
    }
  }

  @Test func `is none on the first page`() async throws {
    for status in [400, 404, 410] {
      let source = try HTTPSource(Switched("fail=1:\(status)").address(Self.cursors))
      #expect(await source.failure()?.hasExpired == false)
    }
  }

  @Test func `is none where pages have numbers`() async throws {
    for path in ["pages/users?page={page}", "offsets/users?offset={offset}"] {
      for status in [400, 410] {
        #expect(try await Self.failure(path, status)?.hasExpired == false, "\(path)")
      }
    }
    #expect(try await Self.failure("after/users?starting_after={last}", 400)?.hasExpired == false)
    #expect(try await Self.failure("after/users?starting_after={last}", 410)?.hasExpired == true)
  }

  /// A service that issues cursors but never accepts them: each key that the reader presses costs
  /// two requests, and nothing else costs any.
  @Test(arguments: [cursors, links]) @MainActor func `begins again by a key, and never by itself`(
    path: String
  ) async throws {
    let list = try Switched("count=90;expired=410")
    let source = try HTTPSource(list.address(path))
    let pager = Pager(
      source: source, configuration: .standard.with(pageSize: 10, prefetchDistance: 0))
    pager.refresh()
    for round in 1...3 {
      try await eventually("a first page") { !pager.isLoading && pager.hasLoaded }
      pager.viewportChanged(0..<10)
      try await eventually("a failure") {
        if case .failed(let error) = pager.state(of: .append) { error.hasExpired } else { false }
      }
      for _ in 1...5 { pager.viewportChanged(0..<10) }
      #expect(try await list.requestCount == 2 * round)
      #expect(pager.count == 10)
      pager.retry()
    }
    pager.cancel()
  }

  @Test func `ends a walk with an error`() async throws {
    let list = try Switched("count=90;expired=410")
    let source = try HTTPSource(list.address(Self.links))
    await #expect(throws: PagingError.self) { try await source.walked(pageSize: 10) }
    #expect(try await list.requestCount == 2)
  }
}
