import Testing

extension PseudoTerminal {
  /// Waits until the output holds `text`, byte for byte, escape sequences included.
  ///
  /// A program on a full screen writes only what changes, and with cursor movements in between:
  /// wait for one short word, and for the rest look at the screen (``Tmux``). With `after`, a
  /// count of ``output`` taken before, only what came later counts.
  /// - Throws: an error after `limit`, or as soon as the program has ended without it.
  func waitFor(
    _ text: String, after mark: Int = 0, within limit: Duration = .seconds(30),
    at place: SourceLocation = #_sourceLocation
  ) async throws(HarnessError) {
    let wanted = Array(text.utf8)
    var searched = mark
    try await wait(for: text.debugDescription, within: limit, at: place) {
      let bytes = await output
      guard bytes.count > searched else { return wanted.isEmpty }
      // What was searched before can hold no more than the beginning of it.
      let start = max(mark, searched - wanted.count + 1)
      searched = bytes.count
      return bytes[start...].contains(wanted)
    }
  }

  /// Waits until something holds of the output so far; `situation` names it in the failure.
  ///
  ///     try await terminal.waitUntil("two frames") { $0.ranges(of: frameEnd).count >= 2 }
  /// - Throws: an error after `limit`, or as soon as the program has ended without it.
  func waitUntil(
    _ situation: String, within limit: Duration = .seconds(30),
    at place: SourceLocation = #_sourceLocation, _ holds: ([UInt8]) async throws -> Bool
  ) async throws {
    // A closure that throws by a type of its own cannot pass through a typed throw.
    var thrown: (any Error)?
    try await wait(for: situation, within: limit, at: place) {
      do {
        return try await holds(await output)
      } catch {
        thrown = error
        return true
      }
    }
    if let thrown { throw thrown }
  }

  /// Waits until `holds` says so, at most as long as the program lives.
  func wait(
    for situation: String, within limit: Duration, at place: SourceLocation,
    _ holds: () async -> Bool
  ) async throws(HarnessError) {
    let reason: String? = try await Polling.answer(within: limit) { () in
      if await holds() { return "" }
      guard let status = await exitStatus else { return nil }
      // Its last words may still be on the way.
      await readRest()
      return await holds() ? "" : "the program ended with \(status)"
    }
    if reason?.isEmpty == true { return }
    throw await failure(situation, reason ?? "not within \(limit)", place)
  }

  /// The failure of waiting for a situation, with the last part of the output.
  func failure(
    _ situation: String, _ reason: String, _ place: SourceLocation
  ) async -> HarnessError {
    HarnessError(
      missing: situation, because: reason, shown: OutputTail(await output).description, at: place)
  }
}

/// Waiting by asking again, so that a test takes as long as the program does and no longer.
enum Polling {
  /// The time between two questions; short against anything a reader could notice.
  static let interval = Duration.milliseconds(5)

  /// Asks until there is an answer; nil when `limit` has passed without one.
  ///
  /// Always asks once more after the limit, so a machine that was busy elsewhere gets its answer.
  /// - Throws: an error if the test was cancelled (its own time limit).
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
