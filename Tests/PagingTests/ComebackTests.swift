import Paging
import PagingSimulation
import Testing

@Suite struct `A page that comes back after it was dropped` {
  /// A list whose cursors do not lead back, and whose first two pages were dropped.
  private func run(
    _ server: SimulatedServer = SimulatedServer(1...60), keep: Int = 6
  ) throws -> MachineRun {
    var run = try MachineRun(server, keep: keep)
    run.load(pages: 2 + keep / 3)
    run.show(keep + 4..<keep + 5)
    run.show(0..<1)
    #expect(run.list.hasPrefix("7 8 9 10 11 12"))
    return run
  }

  @Test func `P67: leads on without a gap where it ends as it did`() throws {
    var run = try run()
    run.answer([4, 50, 6], after: .more(6))
    #expect(run.list == "4 50 6 7 8 9")
  }

  @Test func `P67: shows a gap where it ends otherwise, though its cursor is the same`() throws {
    var server = SimulatedServer(1...60)
    server.style = .pageNumber
    var run = try run(server)
    // The new post moves all others to the next position, but the number of the page remains the
    // same.
    run.server.ids.insert(0, at: 0)
    run.answer()
    #expect(run.list == "3 4 5 … 7 8 9")
  }

  @Test func `P67: shows a gap though it has an item from far below, as one on every page`() throws
  {
    var run = try run()
    run.answer([12], after: .more(4))
    #expect(run.list == "12 … 7 8 9")
  }

  @Test func `P67: leads on though it reaches no further than before into what is filtered out`()
    throws
  {
    var server = SimulatedServer(1...40)
    server.hidden = Set(4...12)
    var run = try MachineRun(server, prefetch: 0, keep: 6)
    run.load(pages: 1)
    for last in [2, 5] {
      run.show(last..<last + 1)
      run.settle()
    }
    #expect(run.list == "13 14 15 16 17 18")
    run.show(0..<1)
    run.settle()
    #expect(run.list == "1 2 3 13 14 15")
  }

  @Test func `P57, P67: puts what it has beyond a gap into that`() throws {
    var run = try run(keep: 9)
    run.answer([4], after: .more(4))
    #expect(run.list.hasPrefix("4 … 7"))
    run.show(0..<1)
    run.answer([1, 2, 3, 4, 5], after: .more(5))
    #expect(run.list.hasPrefix("1 2 3 4 5 … 7"))
  }
}
