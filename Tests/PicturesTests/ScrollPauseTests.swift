import PagingTesting
import Pictures
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `Pictures over a slow line` {
  private let clock = ManualClock()

  private func rest(_ milliseconds: Int = 150) -> ScrollPause<String, ManualClock> {
    ScrollPause(.milliseconds(milliseconds), clock: clock)
  }

  /// Starts a task that waits for a scroll pause; its value is the time when the pause ended.
  private func waiting(_ rest: ScrollPause<String, ManualClock>) async -> Task<Duration, Never> {
    let task = Task { @MainActor in
      await rest.wait()
      return clock.now.offset
    }
    while clock.deadlines.isEmpty { await Task.yield() }
    return task
  }

  @Test func `are drawn when none has come into sight for a while`() async {
    let rest = rest()
    #expect(!rest.allows("a"))
    let task = await waiting(rest)
    #expect(clock.deadlines == [.milliseconds(150)])
    clock.pass(.milliseconds(150))
    #expect(await task.value == .milliseconds(150))
  }

  @Test func `wait as long as others come`() async {
    let rest = rest()
    #expect(!rest.allows("a"))
    let task = await waiting(rest)
    for _ in 1...20 {
      clock.pass(.milliseconds(100))
      #expect(!rest.allows("another"))
    }
    // When the task runs again after its first sleep, it sleeps until the end of the last pause.
    await slept(until: .milliseconds(2_150))
    clock.pass(.milliseconds(149))
    #expect(clock.deadlines == [.milliseconds(2_150)])
    clock.pass(.milliseconds(1))
    #expect(await task.value == .milliseconds(2_150))
  }

  private func slept(until end: Duration) async {
    while clock.deadlines != [end] { await Task.yield() }
  }

  @Test func `stay where they have only moved`() {
    let rest = rest()
    rest.note(released: "a")
    #expect(rest.allows("a"))
    #expect(!rest.allows("b"))
    clock.pass(.milliseconds(20))
    #expect(!rest.allows("a"))
  }

  @Test func `are not waited for where bytes are quick`() async {
    let rest = rest(0)
    #expect(rest.allows("a"))
    await rest.wait()
  }
}
