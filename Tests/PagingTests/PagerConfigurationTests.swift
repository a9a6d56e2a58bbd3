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

  @Test func `says what is wrong in one line`() {
    let errors: [PagerConfigurationError] = [
      .pageSize(0), .prefetchDistance(-1), .keep(5, pageSize: 10, prefetchDistance: 2),
    ]
    let expected = [
      "a page size of 0 loads nothing; it must be at least 1",
      "a prefetch distance of -1 is negative; it must be at least 0",
      "keeping 5 items is less than a page (10) and twice the prefetch distance (2); "
        + "keep more, or make the others smaller",
    ]
    #expect(errors.map(\.description) == expected)
  }
}
