/// What an answer of a made-up service takes: all that it lacks of a real one.
nonisolated public struct Latency: Sendable {
  private let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  /// Waits that long; a load that is cancelled ends it.
  ///
  /// - Throws: `CancellationError`.
  public func wait() async throws {
    guard duration > .zero else { return }
    // A wait by definition, as long as --latency says.
    try await Task.sleep(for: duration)
  }
}
