import Paging
import Testing

@Suite struct `The words for a wait` {
  @Test(arguments: [
    (Duration.zero, "1 s"), (.milliseconds(1), "1 s"), (.seconds(1), "1 s"),
    (.milliseconds(1_001), "2 s"), (.seconds(59), "59 s"), (.seconds(60), "1 min"),
    (.seconds(61), "1 min 1 s"), (.seconds(3_599), "59 min 59 s"), (.seconds(3_600), "1 h"),
    (.seconds(3_659), "1 h"), (.seconds(7_384), "2 h 3 min"), (.seconds(86_400), "1 d"),
    (.seconds(90_061), "1 d 1 h"), (.seconds(31_536_000), "365 d"), (.seconds(-5), "1 s"),
  ]) func `are its two largest units`(wait: Duration, words: String) {
    #expect(wait.words == words)
  }

  @Test func `are found for any wait`() {
    for seconds in [Int.max, Int.min] { _ = Duration.seconds(seconds).words }
    #expect(Duration.seconds(1 << 50).words == Duration.seconds(1 << 48).words)
  }
}
