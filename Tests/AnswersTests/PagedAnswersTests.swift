import Answers
import Paging
import Synchronization
import Testing

/// A service of numbered items that refuses a request for more items than it allows at a time.
private final class NumberService: Sendable {
  let total: Int
  private let most: Int
  /// A closure that takes the size of a page and the total number of items, and returns the text of
  /// the answer besides its items; it is called for each answer.
  private let words: @Sendable (_ size: Int, _ total: Int) -> String
  private let noted = Mutex<[String]>([])

  init(
    _ total: Int, most: Int = .max,
    words: @escaping @Sendable (_ size: Int, _ total: Int) -> String = { _, _ in "" }
  ) {
    (self.total, self.most, self.words) = (total, most, words)
  }

  /// The requests so far; the text of each has its limit and its address.
  var asked: [String] { noted.withLock { $0 } }

  func answer(_ address: PageAddress, _ limit: Int) throws(PagingError) -> [UInt8] {
    noted.withLock { $0.append("\(limit) at \(address.value ?? "start")") }
    guard limit <= most else { throw PagingError("too many", isRetryable: false) }
    let start =
      switch address {
      case .page(let number): (number - 1) * limit
      case .offset(let offset): offset
      case .cursor(let cursor): cursor.flatMap { Int($0.text) } ?? 0
      case .last(let key): key.flatMap { Int($0.text) } ?? 0
      }
    let end = min(start + limit, total)
    let items = start < end ? (start + 1...end).map { "{\"id\": \($0)}" } : []
    var next = ""
    if case .cursor = address, end < total { next = ", \"next\": \(end)" }
    let text = "{\"items\": [\(items.joined(separator: ","))]\(next)\(words(limit, total))}"
    return Array(text.utf8)
  }

  func pages(
    _ style: PagedAnswers.Style, _ options: PagedAnswers.Options = PagedAnswers.Options()
  ) -> PagedAnswers {
    PagedAnswers(style, options) { address, limit throws(PagingError) in
      try self.answer(address, limit)
    }
  }
}

/// The page from which an item was loaded.
@Suite struct `The page of an item` {
  private static func id(_ number: Int) -> AnswerItemID { .key(AnswerKey("\(number)")) }

  @Test(arguments: [
    (PagedAnswers.Style.page, PageAddress.page(2)), (.offset, .offset(19)),
    (.last, .last(AnswerKey("20"))),
  ]) func `is known by what it was asked for`(style: PagedAnswers.Style, second: PageAddress)
    async throws
  {
    let pages = NumberService(100).pages(style)
    #expect(pages.page(of: Self.id(1)) == nil)
    _ = try await pages.walk(20)
    #expect(pages.page(of: Self.id(25)) == AskedPage(second, limit: 20))
    #expect(pages.page(of: Self.id(5))?.address.isFirst(from: 1) == true)
    #expect(pages.page(of: Self.id(101)) == nil)
  }

  @Test func `is that which came last, and of many pages is forgotten`() async throws {
    let pages = NumberService(20_000).pages(.page)
    _ = try await pages.page(.start, 1_000)
    _ = try await pages.load(PageRequest(reason: .refresh, position: .start, count: 500))
    #expect(pages.page(of: Self.id(1)) == AskedPage(.page(1), limit: 500))
    #expect(pages.page(of: Self.id(501)) == nil)
    _ = try await pages.walk(1_000)
    #expect(pages.page(of: Self.id(1)) == nil)
    #expect(pages.page(of: Self.id(10_001))?.address == .page(21))
  }

  @Test func `is not known where nothing is remembered`() async throws {
    var options = PagedAnswers.Options()
    options.remembered = 0
    let pages = NumberService(100).pages(.page, options)
    _ = try await pages.page(.start, 20)
    #expect(pages.page(of: Self.id(1)) == nil)
  }
}

extension PagedAnswers {
  fileprivate func page(
    _ position: PageRequest<PageCursor>.Position, _ count: Int, pages: Int = 1
  ) async throws(PagingError) -> Page<AnswerItem, PageCursor> {
    try await load(PageRequest(reason: .append, position: position, count: count, pages: pages))
  }

