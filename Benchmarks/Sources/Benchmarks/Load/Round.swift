/// What many viewers measured at once.
struct Round {
  /// From keys to the first bytes after them.
  var times = Sample()
  /// Keys that no bytes came for.
  var lost = 0
  /// How long it took.
  var duration = Duration.zero

  /// Whether so many viewers are served well.
  func isWithin(_ limit: Duration) -> Bool {
    lost == 0 && times.percentile(99) < limit / .seconds(1)
  }
}
