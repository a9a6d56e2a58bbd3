import Paging
import PagingSimulation
import Testing

/// A page's cursor continues where the page ended when it arrived, which may be beyond its last
/// item.
@Suite struct `A cursor that leads past what came later` {
  /// A page whose items have cursors.
  private func page(
    _ ids: [Int], before: Continuation<Int>, after: Continuation<Int>
  ) -> Page<Post, Int> {
    var page = Page(items: ids.map { Post(id: $0) }, before: before, after: after)
    page.itemCursors = ids
    return page
  }

  /// A list of 11, 12 and 13, above which 1, 2 and 3 were added, with a gap between them.
  private func run(
    after: Int, above old: Page<Post, Int>? = nil
  ) throws -> (run: MachineRun, gap: Int) {
    var run = try MachineRun(SimulatedServer(1...13, goesBack: true))
    run.send(.refresh)
    run.answer(with: old ?? page([11, 12, 13], before: .unknown(11), after: .more(13)))
    run.send(.refresh)
    run.answer([1, 2, 3], before: .unknown(1), after: .more(after))
    let gap = try #require(run.gap)
    return (run, gap)
  }

  /// A list whose first page said that it ends after 10, and in which 5 and 6 have been added
  /// since then.
  private func runFromAbove() throws -> (run: MachineRun, gap: Int) {
    var (run, gap) = try run(after: 10)
    run.send(.fill(gap: gap, from: .trailing))
    run.answer([5, 6], before: .more(5), after: .more(10))
    #expect(run.list == "1 2 3 … 5 6 11 12 13")
    run.forget()
    run.send(.fill(gap: gap, from: .leading))
    run.answer(with: page([11, 12, 13], before: .more(11), after: .more(13)))
    return (run, gap)
  }

  @Test func `takes nothing of that away from above, and its page is asked for again`() throws {
    var (run, _) = try runFromAbove()
    #expect(run.list == "1 2 3 … 5 6 11 12 13")
    #expect(run.asked == ["gap after(10)", "gap start"])
    run.answer([1, 2, 3, 4], before: .unknown(1), after: .more(4))
    #expect(run.list == "1 2 3 4 … 5 6 11 12 13")
    run.forget()
    run.send(.fill(gap: try #require(run.gap), from: .leading))
    #expect(run.asked == ["gap after(4)"])
    run.answer([5, 6], before: .more(5), after: .more(10))
    #expect(run.list == "1 2 3 4 5 6 11 12 13")
  }

  @Test func `is not used again`() throws {
    var (run, gap) = try runFromAbove()
    run.fail()
    run.forget()
    run.send(.fill(gap: gap, from: .leading))
    #expect(run.asked == ["gap start"])
  }

  /// The old page said that it begins after 8, and 9 and 10 have been added since then.
  @Test func `takes nothing of that away from below, and the gap is entered from above`() throws {
    let items = [11, 12, 13].map { Post(id: $0) }
    let old = Page(items: items, before: .unknown(8), after: .more(13))
    var (run, gap) = try run(after: 3, above: old)
    run.send(.fill(gap: gap, from: .leading))
    run.answer([9, 10], before: .more(9), after: .more(10))
    #expect(run.list == "1 2 3 9 10 … 11 12 13")
    run.forget()
    run.send(.fill(gap: gap, from: .trailing))
    run.answer([1, 2, 3], before: .unknown(1), after: .more(7))
    #expect(run.list == "1 2 3 9 10 … 11 12 13")
    #expect(run.asked == ["gap before(8)", "gap after(10)"])
  }

  @Test func `closes a gap where nothing goes that came later`() throws {
    var (run, gap) = try run(after: 10)
    run.send(.fill(gap: gap, from: .leading))
    run.answer(with: page([12, 13], before: .more(12), after: .more(13)))
    #expect(run.list == "1 2 3 12 13")
  }

  @Test func `closes a gap where what came later is in the answer`() throws {
    var (run, gap) = try run(after: 3)
    run.send(.fill(gap: gap, from: .trailing))
    run.answer([9, 10], before: .more(9), after: .more(10))
    #expect(run.list == "1 2 3 … 9 10 11 12 13")
    run.send(.fill(gap: gap, from: .leading))
    run.answer([4, 9, 10], before: .more(4), after: .more(10))
    #expect(run.list == "1 2 3 4 9 10 11 12 13")
  }
}