  /// The keys of all items from the start to the end, in order and without repetitions.
  fileprivate func walk(_ count: Int, pages: Int = 1) async throws(PagingError) -> [String] {
    var (keys, seen): ([String], Set<AnswerKey>) = ([], [])
    var position = PageRequest<PageCursor>.Position.start
    for _ in 0..<2_000 {
      let page = try await page(position, count, pages: position == .start ? 1 : pages)
      for key in page.items.compactMap(\.id.key) where seen.insert(key).inserted {
        keys.append(key.text)
      }
      guard let cursor = page.after.cursor else { break }
      position = .after(cursor)
    }
    return keys
  }
}

@Suite struct `Answers a page at a time` {
  private static let styles: [PagedAnswers.Style] = [.page, .offset, .cursor, .last]

  @Test(arguments: styles, [0, 1, 99, 100, 101, 1_000])
  func `have each item once, and none is asked for beyond the limit`(
    style: PagedAnswers.Style, total: Int
  ) async throws {
    for (size, pages) in [(100, 1), (100, 4), (7, 3), (2, 2), (1, 4)] where total < 200 || size > 9
    {
      let service = NumberService(total, most: max(size, 2))
      let keys = try await service.pages(style).walk(size, pages: pages)
      #expect(keys == (0..<total).map { "\($0 + 1)" }, "\(size) \(pages)")
    }
  }

  @Test(arguments: [3, 30]) func `go back as far as they went on`(size: Int) async throws {
    for style in [PagedAnswers.Style.page, .offset] {
      let service = NumberService(100, most: size)
      let pages = service.pages(style)
      var page = try await pages.page(.start, size)
      while let cursor = page.after.cursor { page = try await pages.page(.after(cursor), size) }
      var keys: [String] = []
      while let cursor = page.before.cursor {
        page = try await pages.page(.before(cursor), size)
        keys = page.items.compactMap { $0.id.key?.text } + keys
      }
      #expect(Set(keys).isSuperset(of: (1...(100 / size * size - size)).map { "\($0)" }))
      #expect(Set(keys).count == keys.count)
    }
  }

  @Test(arguments: [PagedAnswers.Style.page, .offset])
  func `can be entered at any item where the answers say how many there are`(
    style: PagedAnswers.Style
  ) async throws {
    let words: [@Sendable (Int, Int) -> String] = [
      { ", \"total\": \($1)" }, { ", \"meta\": {\"totalCount\": \($1), \"perPage\": \($0)}" },
      { ", \"total_pages\": \(($1 + $0 - 1) / $0), \"per_page\": \($0)" },
    ]
    for say in words {
      let pages = NumberService(95, words: say).pages(style)
      let start = try await pages.page(.start, 20)
      #expect(start.extent?.start == 0)
      #expect((95...100).contains(start.extent?.total ?? 0))
      let page = try await pages.page(.number(50), 20)
      let first = try #require(page.extent?.start)
      #expect(page.items.first?.id.key?.text == "\(first + 1)")
      #expect((first..<first + page.items.count).contains(50))
      #expect(pages.traits.opensAtItems)
    }
  }

  /// The pages of the service have 20 items, however many are requested.
  @Test func `are entered by the size that the pages have`() async throws {
    let inner = NumberService(95) { _, total in ", \"total_count\": \(total)" }
    let pages = PagedAnswers(.page) { address, _ throws(PagingError) in
      try inner.answer(address, 20)
    }
    _ = try await pages.page(.start, 50)
    let page = try await pages.page(.number(70), 50)
    #expect(page.extent == PageExtent(start: 60, total: 95))
    #expect(page.items.first?.id.key?.text == "61")
    #expect(try await pages.walk(50).count == 95)
  }

  @Test(arguments: styles) func `end with their items, whatever their numbers and flags say`(
    style: PagedAnswers.Style
  ) async throws {
    for words in [
      ", \"total\": 12", ", \"count\": 10", ", \"pages\": 2", ", \"total\": 500",
      ", \"totalResults\": 10", ", \"totalCount\": 7", ", \"totalPages\": 2",
      ", \"total_count\": 1000000000", ", \"totalPages\": 1000000000",
    ] {
      let service = NumberService(50) { _, _ in words }
      #expect(try await service.pages(style).walk(10).count == 50, "\(words)")
      #expect(service.asked.count < 10, "\(words)")
    }
    guard style != .cursor else { return }
    let flagged = NumberService(50) { _, _ in ", \"hasMore\": true" }
    #expect(try await flagged.pages(style).walk(10).count == 50)
  }

