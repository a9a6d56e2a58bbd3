/// How old the posts are: bursts of a few minutes, hours without any, and nights.
///
/// A day has 16 bursts of 8 posts, one an hour, then a night of eight hours; a burst begins
/// somewhere in its hour and has its own pace. So 100,000 posts reach back 782 days.
enum PostRhythm {
  private static let burst = 8
  private static let day = 16 * burst

  /// Seconds from the newest post back to the post at an index; greater for a greater index.
  ///
  /// Cost: O(1); the age depends on the index alone.
  static func age(at index: Int) -> Int { raw(index) - raw(0) }

  /// A burst ends before the next can begin: 1,199 s until it starts, 8 posts of at most 253 s.
  private static func raw(_ index: Int) -> Int {
    let (burstIndex, place) = index.quotientAndRemainder(dividingBy: burst)
    let hour = burstIndex % (day / burst)
    let random = SplitMix64.hash(1, burstIndex)
    let start = index / day * 86_400 + hour * 3_600 + Int(random % 1_200)
    let pace = 4 + Int((random >> 32) % 250)
    return start + place * pace + Int(SplitMix64.hash(2, index) % UInt64(pace))
  }
}
