/// The measurements of many simultaneous viewers.
struct Round {
  /// The times from keys to the first bytes after them.
  var times = Sample()
  /// The times in `times`, but each counted from when the key was due, and therefore longer if a
  /// busy machine typed the key late.
  var waits = Sample()
  /// The number of keys without an answer.
  var lost = 0
  /// The duration of the round.
  var duration = Duration.zero

  /// Whether no key is lost, and the 99th percentile of `waits` is less than the limit.
  func isWithin(_ limit: Duration) -> Bool {
    lost == 0 && waits.percentile(99) < limit / .seconds(1)
  }
}
