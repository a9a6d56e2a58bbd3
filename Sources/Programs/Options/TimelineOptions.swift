/// The network that is simulated for the sample timeline.
nonisolated package struct TimelineOptions: Sendable {
  /// Milliseconds that each load takes longer.
  package var latency = 0
  /// Every n-th load fails; 0 for none.
  package var failEvery = 0
}
