import Paging
import PagingSimulation
import Testing

/// A command of the reader overrides a wait, a pause, a failure and a cancellation.
@Suite struct `What stands against a load at an edge or in a gap` {
  /// The problem that stops a load.
  enum Problem: CaseIterable {
    case failure, wait, stop, stall, requests
  }

  private let offline = PagingError("offline", isRetryable: true)

  /// A list of 9 10 11 from 1...20 that has met a problem at both edges.
  private func middle(_ problem: Problem) throws -> MachineRun {
    var run = try MachineRun(
      SimulatedServer(1...20, goesBack: true), opensAtEnd: true,
      retry: problem == .wait ? .standard : .never, maxRequests: problem == .requests ? 1 : nil,
      stallLimit: 1)
    run.send(.jump(.after(8)))
    run.answer([9, 10, 11], before: .more(9), after: .more(11))
    run.show(0..<3)
    switch problem {
    case .failure, .wait: for _ in 0..<2 { run.fail(with: offline) }
    case .stop: run.send(.cancel)
    case .stall:
      run.answer([], before: .more(9), after: .more(12))
      run.answer([], before: .more(8), after: .more(8))
    case .requests: break
    }
    #expect(run.waiting.isEmpty)
    run.forget()
    return run
  }

  @Test(arguments: Problem.allCases, [PagerEvent<Post, Int>.refresh, .refreshAround])
  func `is overruled by a refresh, and what is needed is loaded after it`(
    problem: Problem, key: PagerEvent<Post, Int>
  ) throws {
    var run = try middle(problem)
    run.send(key)
    #expect(run.state(.append) == .idle && run.state(.prepend) == .idle)
    #expect(run.waiting.map { $0.request.reason } == [.refresh])
    run.settle()
    #expect(run.state(.append) != .failed(offline))
    let reasons = Set(run.issued.map { $0.request.reason })
    #expect(problem == .requests || reasons.isSuperset(of: [.refresh, .append, .prepend]))
  }

  @Test(arguments: [Problem.failure, .wait, .stop, .stall])
  func `is overruled by a refresh that fails`(problem: Problem) throws {
    var run = try middle(problem)
    run.send(.refresh)
    run.fail(with: PagingError("gone", isRetryable: false))
    #expect(Set(run.waiting.map { $0.request.reason }) == [.append, .prepend])
  }

  @Test(arguments: Problem.allCases) func `is overruled by a jump, also where that fails`(
    problem: Problem
  ) throws {
    var run = try middle(problem)
    run.send(.jump(.after(4)))
    #expect(run.state(.append) == .idle && run.state(.prepend) == .idle)
    run.fail(with: PagingError("gone", isRetryable: false))
    #expect(run.list == "9 10 11")
    #expect(run.state(.append) != .failed(offline) && run.state(.append) != .cancelled)
  }

  @Test(arguments: [PagerEvent<Post, Int>.jump(.start), .jump(.end)])
  func `is overruled by a jump to an end that is held`(key: PagerEvent<Post, Int>) throws {
    var run = try MachineRun(SimulatedServer(1...20), opensAtEnd: true)
    run.load(pages: 1)
    run.show(0..<3)
    run.fail(with: offline)
    run.forget()
    if case .jump(.end) = key { run.server.ids = [1, 2, 3] }
    run.send(key)
    #expect(run.waiting.count == 1)
    run.answer()
    #expect(run.state(.append) != .failed(offline))
  }

  @Test func `is overruled by a refresh that was asked for while the source's own is out`() throws {
    var run = try middle(.failure)
    run.send(.sourceChanged)
    run.send(.refreshAround)
    #expect(run.state(.append) == .idle)
  }

  @Test func `stands after a look that only the source asked for`() throws {
    var run = try middle(.failure)
    run.send(.sourceChanged)
    run.answer()
    #expect(run.state(.append) == .failed(offline))
    #expect(run.waiting.isEmpty)
  }

  @Test func `waits no more to fill a gap, and is forgotten where it failed`() throws {
    for retry in [RetryPolicy.standard, .never] {
      var run = try MachineRun(SimulatedServer(1...30), retry: retry)
      run.load(pages: 2)
      run.server.ids.insert(contentsOf: -6...0, at: 0)
      run.send(.refresh)
      run.answer()
      let gap = try #require(run.gap)
      run.send(.fill(gap: gap, from: .leading))
      run.fail(with: offline)
      run.send(.refresh)
      #expect(run.machine.state(ofGap: gap) == .idle)
      run.forget()
      run.answer()
      #expect(run.asked == (retry == .standard ? ["gap after(-4)"] : []))
    }
  }
}
