import Paging
import Randomness
import TableUI
import Terminal
import Testing

@MainActor @Suite struct `A table under a reader who does anything` {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `agrees with a model that lays out all from scratch`(start: UInt64) {
    walk(RandomReader(start: start))
  }

  @Test(arguments: [(7, true, false), (8, false, true), (9, true, true)] as [(UInt64, Bool, Bool)])
  func `agrees with it under a header, and with headers, footers and separators of sections`(
    start: UInt64, hasHeader: Bool, hasSupplements: Bool
  ) {
    let header = hasHeader ? "head\ners" : nil
    walk(RandomReader(start: start, header: header, hasSupplements: hasSupplements))
  }

  private func walk(_ reader: RandomReader) {
    for _ in 0..<200 where !reader.hasFailed { reader.step() }
  }
}

/// Compares a reader who types faster than pages arrive with one for whom everything is loaded.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `Random movements beyond what is loaded` {
  private static let scrolling: [Key] = [
    .space, .space, "b", "d", "d", "u", "^E", "^E", "^Y",
  ]

  /// A list whose first page has the given items.
  private func list(_ items: Range<Int>, allowsSelection: Bool) async throws -> ListFixture {
    let list = try ListFixture(lines: 6, columns: 60, keep: 4_000, allowsSelection: allowsSelection)
    await list.load(.refresh, items)
    return list
  }

  /// Types the same keys into both lists while pages arrive at random times, and then loads all
  /// remaining pages.
  private func type(
    _ keys: [Key], _ fast: ListFixture, _ whole: ListFixture, seed: UInt64
  ) async {
    var random = SplitMix64(start: seed)
    for _ in 0..<200 {
      guard let key = keys.randomElement(using: &random) else { return }
      for list in [fast, whole] { list.type(key) }
      if Int.random(in: 0..<8, using: &random) == 0 { await loadMore(fast) }
    }
    while fast.pager.state(of: .append) == .loading { await loadMore(fast) }
    #expect(!fast.list.tableView.isWaiting)
  }

  private func loadMore(_ list: ListFixture) async {
    guard list.pager.state(of: .append) == .loading else { return }
    let count = list.pager.count
    await list.load(.append, count..<(count + 10))
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `lead to the same lines`(seed: UInt64) async throws {
    let fast = try await list(0..<10, allowsSelection: false)
    let whole = try await list(0..<4_000, allowsSelection: false)
    await type(Self.scrolling + ["j", "j", "k"], fast, whole, seed: seed)
    #expect(fast.rows == whole.rows)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `lead to the same lines with the same selection`(seed: UInt64) async throws {
    let fast = try await list(0..<10, allowsSelection: true)
    let whole = try await list(0..<4_000, allowsSelection: true)
    await type(Self.scrolling, fast, whole, seed: seed)
    #expect(fast.rows == whole.rows)
    #expect(fast.selectedRows == whole.selectedRows)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `lead to the same item`(seed: UInt64) async throws {
    let fast = try await list(0..<10, allowsSelection: true)
    let whole = try await list(0..<4_000, allowsSelection: true)
    await type(["j", "j", "j", "k"], fast, whole, seed: seed)
    #expect(fast.list.selectedItem?.id == whole.list.selectedItem?.id)
  }
}

@Suite struct `A layout of columns under a reader who does anything` {
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `agrees with a model that lays out all from scratch`(start: UInt64) {
    var reader = RandomColumnReader(start: start)
    for _ in 0..<100 {
      reader.step()
      #expect(reader.layout.visibleColumns.map(PlaceModel.init) == reader.model.places)
      #expect(reader.layout.offset == reader.model.offset)
    }
  }
}
