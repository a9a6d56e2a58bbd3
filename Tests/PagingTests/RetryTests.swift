import Paging
import PagingSimulation
import Testing

/// Loads that fail and are retried automatically; the tests control time and randomness.
@Suite struct `A load that may pass` {
  /// A list of three items whose next page has just failed.
  private static func failed(
    _ error: PagingError = PagingError("offline", isRetryable: true), limit: Duration = .seconds(30)
  ) throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...9), retry: RetryPolicy(limit: limit))
    run.load(pages: 1)
    run.show(0..<3)
    run.send(.failed(try #require(run.waiting.first), error))
    return run
  }

  @Test func `is tried again after a delay, with no key, at the page that failed`() throws {
    var run = try Self.failed()
    let error = PagingError("offline", isRetryable: true)
    #expect(run.machine.state(of: .append) == .waiting(until: .milliseconds(250), after: error))
    #expect(run.waiting.isEmpty)
    run.pass(.milliseconds(249))
    #expect(run.waiting.isEmpty)
    run.pass(.milliseconds(1))
    #expect(run.waiting.map(\.request.position) == [.after(3)])
    run.answer()
    #expect(run.machine.count == 6)
  }

  @Test func `says which try is out, until a page has come or a key starts again`() throws {
    var run = try Self.failed()
    #expect(run.machine.attempt(of: .append) == 1, "none is out")
    for attempt in 2...4 {
      run.pass(.seconds(4))
      #expect(run.machine.state(of: .append) == .loading)
      #expect(run.machine.attempt(of: .append) == attempt)
      run.fail()
    }
    #expect(run.machine.attempt(of: .refresh) == 1)
    run.send(.retry)
    #expect(run.machine.attempt(of: .append) == 1)
    run.fail()
    run.pass(.seconds(4))
    #expect(run.machine.attempt(of: .append) == 2)
    run.answer()
    run.send(.loadMore(.trailing))
    #expect(run.machine.state(of: .append) == .loading)
    #expect(run.machine.attempt(of: .append) == 1)
  }

  @Test func `waits twice as long after each failure, up to a bound`() throws {
    var run = try Self.failed(limit: .seconds(10_000))
    run.randomFraction = 1
    var delays: [Duration] = []
    for _ in 1...8 {
      run.pass(.seconds(20))
      run.fail()
      guard case .waiting(let until, _) = run.machine.state(of: .append) else { break }
      delays.append(until - run.now)
    }
    #expect(delays.map { $0 / .seconds(1) } == [1, 2, 4, 8, 15, 15, 15, 15])
  }

  @Test func `fails for good when the time for it is over`() throws {
    var run = try Self.failed(limit: .seconds(2))
    var attempts = 1
    for _ in 0..<20 {
      guard case .waiting = run.machine.state(of: .append) else { break }
      run.pass(.milliseconds(1_000))
      guard !run.waiting.isEmpty else { continue }
      attempts += 1
      run.fail()
    }
    #expect(run.machine.state(of: .append) == .failed(PagingError("offline", isRetryable: true)))
    #expect(attempts > 2 && run.now <= .seconds(4))
    run.pass(.seconds(1_000))
    #expect(run.waiting.isEmpty)
  }

  @Test func `is not tried again by scrolling`() throws {
    var run = try Self.failed()
    for end in 1...3 { run.show(0..<end) }
    #expect(run.waiting.isEmpty)
  }

  @Test func `is tried at once by a key`() throws {
    var run = try Self.failed()
    run.send(.retry)
    #expect(run.waiting.count == 1)
    run.fail()
    guard case .waiting(let until, _) = run.machine.state(of: .append) else {
      Issue.record("the load does not wait")
      return
    }
    #expect(until == .milliseconds(250), "the key began a new run of failures")
  }

  @Test func `forgets its failures when a page comes`() throws {
    var run = try Self.failed()
    run.pass(.seconds(1))
    run.answer()
    run.show(3..<6)
    run.fail()
    guard case .waiting(let until, _) = run.machine.state(of: .append) else {
      Issue.record("the load does not wait")
      return
    }
    #expect(until - run.now == .milliseconds(250))
  }

  @Test func `P44: waits as long as the source asks, and a random moment more`() throws {
    let error = PagingError("too many requests", isRetryable: true, retryAfter: .seconds(60))
    var run = try Self.failed(error)
    #expect(run.machine.state(of: .append) == .waiting(until: .seconds(60), after: error))
    run.pass(.seconds(59))
    #expect(run.waiting.isEmpty)
    run.pass(.seconds(1))
    #expect(run.waiting.count == 1)
    run.randomFraction = 1
    run.send(.failed(try #require(run.waiting.first), error))
    guard case .waiting(let until, _) = run.machine.state(of: .append) else {
      Issue.record("the load does not wait")
      return
    }
    #expect(until - run.now == .milliseconds(60_500))
  }

  @Test func `has its usual limit where the source asks for no time at all`() throws {
    let error = PagingError("busy", isRetryable: true, retryAfter: .zero)
    var run = try Self.failed(error)
    for _ in 0..<1_000 {
      run.pass(.seconds(1))
      guard let ticket = run.waiting.first else { continue }
      run.send(.failed(ticket, error))
    }
    #expect(run.machine.state(of: .append) == .failed(error))
    #expect(run.now < .seconds(1_200))
    // The pauses grow as if the source had not asked for any.
    #expect(run.issued.count < 20)
  }

  @Test func `has failed where no more requests may go out`() throws {
    let error = PagingError("busy", isRetryable: true)
    var run = try MachineRun(SimulatedServer(1...9), retry: .standard, maxRequests: 2)
    run.load(pages: 1)
    run.show(0..<3)
    run.send(.failed(try #require(run.waiting.first), error))
    #expect(run.machine.state(of: .append) == .failed(error))
  }

  @Test func `tells each second of its wait, for a countdown`() throws {
    var run = try Self.failed(
      PagingError("busy", isRetryable: true, retryAfter: .seconds(3)))
    run.forget()
    run.pass(.milliseconds(2_500))
    #expect(run.changes == [.states, .states])
  }

  @Test func `is given up by the reader`() throws {
    var run = try Self.failed()
    run.send(.cancel)
    #expect(run.machine.state(of: .append) == .cancelled)
    run.pass(.seconds(100))
    #expect(run.waiting.isEmpty)
  }

  @Test func `P43: is the page that failed, never the first one`() throws {
    var run = try MachineRun(SimulatedServer(1...30), retry: .standard)
    run.load(pages: 3)
    run.show(0..<9)
    run.fail()
    run.pass(.seconds(1))
    #expect(run.waiting.map(\.request.position) == [.after(9)])
  }

  @Test func `waits behind a refresh`() throws {
    var run = try Self.failed()
    run.send(.refresh)
    run.pass(.seconds(5))
    #expect(run.waiting.map(\.request.reason) == [.refresh])
    run.answer()
    run.pass(.seconds(1))
    #expect(run.waiting.map(\.request.reason) == [.append])
  }

  @Test func `is not tried again where it will not pass`() throws {
    let run = try Self.failed(PagingError("no such table", isRetryable: false))
    #expect(
      run.machine.state(of: .append) == .failed(PagingError("no such table", isRetryable: false)))
    #expect(run.wake == nil)
  }

  @Test func `is a first page too`() throws {
    var run = try MachineRun(SimulatedServer(1...9), retry: .standard)
    run.send(.refresh)
    run.fail()
    run.pass(.seconds(1))
    run.answer()
    #expect(run.machine.count == 3)
  }
}
