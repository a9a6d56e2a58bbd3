import Paging
import PagingSimulation
import Synchronization
import Testing

/// Difficulties that iterations have, and that do not occur in a list with a reader.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `An iteration over a pager` {
  /// An identity whose hash many identities share.
  private struct Ref: Hashable, Sendable {
    let day: Int
    let number: Int

    func hash(into hasher: inout Hasher) { hasher.combine(day) }
  }

  private struct Note: Identifiable, Sendable {
    let id: Ref
  }

  /// A source of numbers in pages; further numbers may be added in front.
  private final class Numbers: PagingSource {
    private let first = Mutex(0)
    private let end: Int

    init(count: Int) { end = count }

    func grow(by count: Int) { first.withLock { $0 -= count } }

    func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Post, Int> {
      var start = first.withLock { $0 }
      if case .after(let cursor) = request.position { start = cursor }
      let range = start..<min(start + request.count, end)
      var page = Page(
        items: range.map { Post(id: $0) },
        after: range.upperBound < end ? .more(range.upperBound) : .end)
      page.itemCursors = range.map { $0 + 1 }
      return page
    }
  }

  /// A source whose pages have no items.
  private struct Empty: PagingSource {
    func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Post, Int> {
      var number = 0
      if case .after(let cursor) = request.position { number = cursor }
      return Page(items: [], after: .more(number + 1))
    }
  }

  /// Case P75 of docs/paging-cases.md.
  @Test func `gives every item, though their identities share a hash`() async throws {
    let source = OffsetSource<Note> { offset, limit throws(PagingError) in
      let range = min(offset, 1_000)..<min(offset + limit, 1_000)
      return OffsetPage(items: range.map { Note(id: Ref(day: 1, number: $0)) })
    }
    let configuration = try PagerConfiguration(pageSize: 10, prefetchDistance: 0, keep: 50)
    var numbers: [Int] = []
    for try await note in Pager(source: source, configuration: configuration).items {
      numbers.append(note.id.number)
    }
    #expect(numbers == Array(0..<1_000))
  }

  /// Case P76 of docs/paging-cases.md.
  @Test func `goes on to the end, however many pages bring nothing`() async throws {
    let source = Numbers(count: 60_000).filter { $0.id.number % 20_000 == 19_999 }
    let configuration = try PagerConfiguration(pageSize: 200)
    var numbers: [Int] = []
    for try await post in Pager(source: source, configuration: configuration).items {
      numbers.append(post.id.number)
    }
    #expect(numbers == [19_999, 39_999, 59_999])
  }

  /// Loads the first page, inserts 25 items above it, and refreshes the list, which then has a gap.
  private func showGap(in pager: Pager<Post, Int>, of source: Numbers) async {
    let observer = PagerObserver(pager)
    pager.refresh()
    await observer.until { pager.hasLoaded }
    source.grow(by: 25)
    pager.refresh()
    await observer.until { pager.count > 10 }
  }

  /// Case P76 of docs/paging-cases.md.
  @Test func `goes through a gap before what stands below it`() async throws {
    let source = Numbers(count: 40)
    let configuration = try PagerConfiguration(pageSize: 10, prefetchDistance: 0, keep: 100)
    let pager = Pager(source: source, configuration: configuration)
    await showGap(in: pager, of: source)
    var numbers: [Int] = []
    for try await post in pager.items { numbers.append(post.id.number) }
    #expect(numbers == Array(-25..<40))
  }

  @Test(.timeLimit(.minutes(5)))
  func `ends at the limit on requests, though no page has items`() async throws {
    let pager = Pager(source: Empty(), configuration: try PagerConfiguration(maxRequests: 15))
    let observer = PagerObserver(pager)
    for try await _ in pager.items {}
    #expect(observer.activities.count { $0.hasPrefix("load ") } == 15)
    #expect(pager.state(of: .append) == .paused(.requests(15)))
  }

  @Test func `ends in a gap at the limit on requests`() async throws {
    let source = Numbers(count: 40)
    let configuration = try PagerConfiguration(
      pageSize: 10, prefetchDistance: 0, keep: 100, maxRequests: 2)
    let pager = Pager(source: source, configuration: configuration)
    await showGap(in: pager, of: source)
    var numbers: [Int] = []
    for try await post in pager.items { numbers.append(post.id.number) }
    // The refresh was the first of the two allowed requests.
    #expect(numbers == Array(-25 ..< -5))
    #expect(pager.state(of: .gap) == .paused(.requests(2)))
  }

  /// Case P77 of docs/paging-cases.md.
  ///
  /// The first batch ends with item 98, because the last item is reported when it is reached.
  @Test(arguments: [32, 99])
  func `gives every item once, though the last one that it gave moves down`(moved: Int) async throws
  {
    let configuration = try PagerConfiguration(pageSize: 10, prefetchDistance: 0, keep: 200)
    let pager = Pager(source: Numbers(count: 100), configuration: configuration)
    let observer = PagerObserver(pager)
    pager.refresh()
    await observer.until { pager.hasLoaded }
    pager.seekEnd()
    await observer.until { pager.reaches(.trailing) }
    var numbers: [Int] = []
    for try await post in pager.items {
      numbers.append(post.id.number)
      if numbers.count == moved { #expect(pager.move(post.id, .atEnd)) }
    }
    #expect(numbers == Array(0..<100))
  }

  @Test(arguments: [0, 1, 2])
  func `gives every item once, however few are remembered`(remembered: Int) async throws {
    let configuration = try PagerConfiguration(pageSize: 10, prefetchDistance: 0, keep: 200)
      .with(remembered: remembered)
    var numbers: [Int] = []
    for try await post in Pager(source: Numbers(count: 100), configuration: configuration).items {
      numbers.append(post.id.number)
    }
    #expect(numbers == Array(0..<100))
  }

  /// Case P77 of docs/paging-cases.md.
  @Test(arguments: [RefreshPolicy.merge, .replace])
  func `gives every item once, though the list is refreshed meanwhile`(
    policy: RefreshPolicy
  ) async throws {
    let source = Numbers(count: 300)
    var configuration = try PagerConfiguration(pageSize: 10, prefetchDistance: 0, keep: 40)
    configuration.refresh = policy
    let pager = Pager(source: source, configuration: configuration)
    var numbers: [Int] = []
    for try await post in pager.items {
      numbers.append(post.id.number)
      if numbers.count.isMultiple(of: 50), numbers.count < 300 {
        source.grow(by: 2)
        pager.refresh()
      }
    }
    #expect(Set(numbers).count == numbers.count)
    #expect(numbers.filter { $0 >= 0 } == Array(0..<300))
  }
}
