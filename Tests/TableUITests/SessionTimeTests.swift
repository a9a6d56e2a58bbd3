import TableUI
import Terminal
import Testing

@MainActor @Suite struct `The time of a session` {
  private func time(
    idle: Int? = nil, total: Int? = nil, start: Duration = .seconds(7)
  ) -> SessionTime {
    SessionTime(
      SessionLimits(idle: idle.map { .seconds($0) }, total: total.map { .seconds($0) }),
      start: start)
  }

  private func text(_ time: SessionTime, _ now: Duration) -> String? {
    time.message(at: now)?.text.description
  }

  @Test func `never ends without a limit`() {
    let time = time()
    #expect(time.reached(at: .seconds(1 << 40)) == nil)
    #expect(time.message(at: .seconds(1 << 40)) == nil)
    #expect(time.nextChange(after: .zero) == nil)
  }

  @Test func `ends when there was no input for too long`() {
    var time = time(idle: 300)
    #expect(time.reached(at: .milliseconds(306_999)) == nil)
    #expect(time.reached(at: .seconds(307)) == .idle)
    time.restartIdleTime(at: .seconds(200))
    #expect(time.reached(at: .seconds(499)) == nil)
    #expect(time.reached(at: .seconds(500)) == .idle)
  }

  @Test func `ends when all of it is over, whatever is typed`() {
    var time = time(idle: 300, total: 1_800)
    for second in stride(from: 7, through: 1_806, by: 10) {
      #expect(time.reached(at: .seconds(second)) == nil)
      time.restartIdleTime(at: .seconds(second))
    }
    #expect(time.reached(at: .milliseconds(1_806_999)) == nil)
    #expect(time.reached(at: .seconds(1_807)) == .total)
  }

  @Test func `is silent until its last half minute, and then counts down`() {
    let time = time(idle: 300)
    #expect(text(time, .milliseconds(276_999)) == nil)
    #expect(text(time, .seconds(277)) == "session ends in 30 s: press any key")
    #expect(text(time, .milliseconds(277_001)) == "session ends in 30 s: press any key")
    #expect(text(time, .milliseconds(305_999)) == "session ends in 2 s: press any key")
    #expect(text(time, .seconds(306)) == "session ends in 1 s: press any key")
  }

  @Test func `says which limit comes first`() {
    var time = time(idle: 300, total: 310)
    #expect(text(time, .seconds(287)) == "session ends in 20 s: press any key")
    time.restartIdleTime(at: .seconds(287))
    #expect(text(time, .seconds(288)) == "session ends in 29 s")
  }

  @Test func `asks to be looked at when the warning begins, then by the second, then at the end`() {
    let time = time(idle: 40, start: .zero)
    #expect(time.nextChange(after: .zero) == .seconds(10))
    #expect(time.nextChange(after: .seconds(10)) == .seconds(11))
    #expect(time.nextChange(after: .milliseconds(11_300)) == .seconds(12))
    #expect(time.nextChange(after: .seconds(39)) == .seconds(40))
  }

  @Test func `counts each second once`() {
    let time = time(idle: 40, start: .zero)
    var (now, moments, texts) = (Duration.zero, 0, Set<String>())
    while time.reached(at: now) == nil, let next = time.nextChange(after: now), next > now {
      now = next
      moments += 1
      if let text = text(time, now) { texts.insert(text) }
    }
    #expect(time.reached(at: now) == .idle)
    #expect(moments == 31)
    #expect(texts.count == 31)
  }

  @Test func `is counted down from the start where a limit is short`() {
    let time = time(idle: 3, start: .zero)
    #expect(text(time, .zero) == "session ends in 3 s: press any key")
    #expect(time.nextChange(after: .zero) == .seconds(1))
  }
}
