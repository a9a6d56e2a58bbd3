import Paging
import PagingSimulation
import Testing

@Suite struct `The end of a chain` {
  private func run(keep: Int = 1_000, maxRequests: Int? = nil) throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...20), keep: keep, maxRequests: maxRequests)
    run.load(pages: 1)
    run.show(0..<2)
    return run
  }

  @Test func `is loaded to, page after page, when it is sought`() throws {
    var run = try run()
    run.send(.seekEnd)
    #expect(run.machine.seeksEnd)
    run.settle()
    #expect(run.list.hasSuffix("19 20"))
    #expect(run.state(.append) == .end)
    #expect(!run.machine.seeksEnd)
  }

  @Test func `is sought in bounded memory`() throws {
    var run = try run(keep: 6)
    run.send(.seekEnd)
    run.settle()
    #expect(run.list.hasSuffix("19 20"))
    #expect(run.machine.count <= 9)
  }

  @Test(arguments: [
    PagerEvent<Post, Int>.stopSeeking, .refresh, .retry, .cancel, .jump(.start),
    .loadMore(.leading),
  ])
  func `is sought until the reader wants something else`(event: PagerEvent<Post, Int>) throws {
    var run = try run()
    run.send(.seekEnd)
    run.answer()
    run.send(event)
    #expect(!run.machine.seeksEnd)
    run.show(0..<2)
    run.settle()
    #expect(run.machine.count <= 9)
  }

  @Test func `is not sought any more when the reader is so far from it that pages go there`()
    throws
  {
    var run = try MachineRun(SimulatedServer(1...20), keep: 6)
    run.load(pages: 4)
    run.send(.seekEnd)
    run.fail(with: PagingError("offline", isRetryable: true))
    run.send(.seekEnd)
    run.show(0..<1)
    #expect(run.list == "1 2 3 4 5 6")
    #expect(!run.machine.seeksEnd)
    #expect(run.waiting.isEmpty)
  }

  @Test func `asks the reader after a number of requests, and goes on when it is sought again`()
    throws
  {
    var run = try MachineRun(SimulatedServer(1...30), maxRequestsToEnd: 3)
    run.load(pages: 1)
    run.show(0..<2)
    run.send(.seekEnd)
    run.settle()
    #expect(run.list.hasSuffix("11 12"))
    #expect(run.state(.append) == .paused(.requests(3)))
    #expect(run.machine.seeksEnd)
    run.send(.seekEnd)
    run.settle()
    #expect(run.list.hasSuffix("20 21"))
  }

  @Test func `is not sought any more when a load fails for good`() throws {
    var run = try run()
    run.send(.seekEnd)
    run.fail()
    #expect(run.waiting.isEmpty)
    #expect(!run.machine.seeksEnd)
  }

  @Test func `is sought only as far as requests are allowed`() throws {
    var run = try run(maxRequests: 2)
    run.send(.seekEnd)
    run.settle()
    #expect(run.state(.append) == .paused(.requests(2)))
    #expect(run.machine.count == 9)
  }

  @Test func `is not sought where it is held`() throws {
    var run = try MachineRun(SimulatedServer(1...3))
    run.load(pages: 1)
    run.send(.seekEnd)
    #expect(!run.machine.seeksEnd)
    #expect(run.waiting.isEmpty)
  }
}
