/// What many viewers measured at once.
struct Round {
  /// From keys to the first bytes after them.
  var times = Sample()
  /// The same, each from when it was due; the one who types them may come late on a busy machine.
  var waits = Sample()
  /// Keys that no bytes came for.
  var lost = 0
  /// How long it took.
  var duration = Duration.zero

  /// Whether this number of viewers is served well.
  func isWithin(_ limit: Duration) -> Bool {
    lost == 0 && waits.percentile(99) < limit / .seconds(1)
  }
}
