/// Failures of one load, one after the other.
struct FailureRun: Hashable, Sendable {
  /// When the first one was.
  let start: Duration
  /// How many there were.
  var count = 0
}
