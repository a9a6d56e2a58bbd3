import Paging
import PagingSimulation
import PagingTesting
import Testing

/// Features that an outside developer found missing in the engine.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `A developer who chooses the engine` {
  private struct Mail: Identifiable, Equatable, Sendable {
    let id: Int
  }

  private nonisolated static let mails = (0..<100).map { Mail(id: $0) }

  private func ids<Cursor>(_ pager: Pager<Mail, Cursor>) -> [Int] {
    (0..<pager.count).compactMap { pager[$0].item?.id }
  }

  private func pager(
    _ mails: [Mail] = mails, size: Int = 10
  ) async throws -> Pager<Mail, Int> {
    let configuration = try PagerConfiguration(pageSize: size, prefetchDistance: 0, keep: 60)
    let pager = Pager(source: ArraySource(mails), configuration: configuration)
    pager.refresh()
    await pager.settled()
    return pager
  }

  // MARK: A static list

  @Test func `has a static list from an array, at once`() async throws {
    let pager = Pager(source: ArraySource(Self.mails))
    pager.refresh()
    #expect(pager.hasLoaded)
    #expect(pager.totalCount == 100)
    #expect(ids(pager).starts(with: [0, 1, 2]))
  }

  @Test(arguments: [
    (PageRequest<Int>.Position.start, [0, 1, 2]), (.end, [97, 98, 99]),
    (.number(50), [50, 51, 52]),
    (.number(.max), []), (.after(98), [98, 99]), (.before(2), [0, 1]), (.before(.min), []),
  ]) func `gets pages of it from anywhere`(
    position: PageRequest<Int>.Position, expected: [Int]
  ) async throws {
    let request = PageRequest(reason: .append, position: position, count: 3)
    let page = try await ArraySource(Self.mails).load(request)
    #expect(page.items.map(\.id) == expected)
    #expect(page == ArraySource(Self.mails).cachedPage(for: request))
  }

  @Test(arguments: [0, 1, 9, 10, 11, 100]) func `walks all of it, once and in order`(
    count: Int
  ) async throws {
    let pager = try await pager(Array(Self.mails.prefix(count)))
    var seen: [Int] = []
    for try await mail in pager.items { seen.append(mail.id) }
    #expect(seen == Array(0..<count))
  }

  // MARK: One source in place of another

  @Test func `replaces a timeline by key with a search by number`() async throws {
    let byKey = TokenSource<Mail, String> { token, count throws(PagingError) in
      let start = token.flatMap { Int($0) } ?? 0
      return TokenPage(
        items: Array(Self.mails[start..<min(start + count, 100)]), next: "\(start + count)")
    }
    let byOffset = OffsetSource<Mail> { offset, count throws(PagingError) in
      let found = Self.mails.filter { $0.id.isMultiple(of: 2) }
      let start = min(offset, found.count)
      return OffsetPage(items: Array(found[start..<min(start + count, found.count)]))
    }
    let configuration = try PagerConfiguration(pageSize: 3, prefetchDistance: 0)
    let pager = Pager(source: byKey.erasingCursors(), configuration: configuration)
    pager.refresh()
    #expect(await pager.settled(within: .seconds(60)))
    pager.paginate()
    #expect(await pager.settled(within: .seconds(60)))
    #expect(ids(pager) == [0, 1, 2, 3, 4, 5])
    pager.source = byOffset.erasingCursors()
    #expect(await pager.settled(within: .seconds(60)))
    pager.paginate()
    #expect(await pager.settled(within: .seconds(60)))
    #expect(ids(pager) == [0, 2, 4, 6, 8])
  }

  @Test func `finds a foreign cursor to lead to the start`() async throws {
    let source = ArraySource(Self.mails).erasingCursors()
    let request = PageRequest(
      reason: .append, position: .after(AnyCursor("a token")), count: 2)
    #expect(try await source.load(request).items.map(\.id) == [0, 1])
    #expect(AnyCursor(1) == AnyCursor(1))
    #expect(AnyCursor(1) != AnyCursor("1"))
    #expect(AnyCursor(1) != AnyCursor(Int32(1)))
    #expect(AnyCursor("a").hashValue == AnyCursor("a").hashValue)
  }

  // MARK: Impossible requests

  @Test func `is told that a chain cannot be jumped into`() async throws {
    let source = ScriptedSource<Mail, Int>()
    let pager = Pager(source: source)
    pager.refresh()
    await source.isAsked(1)
    await source.answer(0, Page(items: [Mail(id: 1)], after: .more(1)))
    await pager.settled()
    #expect(!pager.jump(to: .number(55)))
    #expect(!pager.jump(to: .end))
    #expect(pager.jump(to: .start))
    #expect(pager.jump(to: .after(7)))
  }

  @Test func `goes to an item by its number and not by its identity`() async throws {
    let reversed = Array(Self.mails.reversed())
    let pager = try await pager(reversed)
    #expect(pager.jump(to: .number(55)))
    await pager.settled()
    #expect(pager.index(of: .item(55)) == nil)
    #expect(pager.index(of: .item(44)) != nil)
  }

  @Test func `is told that an edit has no place`() async throws {
    let pager = try await pager()
    #expect(!pager.insert(Mail(id: 500), .before(77)))
    #expect(!pager.move(77, .after(1)))
    #expect(!pager.move(1, .after(77)))
    #expect(!pager.remove(77))
    #expect(!pager.replace(Mail(id: 77)))
    #expect(pager.insert(Mail(id: 500), .before(5)))
    #expect(pager.move(500, .after(6)))
    #expect(pager.remove(500))
    #expect(ids(pager) == Array(0..<10))
  }

  @Test func `puts an item at the start, and at the end only where that is held`() async throws {
    let pager = try await pager()
    #expect(pager.insert(Mail(id: 500), .atStart))
    #expect(!pager.insert(Mail(id: 501), .atEnd))
    #expect(ids(pager) == [500] + Array(0..<10))
    pager.jump(to: .end)
    await pager.settled()
    #expect(!pager.insert(Mail(id: 502), .atStart))
    #expect(pager.insert(Mail(id: 501), .atEnd))
    #expect(ids(pager).last == 501)
    #expect(pager.move(ids(pager)[0], .atEnd))
    #expect(ids(pager).suffix(2).first == 501)
  }

  @Test func `gives an empty list its first item, and the source decides later`() async throws {
    let pager = try await pager([])
    #expect(pager.count == 0)
    #expect(pager.insert(Mail(id: 1), .atStart))
    #expect(pager.insert(Mail(id: 2), .atEnd))
    #expect(pager.insert(Mail(id: 2), .atStart))
    #expect(pager.move(2, .atStart))
    #expect(ids(pager) == [2, 1])
    pager.refreshAround()
    await pager.settled()
    #expect(ids(pager) == [])
  }

  @Test func `cannot insert before the first page has come`() throws {
    let pager = Pager(source: ScriptedSource<Mail, Int>())
    #expect(!pager.insert(Mail(id: 1), .atStart))
    #expect(!pager.insert(Mail(id: 1), .atEnd))
    #expect(pager.count == 0)
  }

  @Test func `takes an insertion into an empty list back where its operation fails`() async throws {
    struct Refused: Error {}
    let pager = try await pager([])
    await #expect(throws: Refused.self) {
      try await pager.perform([.insert(Mail(id: 1), .atStart)]) { () async throws in
        #expect(ids(pager) == [1])
        throw Refused()
      }
    }
    #expect(ids(pager) == [])
  }

  // MARK: Tests of the developer

  @Test func `waits for a list that at once asks a script for more, without hanging`() async throws
  {
    let source = ScriptedSource<Mail, Int>()
    let pager = Pager(source: source)
    // The observer acts like a list that is shown.
    let watch = pager.observe { [weak pager] _ in
      if let pager, pager.count > 0 { pager.viewportChanged(0..<1) }
    }
    defer { withExtendedLifetime(watch) {} }
    pager.refresh()
    await source.isAsked(1)
    await source.answer(0, Page(items: [Mail(id: 1)], after: .more(1)))
    await source.isAsked(2)
    let hasSettled = await pager.settled()
    #expect(!hasSettled)
    #expect(ids(pager) == [1])
    await source.answer(1, Page(items: [Mail(id: 2)], after: .end))
    #expect(await pager.settled())
    #expect(ids(pager) == [1, 2])
  }

  @Test func `waits no longer than wanted for a source over a script`() async throws {
    let pager = Pager(source: ScriptedSource<Mail, Int>().filter { _ in true })
    pager.refresh()
    let hasSettled = await pager.settled(within: .milliseconds(5))
    #expect(!hasSettled)
  }

  // MARK: An iteration

  @Test func `iterates over answers that begin with the same item`() async throws {
    let source = TokenSource<Mail, String> { token, count throws(PagingError) in
      let start = token.flatMap { Int($0) } ?? 0
      let end = min(start + count, 100)
      return TokenPage(
        items: [Mail(id: -1)] + Self.mails[start..<end], next: end < 100 ? "\(end)" : nil)
    }
    let configuration = try PagerConfiguration(pageSize: 10, prefetchDistance: 5)
    var ids: [Int] = []
    for try await mail in Pager(source: source, configuration: configuration).items {
      ids.append(mail.id)
    }
    #expect(ids == [-1] + Array(0..<100))
  }

  @Test func `goes on with an iteration after a failure, and makes no request before`() async throws
  {
    let source = ScriptedSource<Mail, Int>()
    let pager = Pager(source: source, configuration: .standard.with(retry: .never))
    var items = pager.items.makeAsyncIterator()
    let failing = Task { @MainActor in
      await source.isAsked(1)
      await source.fail(0, PagingError("no network", isRetryable: true))
    }
    await #expect(throws: PagingError.self) { try await items.next() }
    await #expect(throws: PagingError.self) { try await items.next() }
    await failing.value
    #expect(await source.requests.count == 1)
    pager.retry()
    await source.isAsked(2)
    await source.answer(1, Page(items: [Mail(id: 1)], after: .end))
    #expect(try await items.next()?.id == 1)
    #expect(try await items.next() == nil)
  }

  @Test(arguments: [1, 9, 10, 11, 95]) func `iterates over as many as it wants, by few requests`(
    wanted: Int
  ) async throws {
    let source = ScriptedSource<Mail, Int>()
    let configuration = try PagerConfiguration(pageSize: 10, prefetchDistance: 5, keep: 40)
    let pager = Pager(source: source, configuration: configuration)
    let answering = Task { @MainActor in
      var number = 0
      while !Task.isCancelled {
        await source.isAsked(number + 1)
        let start = number * 10
        await source.answer(
          number, Page(items: Array(Self.mails[start..<start + 10]), after: .more(start + 10)))
        number += 1
        if number == 10 { return }
      }
    }
    var items = pager.items.makeAsyncIterator()
    var ids: [Int] = []
    while ids.count < wanted, let mail = try await items.next() { ids.append(mail.id) }
    #expect(ids == Array(0..<wanted))
    // The next page is requested when five items are left.
    let needed = min(10, (wanted + 5 + 9) / 10)
    #expect(await source.requests.count <= needed)
    answering.cancel()
    pager.cancel()
    withExtendedLifetime(pager) {}
  }
}
