import Paging
import PagingSimulation
import Testing

/// Case P90 of docs/paging-cases.md.
@Suite struct `While a gap is filled` {
  /// A list of three new rows, a gap and the six old rows; by default, the reader sees the gap.
  private func run(showing drawn: Range<Int> = 3..<4, prefetch: Int = 8) throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...90), prefetch: prefetch)
    run.load(pages: 2)
    run.server.ids.insert(contentsOf: -6...0, at: 0)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "-6 -5 -4 … 1 2 3 4 5 6")
    run.show(drawn)
    run.forget()
    return run
  }

  private func fill(_ run: inout MachineRun) throws {
    run.send(.fill(gap: try #require(run.gap), from: .leading))
  }

  @Test func `nothing beyond it is loaded, because the reader comes to it first`() throws {
    var run = try run()
    #expect(run.state(.append) == .loading)
    try fill(&run)
    #expect(run.asked == ["gap after(-4)"])
    #expect(run.cancelled.map { $0.request.reason } == [.append])
    run.show(3..<4)
    #expect(run.asked == ["gap after(-4)"])
  }

  @Test func `what lies beyond waits for it, and then goes on`() throws {
    var run = try run()
    try fill(&run)
    run.forget()
    run.answer()
    #expect(run.asked == ["append after(6)"])
  }

  @Test func `what lies beyond goes on where that fails`() throws {
    var run = try run()
    try fill(&run)
    run.forget()
    run.fail(with: PagingError("offline", isRetryable: false))
    #expect(run.asked == ["append after(6)"])
  }

  @Test func `what the reader is nearer to is loaded`() throws {
    var run = try run(showing: 8..<10, prefetch: 1)
    try fill(&run)
    #expect(Set(run.waiting.map { $0.request.reason }) == [.gap, .append])
  }

  @Test func `a cancel also stops what waits for it`() throws {
    var run = try run()
    try fill(&run)
    run.send(.cancel)
    #expect(run.waiting.isEmpty)
    #expect(run.state(.append) == .cancelled)
  }
}
