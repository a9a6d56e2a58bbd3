/// The measurements of many viewers at once.
struct Round {
  /// The times from keys to the first bytes after them.
  var times = Sample()
  /// The same times, but each counted from when the key was due; on a busy machine keys may be
  /// typed late.
  var waits = Sample()
  /// The number of keys without an answer.
  var lost = 0
  /// The duration of the round.
  var duration = Duration.zero

  /// Whether this number of viewers is served well.
  func isWithin(_ limit: Duration) -> Bool {
    lost == 0 && waits.percentile(99) < limit / .seconds(1)
  }
}
