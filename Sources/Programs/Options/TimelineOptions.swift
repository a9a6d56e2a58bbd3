/// The moods of a network, made visible on the sample timeline.
nonisolated package struct TimelineOptions: Sendable {
  /// Milliseconds that each load takes longer.
  package var latency = 0
  /// Every so many-th load fails; 0 for none.
  package var failEvery = 0
}
