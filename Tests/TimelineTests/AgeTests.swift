import Testing
import Timeline

@MainActor @Suite struct `The age of a post` {
  @Test(arguments: [
    (0, "now", 60), (59, "now", 60), (60, "1m", 60), (130, "2m", 60), (3_599, "59m", 60),
    (3_600, "1h", 3_600),
    (7_000, "1h", 200), (7_150, "1h", 60), (86_400, "1d", 86_400), (7 * 86_400, "1w", 86_400),
    (364 * 86_400 + 86_300, "52w", 100), (365 * 86_400, "1y", 86_400), (-5, "now", 60),
  ]) func `is told shortly, and may read otherwise later`(age: Int, text: String, wait: Int) {
    #expect(Age.text(of: 1_000_000_000 - age, at: 1_000_000_000) == text)
    #expect(Age.secondsToChange(of: 1_000_000_000 - age, at: 1_000_000_000) == wait)
  }

  @Test(arguments: [Int.min, -1, 0, .max]) func `is there for any number`(time: Int) {
    for now in [Int.min, -1, 0, 1_800_000_000, .max] {
      #expect(!Age.text(of: time, at: now).isEmpty)
      #expect((60...86_400).contains(Age.secondsToChange(of: time, at: now)))
    }
  }

  @Test func `is shown again when the first of those in sight reads otherwise`() {
    var (now, pending, calls): (Int, [(Duration, @MainActor () -> Void)], Int) = (100_000, [], 0)
    let timer = AgeTimer(now: { now }) { wait, action in
      pending.append((wait, action))
      return Task {}
    }
    timer.onChange = { calls += 1 }
    #expect(timer.text(of: now - 7_000) == "1h")
    #expect(timer.text(of: now - 90_000) == "1d")
    #expect(timer.text(of: now - 130) == "2m")
    #expect(timer.text(of: now - 140) == "2m")
    #expect(pending.map(\.0) == [.seconds(200), .seconds(60)])
    now += 60
    pending[1].1()
    #expect(calls == 1)
    #expect(timer.text(of: now - 200) == "3m")
    #expect(pending.map(\.0).last == .seconds(60))
  }
}
