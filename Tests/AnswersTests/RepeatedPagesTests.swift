import Answers
import Paging
import Testing

/// Services that send the same page several times.
@Suite struct `Pages that come again` {
  /// A source whose pages come from a closure, and are requested one at a time.
  private static func pages(
    _ style: PagedAnswers.Style, _ answer: @escaping @Sendable (_ address: PageAddress) -> String
  ) -> PagedAnswers {
    var options = PagedAnswers.Options()
    options.pagesAtOnce = 1
    return PagedAnswers(style, options) { address, _ throws(PagingError) in
      Array(answer(address).utf8)
    }
  }

  /// The number of pages up to the end, and the error at the end; at most 50 pages are loaded.
  private static func walk(_ pages: PagedAnswers) async -> (count: Int, failure: PagingError?) {
    var position = PageRequest<PageCursor>.Position.start
    for count in 0..<50 {
      do throws(PagingError) {
        let page = try await pages.load(
          PageRequest(reason: .append, position: position, count: 10))
        guard let cursor = page.after.cursor else { return (count + 1, nil) }
        position = .after(cursor)
      } catch {
        return (count, error)
      }
    }
    return (50, nil)
  }

  private static let again = PagingError(
    "the same page was received three times: the list seems to end here", isRetryable: false)
  private static let back = PagingError(
    "the next page is one that was already loaded: the list seems to end here", isRetryable: false)

  /// The items with the given numbers under a name; the numbers are keys if the name is that of a
  /// key.
  private static func items(_ name: String, _ numbers: [Int]) -> String {
    "[" + numbers.map { "{\"\(name)\": \($0)}" }.joined(separator: ",") + "]"
  }

  @Test(arguments: [PagedAnswers.Style.page, .offset])
  func `end where items have keys, and are told where they have none`(style: PagedAnswers.Style)
    async
  {
    for name in ["id", "v"] {
      let pages = Self.pages(style) { address in
        let number = Int(address.value ?? "") ?? 0
        let start = style == .page ? min(number, 3) * 10 : min(number, 17)
        return Self.items(name, Array(start..<start + 3))
      }
      let (count, failure) = await Self.walk(pages)
      #expect(count < 20)
      #expect(failure == (name == "id" ? nil : Self.again))
    }
  }

  @Test func `are told where a total says that others follow`() async {
    let pages = Self.pages(.page) { address in
      let number = min(Int(address.value ?? "") ?? 0, 3)
      return "{\"total\": 500, \"items\": \(Self.items("id", [number * 2, number * 2 + 1]))}"
    }
    let (count, failure) = await Self.walk(pages)
    #expect(count == 4)
    #expect(failure == Self.again)
  }

  @Test(arguments: [PagedAnswers.Style.page, .offset])
  func `are told where the service sends only its first page`(style: PagedAnswers.Style) async {
    let pages = Self.pages(style) { _ in Self.items("id", [1, 2, 3]) }
    let (count, failure) = await Self.walk(pages)
    #expect(count == 2)
    #expect(
      failure?.description == "this page repeats the first: does the service ignore {\(style)}?")
  }

  /// Lines of a log may be equal, also on several pages.
  @Test func `are not noticed where all their items are equal, except for a short page`() async {
    for (short, isTold) in [(3, false), (2, true)] {
      let pages = Self.pages(.page) { address in
        let number = Int(address.value ?? "") ?? 0
        if number == 1 { return "a\nb\nc\n" }
        return String(repeating: "x\n", count: number < 9 ? (number < 3 ? 3 : short) : 0)
      }
      let (_, failure) = await Self.walk(pages)
      #expect(failure == (isTold ? Self.again : nil))
    }
  }

  /// Every page after the first one is null.
  @Test(arguments: [#"[{"id": 1}]"#, #"{"items": [{"id": 1}]}"#, "[7]", "null"])
  func `are the end where they are null`(first: String) async {
    let pages = Self.pages(.page) { $0.isFirst(from: 1) ? first : "null\n" }
    let (count, failure) = await Self.walk(pages)
    #expect(count == (first == "null" ? 1 : 2))
    #expect(failure == nil)
  }

  @Test func `are told where each has another cursor`() async {
    let pages = Self.pages(.cursor) { address in
      let number = Int(address.value ?? "") ?? 0
      let start = min(number, 2) * 10
      return "{\"items\": \(Self.items("id", [start, start + 1])), \"next\": \"\(number + 1)\"}"
    }
    let (count, failure) = await Self.walk(pages)
    #expect(count == 4)
    #expect(failure == Self.again)
  }

  /// In Redis, the cursor 0 marks the end; as a cursor it leads to the first page.
  @Test func `are told where a cursor leads back`() async {
    for first in [0, 1] {
      let pages = Self.pages(.cursor) { address in
        let number = Int(address.value ?? "") ?? 0
        let next = number < 3 ? number + 1 : first
        return "{\"items\": \(Self.items("id", [number])), \"cursor\": \(next)}"
      }
      let (count, failure) = await Self.walk(pages)
      #expect(count == (first == 0 ? 5 : 4))
      #expect(failure == Self.back)
    }
  }

  @Test func `are told where a link leads back`() async {
    let pages = Self.pages(.link) { address in
      let next = ["": "/a", "/a": "/b", "/b": "/c", "/c": "/a"][address.value ?? ""] ?? ""
      return "{\"items\": [{\"id\": \"\(address.value ?? "x")\"}], \"next\": \"\(next)\"}"
    }
    let (count, failure) = await Self.walk(pages)
    #expect(count == 4)
    #expect(failure == Self.back)
  }

  @Test func `are no circle where the reader loads them again`() async throws {
    var options = PagedAnswers.Options()
    options.remembered = 0
    let pages = PagedAnswers(.cursor, options) { address, _ throws(PagingError) in
      let number = Int(address.value ?? "") ?? 0
      let next = number < 9 ? "\(number + 1)" : "null"
      return Array("{\"items\": [{\"id\": \(number)}], \"next\": \(next)}".utf8)
    }
    for _ in 1...3 {
      let (count, failure) = await Self.walk(pages)
      #expect(count == 10)
      #expect(failure == nil)
      for number in [3, 2, 1] {
        let cursor = PageCursor.cursor(AnswerCursor(text: "\(number)"))
        _ = try await pages.load(
          PageRequest(reason: .append, position: .after(cursor), count: 10))
      }
    }
  }
}
