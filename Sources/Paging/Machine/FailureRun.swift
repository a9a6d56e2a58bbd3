/// Failures of one load, one after the other.
package struct FailureRun: Hashable, Sendable {
  /// When the first one was.
  package let start: Duration
  /// How many there were.
  package var count = 0
}