  @Test(arguments: ["", "/items"], ["", "/next"])
  func `end with an empty object, or with null in place of the items`(
    items: String, next: String
  ) async throws {
    let options = try Self.options(items: items, next: next)
    for style in [PagedAnswers.Style.cursor, .page] {
      for last in ["{}", #"{"items": null}"#] {
        let pages = PagedAnswers(style, options) { address, _ throws(PagingError) in
          let isFirst = address.isFirst(from: 1)
          return Array((isFirst ? #"{"items": [{"id": 1}], "next": "a"}"# : last).utf8)
        }
        #expect(try await pages.walk(1) == ["1"])
      }
    }
  }

  @Test(arguments: ["", "/items"], ["", "/next"])
  func `go on at the cursor of a page that omits its items`(
    items: String, next: String
  ) async throws {
    let texts = [
      "": #"{"items": [{"id": 1}], "next": "a"}"#, "a": #"{"next": "b"}"#,
      "b": #"{"items": null, "next": "c"}"#, "c": #"{"items": [{"id": 2}]}"#,
    ]
    let options = try Self.options(items: items, next: next)
    let pages = PagedAnswers(.cursor, options) { address, _ throws(PagingError) in
      Array((texts[address.value ?? ""] ?? "").utf8)
    }
    #expect(try await pages.walk(1) == ["1", "2"])
  }

  /// Options with the given pointers; an empty one is not set.
  private static func options(items: String, next: String) throws -> PagedAnswers.Options {
    var options = PagedAnswers.Options()
    if !items.isEmpty { options.reader.items = try JSONPointer(items) }
    if !next.isEmpty { options.reader.next = try JSONPointer(next) }
    return options
  }

  /// Without a cursor the service would answer with its first page again.
  @Test func `do not go on without a cursor where a flag says that more follows`() async throws {
    let flagged = NumberService(50) { _, _ in ", \"hasMore\": true" }
    await #expect(throws: PagingError.self) { try await flagged.pages(.cursor).walk(10) }
    #expect(flagged.asked.count == 5)
  }

  @Test func `end without an empty page where a flag says that nothing follows`() async throws {
    let service = NumberService(40) { ", \"has_more\": \($0 < 0 || $1 < 0)" }
    #expect(try await service.pages(.page).walk(10).count == 10)
  }

  /// Two items of the first page are hidden, so this page is short; all other pages are complete.
  @Test(arguments: [", \"per_page\": 50, \"totalPages\": 100", ", \"per_page\": 50", ""])
  func `are entered by the size of a whole page, where the first one is short`(said: String)
    async throws
  {
    let pages = PagedAnswers(.page) { address, _ throws(PagingError) in
      let page = Int(address.value ?? "") ?? 1
      let ids = ((page - 1) * 50 + 1...page * 50).filter { $0 != 3 && $0 != 4 }
      let items = ids.map { "{\"id\": \($0)}" }.joined(separator: ",")
      return Array("{\"items\": [\(items)], \"totalCount\": 5000\(said)}".utf8)
    }
    let first = try await pages.page(.start, 20)
    _ = try await pages.page(.after(try #require(first.after.cursor)), 20)
    let page = try await pages.page(.number(2_499), 20)
    #expect(page.items.first?.id.key?.text == "2451")
    #expect(page.extent == PageExtent(start: 2_450, total: 5_000))
  }

  @Test func `of blank lines are lines, where lines were before`() async throws {
    let lines = ["a", "b", "", "", "c", "d"]
    let pages = PagedAnswers(.page) { address, limit throws(PagingError) in
      let start = ((Int(address.value ?? "") ?? 1) - 1) * limit
      return Array(lines.dropFirst(start).prefix(limit).map { $0 + "\n" }.joined().utf8)
    }
    var (count, position) = (0, PageRequest<PageCursor>.Position.start)
    while true {
      let page = try await pages.page(position, 2)
      count += page.items.count
      guard let cursor = page.after.cursor else { break }
      position = .after(cursor)
    }
    #expect(count == 6)
  }

  @Test func `are remembered, so that a filter asks for none again, until a refresh`() async throws
  {
    let service = NumberService(95)
    let pages = service.pages(.page)
    let first = try await pages.page(.start, 20)
    let next = PageRequest<PageCursor>.Position.after(try #require(first.after.cursor))
    for _ in 1...3 {
      #expect(try await pages.page(next, 20).items.count == 20)
      #expect(try await pages.page(.start, 20).items.map(\.id) == first.items.map(\.id))
    }
    #expect(pages.cachedPage(for: PageRequest(reason: .refresh, position: next, count: 20)) != nil)
    #expect(service.asked.count == 2)
    _ = try await pages.load(PageRequest(reason: .refresh, position: .start, count: 20))
    _ = try await pages.page(next, 20)
    #expect(service.asked.count == 4)
  }

  @Test
  func `are remembered where the reader jumps to an item, but not where a cursor has expired`()
    async throws
  {
    let service = NumberService(95)
    let hasExpired = Mutex(false)
    let pages = PagedAnswers(.offset) { address, limit throws(PagingError) in
      if hasExpired.withLock({ $0 }) {
        throw PagingError("gone", isRetryable: false, hasExpired: true)
      }
      return try service.answer(address, limit)
    }
    let first = try await pages.page(.start, 20)
    _ = try await pages.load(PageRequest(reason: .refresh, position: .number(60), count: 20))
    _ = try await pages.page(.start, 20)
    #expect(service.asked.count == 2)
    hasExpired.withLock { $0 = true }
    let next = PageRequest<PageCursor>.Position.after(try #require(first.after.cursor))
    await #expect(throws: PagingError.self) { try await pages.page(next, 20) }
    hasExpired.withLock { $0 = false }
    _ = try await pages.page(.start, 20)
    #expect(service.asked.count == 3)
  }

  @Test func `are remembered without what failed behind them`() async throws {
    let service = NumberService(95)
    let failing = Mutex(true)
    let pages = PagedAnswers(.offset) { address, limit throws(PagingError) in
      if case .offset(let offset) = address, offset > 50, failing.withLock({ $0 }) {
        throw PagingError("away", isRetryable: false)
      }
      return try service.answer(address, limit)
    }
    let first = try await pages.page(.start, 20)
    let next = PageRequest<PageCursor>.Position.after(try #require(first.after.cursor))
    let short = try await pages.page(next, 20, pages: 4)
    #expect(short.failure == PagingError("away", isRetryable: false))
    failing.withLock { $0 = false }
    let again = try await pages.page(next, 20, pages: 4)
    #expect(again.items.map(\.id) == short.items.map(\.id))
    #expect(again.failure == nil)
  }

  @Test func `that lead to themselves are not remembered`() async throws {
    let count = Mutex(0)
    let pages = PagedAnswers(.cursor) { _, _ throws(PagingError) in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return Array("{\"items\": [{\"id\": \(number)}], \"nextToken\": \"a\"}".utf8)
    }
    let first = try await pages.page(.start, 20)
    let next = PageRequest<PageCursor>.Position.after(try #require(first.after.cursor))
    for _ in 1...2 { _ = try await pages.page(next, 20) }
    #expect(count.withLock { $0 } == 3)
  }

  @Test func `are remembered up to a number of items`() async throws {
    var options = PagedAnswers.Options()
    options.remembered = 40
    let service = NumberService(95)
    let pages = service.pages(.page, options)
    _ = try await pages.walk(20)
    let count = service.asked.count
    _ = try await pages.page(.start, 20)
    #expect(service.asked.count == count + 1)
  }

  @Test func `tell how far a chain has come where they count their items`() async throws {
    for style in [PagedAnswers.Style.cursor, .last] {
      let pages = NumberService(95) { _, total in ", \"total\": \(total)" }.pages(style)
      #expect(try await pages.page(.start, 20).extent == PageExtent(total: 95))
    }
  }

  @Test func `pass a cursor on as it came`() async throws {
    let cursors = ["[1.50, \"a\\u00e9\"]", "{ \"k\": 1 }", "\"e\u{301}\"", "\"\u{E9}\""]
    let asked = Mutex<[AnswerCursor?]>([])
    let pages = PagedAnswers(.cursor) { address, _ throws(PagingError) in
      guard case .cursor(let cursor) = address else { return [] }
      let count = asked.withLock { asked in
        asked.append(cursor)
        return asked.count
      }
      let next = count <= cursors.count ? cursors[count - 1] : "null"
      return Array("{\"items\": [{\"id\": \(count)}], \"nextToken\": \(next)}".utf8)
    }
    #expect(try await pages.walk(1).count == 5)
    let seen = asked.withLock {
      $0.compactMap { $0.map { String(decoding: $0.json, as: UTF8.self) } }
    }
    #expect(seen.map { Array($0.utf8) } == cursors.map { Array($0.utf8) })
  }
}
