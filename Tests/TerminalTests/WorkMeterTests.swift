import Terminal
import Testing

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
