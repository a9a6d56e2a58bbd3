import Paging
import Randomness
import TableUI
import Terminal
import Testing

/// A reader who types faster than pages come, beside one for whom all has come.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `Random movements beyond what is loaded` {
  private static let scrolling: [Key] = [
    .space, .space, "b", "d", "d", "u", "^E", "^E", "^Y",
  ]

  /// A list with its first page, of ten items or of all.
  private func list(_ items: Range<Int>, allowsSelection: Bool) async throws -> ListFixture {
    let list = try ListFixture(lines: 6, columns: 60, keep: 4_000, allowsSelection: allowsSelection)
    await list.load(.refresh, items)
    return list
  }

  /// Types the same into both, while pages come now and then, and then lets all come.
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
