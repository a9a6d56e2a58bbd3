import Paging
import Testing

/// The sources that the article "Write a source" implements by hand, and the tests that it shows.
@Suite(.timeLimit(.minutes(5))) @MainActor struct `A source by hand` {
  @Test func `gives every letter once, newest first`() async throws {
    let pager = Pager(source: LetterSource(mailbox: Mailbox(count: 120)))
    var numbers: [Int] = []
    for try await letter in pager.items { numbers.append(letter.number) }
    #expect(numbers == Array((1...120).reversed()))
  }

  @Test func `leads back to where it was asked from`() async throws {
    let source = LetterSource(mailbox: Mailbox(count: 30))
    let below = try await source.load(
      PageRequest(reason: .append, position: .after(21), count: 10))
    #expect(below.before == .more(20))
    let above = try await source.load(
      PageRequest(reason: .prepend, position: .before(20), count: 10))
    #expect(above.items.map(\.number) == Array((21...30).reversed()))
    #expect(above.after == .more(21))
  }

  @Test(arguments: [0, 1, 9, 10, 11]) func `says where it ends`(count: Int) async throws {
    let source = LetterSource(mailbox: Mailbox(count: count))
    let page = try await source.load(PageRequest(reason: .refresh, position: .start, count: 10))
    #expect(page.items.count == min(count, 10))
    #expect(page.after == (count > 10 ? .more(2) : .end))
  }

  @Test func `asks to wait when the mailbox does`() async throws {
    let source = LetterSource(mailbox: Mailbox(count: 30, failures: [.busy(seconds: 3)]))
    await #expect(
      throws: PagingError("the mailbox is busy", isRetryable: true, retryAfter: .seconds(3))
    ) {
      try await source.load(PageRequest(reason: .refresh, position: .start, count: 10))
    }
  }

  @Test func `finds what came since above what is held`() async throws {
    let mailbox = Mailbox(count: 30)
    let source = LetterSource(mailbox: mailbox)
    let head = try await source.load(PageRequest(reason: .refresh, position: .start, count: 10))
    #expect(head.before == .unknown(30))
    await mailbox.receive(2)
    let above = try await source.load(
      PageRequest(reason: .prepend, position: .before(30), count: 10))
    #expect(above.items.map(\.number) == [32, 31])
    #expect(above.before == .unknown(32))
  }

  @Test func `that counts gives the same days from wherever it is entered`() async throws {
    let days = DaySource()
    func load(_ position: PageRequest<Int>.Position) async throws -> [Int] {
      try await days.load(PageRequest(reason: .refresh, position: position, count: 3)).items
        .map(\.id)
    }
    #expect(try await load(.start) == [0, 1, 2])
    #expect(try await load(.end) == [36_522, 36_523, 36_524])
    #expect(try await load(.number(36_524)) == [36_524])
    #expect(try await load(.after(3)) == [3, 4, 5])
    #expect(try await load(.before(3)) == [0, 1, 2])
    #expect(try await load(.before(2)) == [0, 1])
  }
}
