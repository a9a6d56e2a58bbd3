import Answers
import HTTPSources
import Paging
import Testing

/// Lists whose address has no placeholder for pages: the first answer or the typed parameters show
/// how they are paged.
@Suite(.timeLimit(.minutes(2))) struct `An address without a placeholder` {
  struct Style: Sendable, CustomTestStringConvertible {
    let name: String
    let path: String
    var switches = ""
    var headers: [HTTPField] = []
    var body: String?
    /// How pages are expected to be found.
    let found: PagedAnswers.Style
    /// Words that the explanation must contain (the key `=` shows it).
    var words = ""
    /// Whether an empty page, or a page with only a known item, ends the list.
    var isEmptyAtEnd = false
    /// Whether the service chooses the size of its pages.
    var hasSmallPages = false
    var testDescription: String { name }
  }

  private static let form = HTTPField("Content-Type", "application/x-www-form-urlencoded")
  private static let query = "query($after: String, $first: Int) { users(after: $after) { id } }"

  private static let styles = [
    Style(name: "a Link header", path: "link/users?per_page=100", found: .link),
    Style(name: "addresses in the body", path: "urls/users?limit=100", found: .link),
    Style(
      name: "keys in a Link header", path: "keys/users?limit=100", found: .link, isEmptyAtEnd: true),
    Style(
      name: "page numbers of the answer", path: "pages/users?per_page=100", found: .page,
      words: "page=1 in the response is the page number", isEmptyAtEnd: true),
    Style(
      name: "page numbers of the answer, from 0", path: "pages/users?per_page=100",
      switches: "base=0", found: .page, words: "page=0 in the response is the page number",
      isEmptyAtEnd: true),
    Style(
      name: "a page number that was typed", path: "pages/users?page=1&per_page=100", found: .page,
      words: "page=1 in the address is the page number", isEmptyAtEnd: true),
    Style(
      name: "a page number and links", path: "link/users?page=1&per_page=100", found: .page,
      words: "page=1 in the address is the page number", isEmptyAtEnd: true),
    Style(
      name: "offsets of the answer", path: "offsets/users?limit=100", found: .offset,
      words: "offset=0 in the response is the item offset", isEmptyAtEnd: true),
    Style(
      name: "an offset that was typed", path: "offsets/users?offset=0&limit=100",
      switches: "no-total", found: .offset, words: "offset=0 in the address is the item offset",
      isEmptyAtEnd: true),
    Style(
      name: "ranges of items", path: "range/users", found: .offset,
      words: "Content-Range contains the range of items", isEmptyAtEnd: true),
    Style(
      name: "a cursor", path: "cursors/users?limit=100", found: .cursor,
      words: "/next_cursor is sent as the parameter cursor"),
    Style(
      name: "a token in the header", path: "header-token/users?limit=100", found: .cursor,
      words: "X-Next-Token is sent as the parameter token"),
    Style(
      name: "two markers at once", path: "markers/users?max-keys=100", found: .cursor,
      words: "is sent as the parameters named in the response"),
    Style(
      name: "an object to continue with", path: "continue/users?limit=100", found: .cursor,
      words: "/continue is sent as the parameters named in the response"),
    Style(
      name: "a token to the body", path: "body-token/users", body: #"{"pageSize": 100}"#,
      found: .cursor, words: "/nextPageToken is sent as pageToken in the body"),
    Style(
      name: "a token to a form", path: "form-token/users", headers: [form],
      body: "token=&limit=100", found: .cursor, words: "/next_token is sent as the field token"),
    Style(
      name: "a connection of GraphQL", path: "graphql/users",
      body: #"{"query": "QUERY", "variables": {"first": 100}}"#.replacing("QUERY", with: query),
      found: .cursor,
      words: "/data/users/pageInfo/endCursor is sent as variables.after in the body"),
    Style(
      name: "a connection of GraphQL without variables", path: "graphql/users",
      body: #"{"query": "QUERY"}"#.replacing("QUERY", with: query), found: .cursor,
      words: "/data/users/pageInfo/endCursor is sent as variables.after in the body",
      hasSmallPages: true),
    Style(
      name: "what a search is sorted by", path: "search-after/users",
      body: #"{"size": {limit}, "sort": [{"id": "asc"}]}"#, found: .cursor,
      words: "is sent as search_after in the body", isEmptyAtEnd: true),
  ]

  private func open(
    _ list: Switched, _ style: Style, atOnce: Int = 1
  ) async throws -> HTTPSource {
    var options = HTTPSourceOptions()
    options.answers.pagesAtOnce = atOnce
    let template = try RequestTemplate(
      list.address(style.path), headers: style.headers, body: style.body)
    return try await HTTPSource.open(template, pageSize: 100, options).source()
  }

  @Test(arguments: styles, [1_000, 1_003])
  func `has each item once and in order, and asks for no page twice`(
    _ style: Style, total: Int
  ) async throws {
    let list = try Switched("count=\(total);\(style.switches)")
    let source = try await open(list, style)
    let numbers = try await source.walked()
    #expect(numbers.sorted() == Array(1...total))
    #expect(numbers == numbers.sorted() || numbers == numbers.sorted().reversed())
    #expect(source.template.style == style.found)
    #expect(source.explanation?.contains(style.words) == true, "\(source.explanation ?? "")")
    #expect(source.advice == nil)
    let pages = (total + 99) / 100
    // With offsets, each page repeats an item.
    let most = style.isEmptyAtEnd ? pages + 5 : style.hasSmallPages ? total : pages
    #expect((pages...most).contains(try await list.requestCount))
  }

  @Test(arguments: styles.filter { [.page, .offset].contains($0.found) })
  func `has each item once where several pages are asked for at once`(_ style: Style) async throws {
    let list = try Switched("count=1003;\(style.switches)")
    let source = try await open(list, style, atOnce: 4)
    #expect(try await source.walked().sorted() == Array(1...1_003))
    #expect(source.traits.opensAtItems)
  }

  @Test(arguments: ["cursors/users?limit=10", "urls/users?limit=10", "link/users?per_page=10"])
  func `goes back where the answers lead there`(path: String) async throws {
    let list = try Switched("count=95")
    let source = try await open(list, Style(name: "", path: path, found: .link))
    var page = try await source.load(.start(10))
    while let next = page.after.cursor { page = try await source.load(.after(next, 10)) }
    var numbers = page.numbers
    while case .more(let previous) = page.before {
      page = try await source.load(
        PageRequest(reason: .prepend, position: .before(previous), count: 10))
      numbers = page.numbers + numbers
    }
    #expect(numbers == Array(1...95))
  }

  @Test func `is one page where nothing leads on, and says what to type`() async throws {
    for path in ["single/users", "keys/users?limit=5&max_id=1"] {
      let list = try Switched("count=20")
      let source = try await open(list, Style(name: "", path: path, found: .link))
      let page = try await source.load(.start(10))
      #expect(page.after == .end)
      let isAdvised = source.advice == nil || source.advice?.contains("{page}") == true
      #expect(isAdvised)
      #expect(try await list.requestCount == 1)
    }
  }

  @Test func `fails behind its page where more follows, and the answer does not say where`()
    async throws
  {
    let list = try Switched("count=20")
    let source = try await open(
      list, Style(name: "", path: "after/users?limit=10", found: .link))
    let page = try await source.load(.start(10))
    #expect(page.numbers == Array(1...10))
    let next = try #require(page.after.cursor)
    let error = await source.failure(of: .after(next, 10))
    #expect(error?.isRetryable == false)
    #expect(error?.description.hasPrefix("the page has no cursor for the next one") == true)
    #expect(try await list.requestCount == 1)
  }

  @Test func `fails where the service takes no notice of what was found`() async throws {
    let body = #"{"items": [{"id": 1}, {"id": 2}], "next_cursor": "c"}"#
    let canned = try CannedService("", body: body)
    let source = try await HTTPSource.open(RequestTemplate(canned.address + "/"), pageSize: 2)
      .source()
    let page = try await source.load(.start(2))
    let next = try #require(page.after.cursor)
    let error = await source.failure(of: .after(next, 2))
    #expect(
      error?.description
        == "the service ignores the requested page and sends the first one again (/next_cursor is sent as the parameter cursor): name another parameter with --token-param"
    )
    #expect(canned.requests.last?.hasPrefix("GET /?cursor=c ") == true)
  }

  @Test func `sends the token where the reader says`() async throws {
    let bodies = [
      #"{"items": [{"id": 1}], "next_cursor": "c+d"}"#, #"{"items": [{"id": 2}]}"#,
    ]
    let canned = try CannedService(bodies.map { CannedService.answer("", body: $0) })
    var options = HTTPSourceOptions()
    options.tokenParameter = "from"
    let template = try RequestTemplate(canned.address + "/x?a=1#f")
    let source = try await HTTPSource.open(template, pageSize: 2, options).source()
    #expect(try await source.walked() == [1, 2])
    #expect(canned.requests.last?.hasPrefix("GET /x?a=1&from=c%2Bd ") == true)
  }

  @Test func `sends a token that the reader points at, and follows an address`() async throws {
    for (next, target) in [
      ("c+d", "/x/y?cursor=c%2Bd"), ("/z?p=2", "/z?p=2"), ("z?p=2", "/x/z?p=2"),
      ("page2.json", "/x/page2.json"),
    ] {
      let bodies = [
        #"{"items": [{"id": 1}], "meta": {"next_cursor": "\#(next)"}}"#, #"{"items": [{"id": 2}]}"#,
      ]
      for pointer in ["/meta/next_cursor", nil] {
        let canned = try CannedService(bodies.map { CannedService.answer("", body: $0) })
        var options = HTTPSourceOptions()
        options.answers.reader.next = try pointer.map { try JSONPointer($0) }
        let template = try RequestTemplate(canned.address + "/x/y")
        let source = try await HTTPSource.open(template, pageSize: 2, options).source()
        #expect(try await source.walked() == [1, 2])
        #expect(canned.requests.last?.hasPrefix("GET \(target) ") == true, "\(canned.requests)")
      }
    }
  }

  @Test func `is read from a key on, whose item comes again, in either order`() async throws {
    for path in ["inclusive/timeline?end_at={last}&limit={limit}"] {
      let list = try Switched("count=95")
      let source = try HTTPSource(list.address(path))
      #expect(try await source.walked(pageSize: 10) == Array((1...95).reversed()))
    }
    let answers = [#"{"k3": {"id": 3}, "k4": {"id": 4}}"#, #"{"k2": {"id": 2}, "k3": {"id": 3}}"#]
    let last = [#"{"k1": {"id": 1}, "k2": {"id": 2}}"#, #"{"k1": {"id": 1}}"#]
    let canned = try CannedService((answers + last).map { CannedService.answer("", body: $0) })
    let source = try HTTPSource(
      canned.address + #"/x.json?orderBy="$key"&endAt="{last}"&limitToLast=2"#)
    #expect(try await source.walked(pageSize: 2) == [4, 3, 2, 1])
    #expect(canned.requests[1].contains(#"endAt="k3"&"#))
  }
}
