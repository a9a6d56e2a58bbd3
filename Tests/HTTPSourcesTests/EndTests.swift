import Answers
import HTTPSources
import Paging
import PagingTesting
import Testing

/// The answers that end a list, and those that do not.
@Suite(.timeLimit(.minutes(2))) struct `The end of a list` {
  private static let numbered = "pages/users?page={page}&per_page={limit}"

  @Test(arguments: [
    numbered, "offsets/users?offset={offset}&limit={limit}",
    "cursors/users?cursor={cursor}&limit={limit}", "link/users?per_page={limit}",
    "after/users?starting_after={last}&limit={limit}",
  ]) func `is not a short page`(path: String) async throws {
    let source = try HTTPSource(Switched("count=303;short=3").address(path))
    #expect(try await source.walked() == Array(1...303))
  }

  @Test(arguments: [
    "cursors/users?cursor={cursor}&limit={limit}", "link/users?per_page={limit}",
    "urls/users?limit={limit}",
  ]) func `is not an empty page that names another one`(path: String) async throws {
    let list = try Switched("count=303;empty=3")
    let source = try HTTPSource(list.address(path))
    #expect(try await source.walked() == Array(1...303))
    #expect(try await list.requestCount == 5)
  }

  @Test(arguments: ["", "no-total", "has-more"])
  func `is an empty page where pages have numbers`(switches: String) async throws {
    let list = try Switched("count=303;empty=3;\(switches)")
    let source = try HTTPSource(list.address(Self.numbered))
    #expect(try await source.walked() == Array(1...200))
    #expect(try await list.requestCount == 3)
  }

  @Test(arguments: [404, 416], ["", "no-total", "total-null"])
  func `is a status for the page behind the last`(status: Int, switches: String) async throws {
    let list = try Switched("count=303;beyond=\(status);\(switches)")
    let source = try HTTPSource(list.address(Self.numbered))
    #expect(try await source.walked() == Array(1...303))
    #expect(try await list.requestCount == 5)
  }

  @Test func `is no status within a total that is known`() async throws {
    let counted = try HTTPSource(Switched("fail=3:404").address(Self.numbered))
    await #expect(throws: PagingError("404 Not Found: request 3 fails", isRetryable: false)) {
      try await counted.walked()
    }
    for switches in ["fail=3:404;no-total", "fail=3:404;total-null"] {
      let uncounted = try HTTPSource(Switched(switches).address(Self.numbered))
      #expect(try await uncounted.walked() == Array(1...200))
    }
  }

  /// The previous page has said that more items follow, so it would be wrong to show the end.
  ///
  /// Most likely the cursor has expired.
  @Test(arguments: [
    "cursors/users?cursor={cursor}&limit={limit}", "link/users?per_page={limit}",
    "urls/users?limit={limit}",
  ]) func `is no status of a page that another one has named`(path: String) async throws {
    for status in [404, 416] {
      let source = try HTTPSource(Switched("fail=3:\(status);no-total").address(path))
      await #expect(throws: PagingError.self, "\(status)") { try await source.walked() }
    }
  }

  @Test func `is a status for what follows the last item`() async throws {
    let source = try HTTPSource(
      Switched("count=40;fail=3:404").address("keys/timeline?max_id={last}&limit={limit}"))
    #expect(try await source.walked(pageSize: 20) == Array((1...40).reversed()))
  }

  @Test(arguments: [404, 416]) func `is not at the first page`(status: Int) async throws {
    let source = try HTTPSource(Switched("fail-all=\(status);no-total").address(Self.numbered))
    #expect(await source.failure()?.isRetryable == false)
  }

  /// WordPress responds with 400 to the number of a page after the last one.
  @Test(arguments: [400, 422], [numbered, "offsets/users?offset={offset}&limit={limit}"])
  func `is the refusal of a page behind a total that is known`(status: Int, path: String)
    async throws
  {
    let source = try HTTPSource(Switched("count=30;beyond=\(status)").address(path))
    #expect(try await source.walked(pageSize: 10) == Array(1...30))
    let early = try HTTPSource(Switched("count=30;fail=2:\(status)").address(path))
    await #expect(throws: PagingError.self) { try await early.walked(pageSize: 10) }
    let uncounted = try HTTPSource(Switched("count=30;beyond=\(status);no-total").address(path))
    await #expect(throws: PagingError.self) { try await uncounted.walked(pageSize: 10) }
  }

  @Test func `is no other status`() async throws {
    for status in [401, 403, 410, 500] {
      let list = try Switched("count=30;beyond=\(status)")
      let source = try HTTPSource(list.address(Self.numbered))
      await #expect(throws: PagingError.self, "\(status)") { try await source.walked(pageSize: 10) }
    }
  }

  /// When the last page appears for the third time, the list ends.
  ///
  /// If the service sends a total, the total is the number of items.
  @Test(arguments: ["", "no-total"]) func `is where the last page comes for ever`(
    switches: String
  ) async throws {
    let list = try Switched("count=303;repeat;\(switches)")
    let source = try HTTPSource(list.address(Self.numbered))
    let (count, state) = try await Self.paged(source)
    #expect(count == 303)
    #expect(state == .end)
    // Four pages with items, and two without new ones.
    #expect(try await list.requestCount == 6)
  }

  /// Loads a list to its end; returns its length and its state.
  @MainActor private static func paged(_ source: HTTPSource) async throws -> (Int, LoadState) {
    let pager = Pager(
      source: source,
      configuration: .standard.with(pageSize: 100, prefetchDistance: 0, retry: .never))
    pager.refresh()
    await pager.settled()
    while pager.state(of: .append) == .idle {
      pager.viewportChanged(pager.count - 1..<pager.count)
      await pager.settled()
    }
    return (pager.count, pager.state(of: .append))
  }

  @Test func `is a page with a header only, where the type is that of CSV`() async throws {
    let answers = ["name\na\nb\n", "name\nc\n", "name\n"].map { body in
      "HTTP/1.1 200 OK\r\nContent-Type: text/csv; charset=utf-8\r\n"
        + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }
    let canned = try CannedService(answers)
    let source = try HTTPSource(canned.address + "/?page={page}")
    #expect(try await source.walked().count == 3)
    #expect(canned.requests.count == 3)
  }

  @Test func `is told where lines without identities come for ever`() async throws {
    let list = try Switched("count=80;repeat")
    let source = try HTTPSource(list.address("text/users?page={page}&per_page={limit}"))
    await #expect(
      throws: PagingError(
        "this page repeats the first: does the service ignore {page}?", isRetryable: false)
    ) {
      try await source.walked()
    }
  }

  /// The service returns 50 items although 100 were requested, so there are twice as many pages,
  /// and the end is the same.
  @Test func `is found where the service gives fewer than it is asked for`() async throws {
    for (path, requests) in [
      (Self.numbered, 21), ("offsets/users?offset={offset}&limit={limit}", 1 + 20 + 2),
      ("cursors/users?cursor={cursor}&limit={limit}", 20), ("link/users?per_page={limit}", 20),
    ] {
      let list = try Switched("max=50")
      let source = try HTTPSource(list.address(path))
      #expect(try await source.walked() == Array(1...1_000))
      #expect(try await list.requestCount == requests, "\(path)")
    }
  }

  @Test func `is where a flag says so`() async throws {
    for path in [
      Self.numbered, "offsets/users?offset={offset}&limit={limit}",
      "after/users?starting_after={last}&limit={limit}",
    ] {
      let list = try Switched("count=60;has-more;no-total")
      let source = try HTTPSource(list.address(path))
      #expect(try await source.walked(pageSize: 20) == Array(1...60))
      let needed = path.contains("offset") ? 4 : 3
      #expect(try await list.requestCount == needed, "\(path)")
    }
  }

  @Test(arguments: [
    #"{"hits": {"total": {"value": 3, "relation": "eq"}, "hits": [{"_id": "a"}, {"_id": "b"}]}}"#,
    #"{"page": {"current": 1, "total_pages": 4}, "results": [{"id": 1}, {"id": 2}]}"#,
  ]) func `is an error without a screen where the answer says that more follows, and not where`(
    body: String
  ) throws {
    let canned = try CannedService("", body: body)
    let end = try Viewer.run(["--json", canned.address + "/x"], [:])
    #expect(end.status == 1)
    #expect(end.errors.contains("the response does not say where the next page is"), "\(end)")
    #expect(end.output.split(separator: "\n").count == 2, "\(end)")
    for (options, path) in [(["--json", "--limit", "2"], "/x"), (["--json"], "/x?page=2")] {
      let wanted = try Viewer.run(options + [canned.address + path], [:])
      #expect(wanted.status == 0 && wanted.errors.isEmpty, "\(wanted)")
    }
  }

  @Test func `is at once where there is nothing`() async throws {
    for path in [
      Self.numbered, "offsets/users?offset={offset}", "cursors/users?cursor={cursor}",
      "link/users", "urls/users", "after/users?starting_after={last}", "single/users",
    ] {
      let list = try Switched("count=0")
      let source = try HTTPSource(list.address(path))
      #expect(try await source.walked() == [])
      #expect(try await list.requestCount == 1, "\(path)")
    }
  }
}
