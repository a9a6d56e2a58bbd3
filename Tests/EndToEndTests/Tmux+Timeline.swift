import Testing

extension Tmux {
  /// Waits until something holds of the timeline, and returns the screen of which it did.
  ///
  /// - Throws: after `limit`, with the screen.
  @discardableResult
  func screen(
    _ situation: String, within limit: Duration = .seconds(30),
    at place: SourceLocation = #_sourceLocation, where holds: (TimelineScreen) -> Bool
  ) async throws -> TimelineScreen {
    var found = TimelineScreen(lines: [])
    try await waitUntil(situation, within: limit, at: place) { lines in
      found = TimelineScreen(lines: lines)
      return holds(found)
    }
    return found
  }

  /// Types bytes as they are, as a terminal would send them.
  func send(bytes text: String) async throws(HarnessError) {
    let codes = text.utf8.map { String($0, radix: 16) }
    try await command(["send-keys", "-H"] + codes)
  }
}
