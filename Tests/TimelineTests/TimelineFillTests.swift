import TemporaryFolders
import Paging
import Testing
import Timeline

@Suite struct `The fill of a timeline` {
  private let timelines: Timelines

  init() throws { timelines = try Timelines() }

  private var expected: [Post] { timelines.samples.posts(in: 0..<3_000, before: Timelines.epoch) }

  @Test func `makes the same posts in two places`() async throws {
    let other = try Timelines()
    let posts = try await timelines.open().allPosts()
    #expect(try await other.open().allPosts() == posts)
    #expect(posts == expected)
  }

  @Test func `goes on by itself`() async throws {
    let store = try timelines.open(goesOnByItself: true)
    await store.fill.advanceToEnd()
    #expect(await store.fill.state.filled == 3_000)
    #expect(try await store.allPosts() == expected)
  }

  @Test func `writes only the first batch for the first page`() async throws {
    let store = try timelines.open()
    let page = try await store.page(.start)
    #expect(page.items == Array(expected.prefix(10)))
    #expect(await store.fill.state.filled == 50)
  }

  @Test(arguments: [1, 2, 3])
  func `goes on after an interruption`(batches: Int) async throws {
    do {
      let store = try timelines.open()
      for _ in 0..<batches { try await store.fill.advance() }
    }
    let store = try timelines.open(total: 9)
    #expect(await store.fill.state.filled == 50 + 400 * (batches - 1))
    #expect(try await store.allPosts() == expected)
  }

  @Test(arguments: 1...10)
  func `is shared by two that start at once`(round: Int) async throws {
    async let first = start()
    async let second = start()
    let stores = try await [first, second]
    for store in stores {
      await store.fill.advanceToEnd()
      #expect(try await store.allPosts() == expected)
    }
  }

  @concurrent private func start() async throws -> TimelineStore {
    try timelines.open(goesOnByItself: true)
  }

  @Test func `is waited for by a page that would end early`() async throws {
    let store = try timelines.open()
    let page = try await store.page(.start, count: 50)
    #expect(page.items.count == 50)
    let cursor = try #require(page.after.cursor)
    #expect(page.after == .more(cursor))
    let next = try await store.page(.after(cursor), count: 1_000)
    #expect(next.items == Array(expected[50..<1_050]))
  }

  @Test func `is waited for by a page at the end`() async throws {
    let page = try await timelines.open().page(.end)
    #expect(page.items == Array(expected.suffix(10)))
    #expect(page.after == .end)
  }

  @Test func `is not waited for where it adds nothing`() async throws {
    let store = try timelines.open()
    let cursor = try #require(try await store.page(.start, count: 20).after.cursor)
    _ = try await store.page(.before(cursor), count: 50)
    #expect(await store.fill.state.filled == 50)
  }

  @Test func `is tried again after a failure`() async throws {
    let missing = TimelineError.samples(file: "posts.json", reason: "gone")
    let store = try TimelineStore(
      directory: timelines.directory.path, keeping: nil, epoch: Timelines.epoch,
      plan: FillPlan(total: 9, goesOnByItself: false)
    ) { () throws(TimelineError) in throw missing }
    for _ in 1...2 {
      let error = await #expect(throws: PagingError.self) { try await store.page(.start) }
      #expect(error?.description == missing.description)
    }
    #expect(try await timelines.open().page(.start).items.count == 9)
  }

  @Test func `says that the end is unknown where it cannot go on`() async throws {
    try await timelines.open().fill.advance()
    let store = try timelines.open(keeping: .readOnly)
    let page = try await store.page(.start, count: 60)
    #expect(page.items.count == 50)
    let cursor = try #require(page.after.cursor)
    #expect(page.after == .unknown(cursor))
    let next = try await store.page(.after(cursor))
    #expect(next.items.isEmpty)
    #expect(next.after == .unknown(cursor))
  }
}
