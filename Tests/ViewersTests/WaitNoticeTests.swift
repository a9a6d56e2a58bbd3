import Paging
import PagingTesting
import Testing

@testable import Viewers

/// The messages of the plain form while it waits.
@Suite(.timeLimit(.minutes(5))) @MainActor struct `A long wait without a screen` {
  private struct Letter: Identifiable {
    let id: Int
  }

  private let source = ScriptedSource<Letter, Int>()
  private let clock = ManualClock()
  private let pager: Pager<Letter, Int>

  init() {
    pager = Pager(source: source, clock: clock, randomFraction: { 0 })
  }

  /// The messages if the first load ends in the given way.
  private func told(_ answer: () async -> Void) async -> [String] {
    var told: [String] = []
    let notice = WaitNotice(pager) { told.append($0) }
    pager.refresh()
    await source.isAsked(1)
    await answer()
    _ = await pager.settled()
    pager.viewportChanged(0..<pager.count)
    // A pager reports every second, so that a screen can count down.
    for second in 1...2 {
      await pagerSleeps(until: .seconds(second))
      clock.pass(.seconds(1))
      await pagerSleeps(until: .seconds(second + 1))
      for _ in 1...100 { await Task.yield() }
    }
    return withExtendedLifetime(notice) { told }
  }

  /// Waits until the pager sleeps until a time; it has then done everything that was due.
  private func pagerSleeps(until time: Duration) async {
    var turns = 0
    while !clock.deadlines.contains(time), turns < 1_000_000 {
      turns += 1
      await Task.yield()
    }
  }

  private func fail(after time: Duration) async {
    await source.fail(0, PagingError("503 busy", isRetryable: true, retryAfter: time))
  }

  @Test func `is told once, with what does not wait`() async {
    let told = await told { await fail(after: .seconds(3_600)) }
    #expect(told == ["503 busy; continuing in 1 h; ^C stops, and --retry-for 0 prevents retries"])
  }

  @Test func `is not told where it is short`() async {
    #expect(await told { await fail(after: .seconds(5)) } == [])
  }

  @Test func `is told of a pause behind a page`() async {
    let told = await told {
      await source.answer(
        0, Page(items: [Letter(id: 1)], after: .more(1), pause: .seconds(90)))
    }
    #expect(told == ["the source asks for a pause; continuing in 1 min 29 s; stop with ^C"])
  }
}
