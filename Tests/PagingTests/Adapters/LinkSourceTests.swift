import Paging
import PagingSimulation
import Testing

@Suite struct `A link source` {
  static let start = "https://a.example/v1/posts?size=3"

  private func source(start: String = start, _ links: String...) -> LinkSource<Post> {
    LinkSource(start: { _ in start }, ask: { _ in LinkedPage(items: [Post(id: 1)], links: links) })
  }

  /// The address that a link on the first page leads to.
  private func next(_ target: String, from start: String = start) async throws -> String? {
    try await source(start: start, "<\(target)>; rel=next").page(.start, 3).after.cursor
  }

  @Test func `asks for as many as are wanted, and for addresses as they stand`() async throws {
    let service = AdapterService(1...9)
    let start = try await service.links().page(.start, 2)
    #expect(start.ids == [1, 2])
    let next = try await service.links().page(after: start, 5)
    #expect(next.ids == [3, 4])
    #expect(next.before == .more("https://a.example/posts?size=2&before=3"))
    #expect(next.after == .more("https://a.example/posts?size=2&after=4"))
  }

  @Test func `P15: no link is the end, and a short page with one is not`() async throws {
    #expect(try await source().page(.start, 1).after == .end)
    #expect(try await source("<?b>; rel=next").page(.start, 9).after != .end)
  }

  @Test func `P56: leads by the link alone`() async throws {
    #expect(try await next("?max_id=77") == "https://a.example/v1/posts?max_id=77")
  }

  /// The expected addresses follow RFC 3986, section 5.4.
  @Test(arguments: [
    ("?page=2", "https://a.example/v1/posts?page=2"), ("more", "https://a.example/v1/more"),
    ("./more", "https://a.example/v1/more"), ("more/", "https://a.example/v1/more/"),
    ("/more?a/../b", "https://a.example/more?a/../b"), ("../more", "https://a.example/more"),
    ("../../../more", "https://a.example/more"), (".", "https://a.example/v1/"),
    ("..", "https://a.example/"), ("a/./b/../c", "https://a.example/v1/a/c"),
    ("", "https://a.example/v1/posts?size=3"), ("//a.example/x", "https://a.example/x"),
    ("https://a.example?x", "https://a.example?x"), ("#x", "https://a.example/v1/posts?size=3#x"),
    ("?q=ä", "https://a.example/v1/posts?q=%C3%A4"), ("a:b/c", "a:b/c"),
    ("1:b", "https://a.example/v1/1:b"),
  ])
  func `P69: resolves a relative target`(target: String, address: String) async throws {
    #expect(try await next(target) == address)
  }

  @Test func `P69: resolves a target beside a host without a path`() async throws {
    #expect(try await next("more", from: "http://a.example") == "http://a.example/more")
  }

  @Test(arguments: [
    "https://b.example/v1", "http://a.example/v1", "https://a.example:444/v1", "//b.example/v1",
    "https://a.example.b.example/", "https://a.example@b.example/", "https://me:x@a.example/",
    "https://b.example/@a.example/", "https://b.example#@a.example/",
    "https://b.example?@a.example/",
    "https://b.example/\u{338}@a.example/", "file:///etc/passwd", "a.example:443",
  ])
  func `P69: refuses another origin and keeps the page that led there`(target: String) async throws
  {
    let source = source("<\(target)>; rel=next")
    let page = try await source.page(.start, 3)
    #expect(page.ids == [1])
    let cursor = try #require(page.after.cursor)
    let error = await thrown(by: source, at: .after(cursor))
    #expect(error?.isRetryable == false)
    if target == "https://b.example/v1" {
      #expect(error?.description.contains("a different origin, https://b.example,") == true)
    }
  }

  @Test(arguments: ["https:\\\\b.example/", "https://b.example\\@a.example/", "a b", "\u{1B}[2J"])
  func `refuses what programs read differently`(target: String) async throws {
    let cursor = try #require(try await next(target))
    #expect(await thrown(by: source(), at: .after(cursor))?.isRetryable == false)
  }

  @Test(arguments: ["https://A.example/", "HTTPS://a.example:443/", "https://a.example"])
  func `knows its own origin in capitals and with the usual port`(target: String) async throws {
    let cursor = try #require(try await next(target))
    #expect(await thrown(by: source(), at: .after(cursor)) == nil)
  }

  @Test(arguments: [
    ("http://[::1]:8080/a", "http://[::1]:8080/b"), ("http://[::1]/a", "http://[::1]:80/b"),
  ])
  func `knows the port of an address in brackets`(start: String, target: String) async {
    #expect(await thrown(by: source(start: start), at: .after(target)) == nil)
    #expect(await thrown(by: source(start: start), at: .after("http://[::1]:9/b")) != nil)
  }

  @Test(arguments: ["", "posts", "/posts", "https://", "//a.example/"])
  func `has an absolute address to start from`(start: String) async {
    #expect(await thrown(by: source(start: start), at: .start)?.isRetryable == false)
  }

  @Test func `goes back by prev, also under its old name`() async throws {
    for name in ["prev", "previous"] {
      let page = try await source("<?a>; rel=\(name), <?b>; rel=next").page(.after(Self.start), 3)
      #expect(page.before == .more("https://a.example/v1/posts?a"))
    }
  }

  @Test func `P44: passes on when it may be asked again`() async {
    let limit = PagingError("too many requests", isRetryable: true, retryAfter: .seconds(60))
    let source = LinkSource<Post>(start: { _ in Self.start }) { _ throws(PagingError) in
      throw limit
    }
    #expect(await thrown(by: source, at: .start) == limit)
  }
}
