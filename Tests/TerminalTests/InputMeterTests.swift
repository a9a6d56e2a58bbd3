import Terminal
import Testing

@Suite struct `An input meter` {
  private func meter() -> InputMeter { InputMeter(bytesPerSecond: 100) }

  @Test func `lets a second's bytes pass at once, and no more`() {
    var meter = meter()
    #expect(meter.admit(60, at: .seconds(5)) == 60)
    #expect(meter.admit(60, at: .seconds(5)) == 40)
    #expect(meter.admit(1, at: .seconds(5)) == 0)
  }

  @Test func `lets pass what time has brought`() {
    var meter = meter()
    _ = meter.admit(100, at: .zero)
    #expect(meter.admit(9, at: .milliseconds(9)) == 0)
    #expect(meter.admit(9, at: .milliseconds(10)) == 1)
    #expect(meter.admit(900, at: .milliseconds(510)) == 50)
  }

  @Test func `saves up no more than a second's bytes`() {
    var meter = meter()
    _ = meter.admit(100, at: .zero)
    #expect(meter.admit(900, at: .seconds(86_400)) == 100)
  }

  @Test(arguments: [1, 7, 10, 900]) func `loses none, however often it is asked`(
    milliseconds: Int
  ) {
    var meter = meter()
    _ = meter.admit(100, at: .zero)
    var passed = 0
    var now = Duration.zero
    while now < .seconds(999) {
      now += .milliseconds(milliseconds)
      passed += meter.admit(1_000, at: now)
    }
    #expect(abs(passed - Int(now / .milliseconds(10))) <= 1)
  }

  @Test func `takes a clock that goes back for one that stands`() {
    var meter = meter()
    _ = meter.admit(100, at: .seconds(9))
    #expect(meter.admit(1, at: .seconds(3)) == 0)
    #expect(meter.admit(1, at: .seconds(9)) == 0)
  }

  @Test func `tells how long more has come than may pass`() {
    var meter = meter()
    #expect(meter.floodTime == .zero)
    for tenth in 0...30 { _ = meter.admit(50, at: .milliseconds(tenth * 100)) }
    #expect(meter.floodTime == .milliseconds(2_800))
    _ = meter.admit(1, at: .seconds(5))
    _ = meter.admit(999, at: .seconds(5))
    #expect(meter.floodTime == .zero)
  }

  @Test(arguments: [0, -5, 1]) func `lets one byte a second pass at the least`(limit: Int) {
    var meter = InputMeter(bytesPerSecond: limit)
    #expect(meter.admit(9, at: .zero) == 1)
    #expect(meter.admit(9, at: .seconds(1)) == 1)
  }
}

@Suite struct `A work meter` {
  @Test func `asks for no rest before anything was done`() {
    #expect(WorkMeter().debt(at: .seconds(7)) == .zero)
  }

  @Test func `asks for seven times as long as was worked, less the second that was saved up`() {
    var meter = WorkMeter()
    meter.charge(.milliseconds(500), at: .seconds(9))
    #expect(meter.debt(at: .seconds(9)) == .seconds(2.5))
    #expect(meter.debt(at: .seconds(10)) == .seconds(1.5))
    #expect(meter.debt(at: .seconds(11.5)) == .zero)
  }

  @Test func `asks for no rest for what was made up for before anybody asked`() {
    var meter = WorkMeter()
    meter.charge(.zero, at: .zero)
    meter.charge(.milliseconds(830), at: .milliseconds(4_830))
    #expect(meter.debt(at: .milliseconds(4_830)) == .zero)
  }

  @Test func `saves up no more than a second`() {
    var meter = WorkMeter()
    meter.charge(.zero, at: .zero)
    meter.charge(.zero, at: .seconds(86_400))
    meter.charge(.milliseconds(200), at: .seconds(86_400))
    #expect(meter.debt(at: .seconds(86_400)) == .milliseconds(400))
  }

  @Test func `asks for five seconds at most`() {
    var meter = WorkMeter()
    meter.charge(.seconds(60), at: .seconds(60))
    #expect(meter.debt(at: .seconds(60)) == .seconds(5))
  }

  @Test(arguments: [1, 7, 100, 900]) func `gives work a seventh of the time`(milliseconds: Int) {
    var meter = WorkMeter()
    var (now, worked) = (Duration.zero, Duration.zero)
    let work = Duration.milliseconds(milliseconds)
    while now < .seconds(1000) {
      if meter.debt(at: now) == .zero {
        now += work
        worked += work
        meter.charge(work, at: now)
      } else {
        now += .milliseconds(10)
        meter.charge(.zero, at: now)
      }
    }
    #expect(abs(worked / now - 1.0 / 7) < 0.02)
  }
}
