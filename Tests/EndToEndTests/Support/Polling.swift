/// Waiting by asking again, so that a test takes as long as the program does and no longer.
enum Polling {
  /// The time between two questions; short against anything a reader could notice.
  static let interval = Duration.milliseconds(5)

  /// Asks until there is an answer; nil when `limit` has passed without one.
  ///
  /// Always asks once more after the limit, so a machine that was busy elsewhere gets its answer.
  /// - Throws: when the test was cancelled (its own time limit).
  static func answer<Value>(
    within limit: Duration, _ ask: () async throws(HarnessError) -> Value?
  ) async throws(HarnessError) -> Value? {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
      if let value = try await ask() { return value }
      do {
        // Between two questions, so that asking does not take the processor from the program.
        try await Task.sleep(for: interval)
      } catch {
        throw HarnessError("the test was cancelled while it waited")
      }
    }
    return try await ask()
  }
}
