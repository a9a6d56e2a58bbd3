import EventLoop
import Testing

/// A sleep is begun and ended on the main queue, which no loop serves in here: what is run on the loop
/// alone is tested, and the rest end to end.
@MainActor @Suite(.timeLimit(.minutes(1))) struct `A main loop's clock` {
  private let loop = MainLoop()

  @Test func `ends a sleep when its timer does`() async throws {
    let clock = MainLoopClock(loop)
    var isAwake = false
    Task {
      // The clock's sleep is what is tested.
      try await clock.sleep(for: .milliseconds(1))
      isAwake = true
    }
    // The sleep begins on the main queue, when that comes to it, and ends in the loop.
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
    // The clock's sleep is what is tested; it is cancelled at once.
    let sleep = Task { try await clock.sleep(for: .seconds(3600)) }
    await Task.yield()
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }

  @Test func `begins no sleep in a task that is cancelled`() async throws {
    let clock = MainLoopClock(loop)
    // The clock's sleep is what is tested; it is cancelled at once.
    let sleep = Task { try await clock.sleep(for: .seconds(3600)) }
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }
}
