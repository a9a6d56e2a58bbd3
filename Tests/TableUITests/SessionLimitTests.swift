import PagingTesting
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `The limits of a session` {
  private let screen = MemoryScreen(size: Size(lines: 3, columns: 60))
  private let root = SampleController()
  private let clock = ManualClock()

  private func session(idle: Int? = nil, total: Int? = nil) async -> Session {
    root.status = [Message("Title", .title)]
    let session = Session(screen: screen, root: root)
    session.limit(
      SessionLimits(idle: idle.map { .seconds($0) }, total: total.map { .seconds($0) }),
      clock: clock)
    await wait { !clock.deadlines.isEmpty }
    return session
  }

  /// Lets time pass, and waits until the session sleeps again.
  private func pass(_ seconds: Int) async {
    let before = clock.deadlines
    clock.pass(.seconds(seconds))
    await wait { !clock.deadlines.isEmpty && clock.deadlines != before }
  }

  @Test func `draw nothing before the last half minute`() async {
    let session = await session(idle: 300)
    #expect(clock.deadlines == [.seconds(270)])
    clock.pass(.seconds(269))
    #expect(session.frameCount == 1)
    #expect(clock.deadlines == [.seconds(270)])
  }

  @Test func `count down in the status line, a frame a second`() async {
    let session = await session(idle: 300)
    await pass(270)
    await wait { session.frameCount == 2 }
    #expect(screen.picture.hasSuffix(" Title  ·  session ends in 30 s: press any key       q quit"))
    for second in 1...29 {
      await pass(1)
      await wait { session.frameCount == 2 + second }
    }
    #expect(screen.picture.contains("ends in 1 s"))
    clock.pass(.seconds(1))
    await wait { session.end != nil }
    #expect(session.end == .limit(.idle))
    #expect(session.frameCount == 31)
  }

  @Test func `start again with a key, and not with an answer of the terminal`() async {
    let session = await session(idle: 300)
    await pass(280)
    screen.send([.input(.focus(true))])
    #expect(screen.picture.contains("ends in 20 s"))
    screen.type("x")
    #expect(!screen.picture.contains("ends in"))
    await pass(1)
    #expect(clock.deadlines == [.seconds(550)])
    #expect(session.end == nil)
  }

  @Test func `end a session that is never silent`() async {
    let session = await session(idle: 300, total: 100)
    await pass(99)
    screen.type("x")
    #expect(screen.picture.contains("session ends in 1 s"))
    clock.pass(.seconds(1))
    await wait { session.end != nil }
    #expect(session.end == .limit(.total))
  }

  @Test func `leave a session that has ended as it is`() async {
    let session = await session(idle: 300)
    screen.type("q")
    await wait { clock.deadlines.isEmpty }
    clock.pass(.seconds(301))
    #expect(session.end == .quit)
  }

  @Test func `let the newest ones count`() async {
    let session = await session(idle: 300)
    session.limit(SessionLimits(total: .seconds(50)), clock: clock)
    await wait { clock.deadlines == [.seconds(20)] }
    #expect(session.end == nil)
  }
}
