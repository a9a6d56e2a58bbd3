import Paging
import Testing

@Suite struct `A pager's configuration` {
  @Test func `P12: rejects numbers that no list can work with`() {
    #expect(throws: PagerConfigurationError.pageSize(0)) { try PagerConfiguration(pageSize: 0) }
    #expect(throws: PagerConfigurationError.prefetchDistance(-1)) {
      try PagerConfiguration(prefetchDistance: -1)
    }
  }

  @Test(arguments: [(10, 5, 20), (10, 0, 10), (1, 0, 1)])
  func `P12: holds at least a page and twice the prefetch distance`(
    pageSize: Int, prefetch: Int, least: Int
  ) throws {
    let configuration = try PagerConfiguration(
      pageSize: pageSize, prefetchDistance: prefetch, keep: least)
    #expect(configuration.keep == least)
    let error = PagerConfigurationError.keep(
      least - 1, pageSize: pageSize, prefetchDistance: prefetch)
    #expect(throws: error) {
      try PagerConfiguration(pageSize: pageSize, prefetchDistance: prefetch, keep: least - 1)
    }
  }

  @Test func `rejects numbers too large to add up`() {
    #expect(throws: PagerConfigurationError.self) {
      try PagerConfiguration(pageSize: 1, prefetchDistance: .max, keep: .max)
    }
    #expect(throws: PagerConfigurationError.self) {
      try PagerConfiguration(pageSize: .max, prefetchDistance: 1, keep: .max)
    }
  }

  @Test func `is by default what the standard one is`() throws {
    #expect(try PagerConfiguration() == .standard)
  }

  @Test(arguments: [0, -1, .min]) func `takes the nearest number for one that is set out of range`(
    number: Int
  ) {
    var configuration = PagerConfiguration.standard
    (configuration.remembered, configuration.stallLimit) = (number, number)
    (configuration.maxRequests, configuration.maxRequestsToEnd) = (number, number)
    #expect(configuration.remembered == 0)
    #expect(configuration.stallLimit == 1)
    #expect(configuration.maxRequests == 1)
    #expect(configuration.maxRequestsToEnd == 1)
    (configuration.maxRequests, configuration.maxRequestsToEnd) = (nil, nil)
    #expect(configuration == .standard.with(remembered: 0, stallLimit: 1))
  }

  @Test(arguments: [0, -1, .min]) func `is given to a source that has one page at once, or more`(
    number: Int
  ) {
    var traits = PagingTraits(pagesAtOnce: 4)
    traits.pagesAtOnce = number
    #expect(traits.pagesAtOnce == 1)
    #expect(PagingTraits(pagesAtOnce: number) == traits)
  }

  @Test func `says what is wrong in one line`() {
    let errors: [PagerConfigurationError] = [
      .pageSize(0), .prefetchDistance(-1), .keep(5, pageSize: 10, prefetchDistance: 2),
    ]
    let expected = [
      "a page size of 0 loads nothing; it must be at least 1",
      "a prefetch distance of -1 is negative; it must be at least 0",
      "keeping 5 items is not enough for a page (10) and twice the prefetch distance (2); "
        + "keep more, or reduce the other two",
    ]
    #expect(errors.map(\.description) == expected)
  }
}

/// Configurations that are derived from another one by `with`, which does not throw.
@Suite struct `A configuration made of another` {
  private let standard = PagerConfiguration.standard

  @Test func `is the same where nothing is said`() throws {
    #expect(standard.with() == standard)
    let other = try PagerConfiguration(pageSize: 7, prefetchDistance: 2, keep: 90, maxRequests: 3)
    #expect(other.with() == other)
  }

  @Test func `is what the initializer makes of numbers that it takes`() throws {
    #expect(try standard.with(pageSize: 20) == PagerConfiguration(pageSize: 20))
    #expect(
      try standard.with(pageSize: 20, prefetchDistance: 5, keep: 100)
        == PagerConfiguration(pageSize: 20, prefetchDistance: 5, keep: 100))
    #expect(
      try standard.with(retry: .never, stallLimit: 3)
        == PagerConfiguration(retry: .never, stallLimit: 3))
    #expect(try standard.with(maxRequests: 4) == PagerConfiguration(maxRequests: 4))
    #expect(try standard.with(loadTimeout: nil) == PagerConfiguration(loadTimeout: nil))
  }

  @Test func `has all other settings, too`() {
    let configuration = standard.with(followsReader: false, refresh: .replace, remembered: 9)
    #expect(configuration.refresh == .replace)
    #expect(configuration.remembered == 9)
    #expect(!configuration.followsReader)
    #expect(configuration.with(pageSize: 10).refresh == .replace)
    #expect(standard.with(maxRequests: 4).with(maxRequests: nil) == standard)
  }

  @Test func `keeps a distance that was said, and follows the reader with any other`() {
    let said = standard.with(prefetchDistance: 3)
    #expect(said.with(pageSize: 20).prefetchDistance == 3)
    #expect(!said.with(pageSize: 20).followsReader)
    #expect(standard.with(pageSize: 20).prefetchDistance == 10)
    #expect(standard.with(pageSize: 20).followsReader)
    #expect(standard.with(prefetchDistance: 3, followsReader: true).followsReader)
  }

  @Test(arguments: [0, -1, .min]) func `takes the nearest number for one out of range`(
    number: Int
  ) {
    let configuration = standard.with(
      pageSize: number, prefetchDistance: number, keep: number, remembered: number,
      stallLimit: number
    ).with(maxRequests: number)
    #expect(configuration.pageSize == 1)
    #expect(configuration.prefetchDistance == 0)
    #expect(configuration.keep == 1)
    #expect(configuration.remembered == 0)
    #expect(configuration.stallLimit == 1)
    #expect(configuration.maxRequests == 1)
  }

  @Test(arguments: [
    (50, 40, 10, 130), (5_000, 25, 2_000, 5_050), (.max, .max, .max, .max),
    (1, .max, 1, .max), (.max, 5, .max, .max),
  ])
  func `holds a page and twice the distance, whatever was said`(
    pageSize: Int, distance: Int, keep: Int, least: Int
  ) {
    let configuration = standard.with(pageSize: pageSize, prefetchDistance: distance, keep: keep)
    #expect(configuration.keep == least)
    let twice = configuration.prefetchDistance * 2
    #expect(configuration.pageSize + twice <= configuration.keep)
    let other = standard.with(pageSize: pageSize, keep: keep)
    #expect(other.pageSize + 2 * other.prefetchDistance <= other.keep)
  }

  @Test func `iterates though nothing is remembered`() async throws {
    let source = OffsetSource<Note>(mapError: { _ in PagingError("no", isRetryable: false) }) {
      offset, limit in
      OffsetPage(items: (min(offset, 30)..<min(offset + limit, 30)).map(Note.init))
    }
    var ids: [Int] = []
    let pager = await Pager(source: source, configuration: standard.with(remembered: 0))
    for try await note in pager.items { ids.append(note.id) }
    #expect(ids == Array(0..<30))
  }

  private struct Note: Identifiable, Sendable { let id: Int }
}
