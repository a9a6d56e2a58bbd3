import Paging
import PagingSimulation
import Testing

/// Each adapter with the engine, over lists of 0, 1, and odd and even numbers of items.
@Suite struct `A walk through an adapter sees every item once and in order` {
  static let counts = [0, 1, 2, 3, 12, 13, 35]

  /// Pages to the end while all items are held, and pages to the end and back while so few items
  /// are held that pages are dropped.
  private func check(
    _ source: some PagingSource<Post, some Any>, count: Int, size: Int
  ) async throws {
    var walk = try AdapterWalk(source, pageSize: size)
    await walk.send(.refresh)
    await walk.go(to: .trailing)
    #expect(walk.ids == Array(1..<(count + 1)))
    #expect(walk.state(.append) == .end)
    var tight = try AdapterWalk(source, pageSize: size, keep: 2 * size)
    await tight.send(.refresh)
    for _ in 0..<2 {
      await tight.go(to: .trailing)
      #expect(tight.ids.last == (count == 0 ? nil : count))
      await tight.go(to: .leading)
      #expect(tight.ids.first == (count == 0 ? nil : 1))
    }
    #expect(tight.isWhole)
  }

  /// Pages backward from the end, after a jump to it.
  private func checkBack(
    _ source: some PagingSource<Post, some Any>, count: Int, size: Int
  ) async throws {
    var walk = try AdapterWalk(source, pageSize: size)
    await walk.send(.refresh)
    await walk.send(.jump(.end))
    #expect(walk.ids.last == (count == 0 ? nil : count))
    await walk.go(to: .leading)
    #expect(walk.ids == Array(1..<(count + 1)))
    #expect(walk.state(.prepend) == .end)
    #expect(walk.isWhole)
  }

  @Test(arguments: counts, 1...7)
  func `P13, N1: by page number`(count: Int, size: Int) async throws {
    let service = AdapterService(1..<(count + 1))
    for says in AdapterService.Says.allCases {
      try await check(service.numbered(says), count: count, size: size)
    }
    try await checkBack(service.numbered(.total), count: count, size: size)
  }

  @Test(arguments: counts, 1...7)
  func `P13, O1: by offset`(count: Int, size: Int) async throws {
    let service = AdapterService(1..<(count + 1))
    for says in AdapterService.Says.allCases {
      try await check(service.offset(says), count: count, size: size)
    }
    try await checkBack(service.offset(.total), count: count, size: size)
  }

  @Test(arguments: [0, 1, 12, 13], [1, 2, 4, 7])
  func `P16: by offset from a service that limits the size`(count: Int, size: Int) async throws {
    for most in 1...3 {
      let service = AdapterService(1..<(count + 1), most: most)
      for says in AdapterService.Says.allCases {
        try await check(service.offset(says), count: count, size: size)
      }
      try await checkBack(service.offset(.total), count: count, size: size)
    }
  }

  @Test(arguments: counts, 1...7)
  func `by exclusive key`(count: Int, size: Int) async throws {
    let service = AdapterService(1..<(count + 1))
    try await check(service.exclusive(), count: count, size: size)
    try await check(service.exclusive(goesBack: false), count: count, size: size)
  }

  @Test(arguments: counts, 1...7)
  func `K1: by inclusive key`(count: Int, size: Int) async throws {
    let service = AdapterService(1..<(count + 1))
    try await check(service.inclusive(), count: count, size: size)
    try await check(service.inclusive(goesBack: false), count: count, size: size)
  }

  @Test(arguments: counts, 1...7)
  func `by token`(count: Int, size: Int) async throws {
    let service = AdapterService(1..<(count + 1))
    try await check(service.tokens(), count: count, size: size)
    try await check(service.tokens(goesBack: false), count: count, size: size)
  }

  @Test(arguments: counts, 1...7)
  func `by link`(count: Int, size: Int) async throws {
    let service = AdapterService(1..<(count + 1))
    try await check(service.links(), count: count, size: size)
  }

  @Test @MainActor func `with a pager too`() async throws {
    let service = AdapterService(1...35)
    let pager = Pager(
      source: service.tokens(),
      configuration: try PagerConfiguration(pageSize: 4, prefetchDistance: 0))
    let changes = pager.changes
    pager.refresh()
    for await update in changes where update.changes.contains(where: { $0 != .states }) {
      guard pager.state(of: .append) != .end else { break }
      pager.viewportChanged(max(0, pager.count - 1)..<pager.count)
    }
    #expect((0..<pager.count).map { pager[$0].item?.id.number } == Array(1...35))
  }
}
