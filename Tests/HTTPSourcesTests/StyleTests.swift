import Answers
import HTTPSources
import Paging
import Testing

/// Every way to find pages, each with a number of items that fills the last page and with one that
/// does not.
///
/// The number of requests follows a rule. A list that says where it ends needs one request for each
/// page. Any other list needs one more, for an empty page. With offsets, each page except the first
/// repeats an item, so 99 of its 100 items are new. Such a list ends with a page that contains only
/// the known item, and then an empty page.
@Suite(.timeLimit(.minutes(2))) struct `An address in pages` {
  struct Style: Sendable, CustomTestStringConvertible {
    let name: String
    let path: String
    var switches = ""
    var headers: [HTTPField] = []
    var body: String?
    var firstPage = 1
    /// How the list shows its end.
    var end = End.isSaid
    var testDescription: String { name }

    enum End { case isSaid, isEmptyPage, repeatsItem }

    /// Whether pages have numbers or offsets.
    var isNumbered: Bool { path.contains("{page}") || path.contains("{offset}") }

    /// The minimum number of requests for all items, in pages of 100.
    func requests(_ total: Int) -> Int {
      switch end {
      case .isSaid: (total + 99) / 100
      case .isEmptyPage: (total + 99) / 100 + 1
      case .repeatsItem: 1 + (total - 100 + 98) / 99 + 2
      }
    }
  }

  private static let form = HTTPField("Content-Type", "application/x-www-form-urlencoded")

  private static let styles = [
    Style(name: "a Link header", path: "link/users?per_page={limit}"),
    Style(
      name: "a relative Link header", path: "link/users?per_page={limit}", switches: "relative"),
    Style(
      name: "page numbers", path: "pages/users?page={page}&per_page={limit}", end: .isEmptyPage),
    Style(
      name: "page numbers from 0", path: "pages/users?page={page}&per_page={limit}",
      switches: "base=0", firstPage: 0, end: .isEmptyPage),
    Style(
      name: "page numbers with a flag", path: "pages/users?page={page}&per_page={limit}",
      switches: "has-more"),
    Style(
      name: "page numbers, CSV", path: "csv/users?page={page}&per_page={limit}", end: .isEmptyPage),
    Style(
      name: "page numbers, lines of JSON", path: "ndjson/users?page={page}&per_page={limit}",
      end: .isEmptyPage),
    Style(
      name: "page numbers, lines", path: "text/users?page={page}&per_page={limit}",
      end: .isEmptyPage),
    Style(name: "offsets", path: "offsets/users?offset={offset}&limit={limit}", end: .repeatsItem),
    Style(name: "cursors in the query", path: "cursors/users?cursor={cursor}&limit={limit}"),
    Style(
      name: "cursors in a body of JSON", path: "body-token/users",
      body: #"{"pageToken": "{cursor}", "pageSize": {limit}}"#),
    Style(
      name: "cursors in a body of JSON, unquoted", path: "body-token/users",
      body: #"{"pageToken": {cursor}, "pageSize": {limit}}"#),
    Style(
      name: "cursors in a form", path: "form-token/users", headers: [form],
      body: "token={cursor}&limit={limit}"),
    Style(
      name: "cursors of GraphQL", path: "graphql/users",
      body: #"{"query": "{users{id}}", "variables": {"first": {limit}, "after": {cursor}}}"#),
    Style(name: "addresses in the body", path: "urls/users?limit={limit}"),
    Style(
      name: "relative addresses in the body", path: "urls/users?limit={limit}",
      switches: "relative"),
    Style(
      name: "the last id", path: "after/users?starting_after={last}&limit={limit}"),
    Style(
      name: "the greatest id", path: "keys/timeline?max_id={last}&limit={limit}",
      end: .isEmptyPage),
  ]

  @Test(arguments: styles, [1_000, 1_003])
  func `has each item once and in order, and takes no request too many`(
    _ style: Style, total: Int
  ) async throws {
    let list = try Switched("count=\(total);\(style.switches)")
    let source = try HTTPSource(
      list.address(style.path), headers: style.headers, body: style.body
    ) { $0.answers.firstPage = style.firstPage }
    let numbers = try await source.walked()
    let isNewestFirst = style.path.contains("timeline")
    #expect(numbers == (isNewestFirst ? Array((1...total).reversed()) : Array(1...total)))
    let least = style.requests(total)
    // Up to four pages are requested at once. If no answer has named the last page yet, pages
    // beyond it are requested as well.
    let most = style.isNumbered ? least + 3 : least
    #expect((least...most).contains(source.requestCount))
    #expect(try await list.requestCount == source.requestCount)
  }

  @Test(arguments: styles.filter { $0.end != .isSaid }, [1_000, 1_003])
  func `has each item once and in order also where several pages are asked for at once`(
    _ style: Style, total: Int
  ) async throws {
    let list = try Switched("count=\(total);\(style.switches)")
    let source = try HTTPSource(list.address(style.path), atOnce: 4) {
      $0.answers.firstPage = style.firstPage
    }
    #expect(try await source.walked().sorted() == Array(1...total))
    #expect(try await list.requestCount < style.requests(total) + 16)
  }

  @Test(arguments: [1_000, 1_003]) func `without any is one answer`(total: Int) async throws {
    let list = try Switched("count=\(total)")
    let source = try HTTPSource(list.address("single/users"))
    #expect(try await source.walked() == Array(1...total))
    #expect(try await list.requestCount == 1)
  }

  @Test func `can have its cursor in the header`() async throws {
    let list = try Switched()
    let source = try HTTPSource(
      list.address("echo"),
      headers: [HTTPField("X-Cursor", "at {cursor}"), HTTPField("X-Two", "{limit}")])
    let first = try await source.first()
    #expect(first.text("headers.x-cursor") == nil)
    #expect(first.text("headers.x-two") == "10")
    let next = try await source.load(.after(.cursor(AnswerCursor(text: "a b+/=")), 20))
    #expect(next.items.first?.text("headers.x-cursor") == "at a b+/=")
  }

  @Test func `is entered at any item where pages have numbers or offsets`() async throws {
    for path in [
      "pages/users?page={page}&per_page={limit}", "offsets/users?offset={offset}&limit={limit}",
    ] {
      let list = try Switched("count=1003")
      let source = try HTTPSource(list.address(path))
      #expect(source.traits.opensAtItems)
      #expect(!source.traits.opensAtEnd)
      let page = try await source.load(
        PageRequest(reason: .refresh, position: .number(700), count: 50))
      #expect(page.numbers == Array(701...750), "\(path)")
      #expect(page.extent == PageExtent(start: 700, total: 1_003))
      #expect(try await list.requestCount == 1)
    }
  }

  @Test func `is not entered at its end or at an item where pages name each other`() async throws {
    for path in ["link/users?per_page={limit}", "cursors/users?cursor={cursor}"] {
      let source = try HTTPSource(Switched().address(path))
      #expect(!source.traits.opensAtEnd && !source.traits.opensAtItems)
      let end = await source.failure(
        of: PageRequest(reason: .refresh, position: .end, count: 10))
      #expect(end == PagingError("this source cannot be opened at its end", isRetryable: false))
      let item = await source.failure(
        of: PageRequest(reason: .refresh, position: .number(5), count: 10))
      #expect(
        item == PagingError("this source can only be opened at its start", isRetryable: false))
    }
  }

  @Test func `is walked back by the links to the page before, to the first`() async throws {
    let list = try Switched("count=1003")
    let source = try HTTPSource(list.address("link/users?page=4&per_page={limit}"))
    var page = try await source.load(.start(100))
    #expect(page.numbers == Array(301...400))
    var numbers = page.numbers
    while let cursor = page.before.cursor {
      page = try await source.load(
        PageRequest(reason: .prepend, position: .before(cursor), count: 100))
      numbers = page.numbers + numbers
    }
    #expect(numbers == Array(1...400))
    #expect(page.before == .end)
    #expect(try await list.requestCount == 4)
  }

  @Test func `may have its links in several fields of a header`() async throws {
    let first = CannedService.answer(
      "Link: </0>; rel=prev\r\nLink: </x>; rel=other, <?p=2>; rel=\"next last\"",
      body: #"[{"id": 1}]"#)
    let canned = try CannedService([first, CannedService.answer("", body: #"[{"id": 2}]"#)])
    #expect(try await HTTPSource(canned.address + "/a").walked() == [1, 2])
    #expect(canned.requests.last?.hasPrefix("GET /a?p=2 ") == true)
  }

  @Test func `is walked back by numbers`() async throws {
    let source = try HTTPSource(Switched().address("pages/users?page={page}&per_page={limit}"))
    let page = try await source.load(
      PageRequest(reason: .refresh, position: .number(500), count: 100))
    let before = try await source.load(
      PageRequest(
        reason: .prepend, position: .before(try #require(page.before.cursor)), count: 100))
    #expect(before.numbers == Array(401...500))
  }

  @Test func `remembers what has come until it is refreshed`() async throws {
    let list = try Switched()
    let source = try HTTPSource(list.address("pages/users?page={page}&per_page={limit}"))
    let first = try await source.load(.start(100))
    let next = PageRequest<PageCursor>.after(try #require(first.after.cursor), 100)
    #expect(source.cachedPage(for: next) == nil)
    _ = try await source.load(next)
    #expect(source.cachedPage(for: next)?.numbers == Array(101...200))
    _ = try await source.load(next)
    #expect(try await list.requestCount == 2)
    _ = try await source.load(.start(100))
    #expect(source.cachedPage(for: next) == nil)
    #expect(try await list.requestCount == 3)
  }

  @Test func `has the length that its header or its body says`() async throws {
    for path in [
      "link/users?per_page={limit}", "pages/users?page={page}",
      "offsets/users?offset={offset}&limit={limit}",
    ] {
      let counted = try HTTPSource(Switched("count=1003").address(path))
      #expect(try await counted.load(.start(20)).extent?.total == 1_003, "\(path)")
      for switches in ["no-total", "total-null;key=x"] where !path.hasPrefix("link") {
        let source = try HTTPSource(Switched(switches).address(path))
        #expect(try await source.load(.start(20)).extent == nil, "\(path) \(switches)")
      }
    }
  }

  @Test func `says what was found in it`() async throws {
    let source = try HTTPSource(Switched().address("cursors/users?cursor={cursor}"))
    #expect(source.explanation == nil)
    _ = try await source.load(.start(10))
    #expect(
      source.explanation
        == "first page: an object with 20 items at /items, next cursor at /next_cursor, identified by id"
    )
  }
}
