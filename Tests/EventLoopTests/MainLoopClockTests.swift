import EventLoop
import Testing

/// A sleep begins on the main queue, and ends with a timer of the loop or with a cancellation.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `A main loop's clock` {
  private let loop = MainLoop()

  @Test func `ends a sleep when its timer does`() async throws {
    let clock = MainLoopClock(loop)
    var isAwake = false
    Task {
      // The sleep of the clock is under test.
      try await clock.sleep(for: .milliseconds(1))
      isAwake = true
    }
    // The sleep begins when the main queue runs it, and ends in the loop.
    while !isAwake, !Task.isCancelled {
      var isOver = false
      loop.after(.milliseconds(2)) { isOver = true }
      try loop.run { isOver }
      await Task.yield()
    }
    #expect(isAwake)
  }

  @Test func `ends a sleep that is cancelled, and forgets its timer`() async throws {
    let clock = MainLoopClock(loop)
    // The sleep of the clock is under test; it is cancelled immediately.
    let sleep = Task { try await clock.sleep(for: .seconds(3600)) }
    await Task.yield()
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }

  @Test func `begins no sleep in a task that is cancelled`() async throws {
    let clock = MainLoopClock(loop)
    // The sleep of the clock is under test; it is cancelled immediately.
    let sleep = Task { try await clock.sleep(for: .seconds(3600)) }
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }
}
