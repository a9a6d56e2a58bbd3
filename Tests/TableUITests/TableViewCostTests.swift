import TableUI
import Testing

@MainActor @Suite struct `The cost of a key` {
  /// The actions of a reader.
  private static let keys: [(TableView) -> Void] = [
    { _ in },
    { $0.selectNext() },
    { $0.scroll(by: 1) },
    { $0.page(by: 1) },
    { $0.page(by: -0.5) },
    { $0.selectPrevious() },
    { $0.scroll(toSection: 500) },
    { $0.sectionsDidChange() },
    { $0.reloadData() },
    { $0.scrollToEnd() },
    { $0.selectPrevious() },
    { $0.scrollToStart() },
  ]

  private func costs(count: Int) -> [Int] {
    let rows = CountedRows(count: count)
    return Self.keys.map { rows.calls(for: $0) }
  }

  @Test(arguments: [30_000, 1_000_000])
  func `P65: is what it is in a short list, and a few questions for each line`(count: Int) {
    let costs = costs(count: count)
    #expect(costs == self.costs(count: 1_000))
    #expect(costs.allSatisfy { $0 <= 200 }, "\(costs)")
  }

  @Test(arguments: [30_000, 1_000_000])
  func `is what it is in a short list where sections have headers and footers`(count: Int) {
    let costs = { count in
      let rows = CountedRows(count: count)
      rows.showSupplements()
      return Self.keys.map { rows.calls(for: $0) }
    }
    #expect(costs(count) == costs(1_000))
    #expect(costs(count).allSatisfy { $0 <= 300 }, "\(costs(count))")
  }

  @Test func `with a header is that of the lines that are left, and of measuring it`() {
    let (plain, headed) = (CountedRows(count: 1_000), CountedRows(count: 1_000))
    let header = TextCell()
    header.text = "name"
    headed.view.headerCell = header
    _ = [plain, headed].map { $0.calls { _ in } }
    #expect(headed.calls { _ in } == plain.calls { _ in })
    #expect(headed.calls { $0.scroll(by: 1) } == plain.calls { $0.scroll(by: 1) })
  }
}
