import Testing

extension PseudoTerminal {
  /// Waits until the output contains `text`, byte for byte, including escape sequences.
  ///
  /// A full-screen program writes only differences, with cursor movements between them. Therefore
  /// wait for one short word, and use the screen (``Tmux``) for longer text. With `after`, an
  /// earlier count of ``output``, only later output is searched.
  /// - Throws: an error after `limit`, or as soon as the program has exited without writing the
  ///   text.
  func waitFor(
    _ text: String, after mark: Int = 0, within limit: Duration = .seconds(60),
    at place: SourceLocation = #_sourceLocation
  ) async throws(HarnessError) {
    let wanted = Array(text.utf8)
    var searched = mark
    try await wait(for: text.debugDescription, within: limit, at: place) {
      let bytes = await output
      guard bytes.count > searched else { return wanted.isEmpty }
      // The bytes that were already searched can contain only the beginning of the text.
      let start = max(mark, searched - wanted.count + 1)
      searched = bytes.count
      return bytes[start...].contains(wanted)
    }
  }

  /// Waits until a condition on the output so far is true; `situation` names it in the failure.
  ///
  ///     try await terminal.waitUntil("two frames") { $0.ranges(of: frameEnd).count >= 2 }
  /// - Throws: an error after `limit`, or as soon as the program has exited and the condition is
  ///   false.
  func waitUntil(
    _ situation: String, within limit: Duration = .seconds(60),
    at place: SourceLocation = #_sourceLocation, _ holds: ([UInt8]) async throws -> Bool
  ) async throws {
    // An untyped error of the condition cannot pass through `wait`, which only throws a
    // `HarnessError`.
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

  /// Waits until `holds` returns true.
  ///
  /// - Throws: an error after `limit`, or as soon as the program has exited and `holds` returns
  ///   false.
  func wait(
    for situation: String, within limit: Duration, at place: SourceLocation,
    _ holds: () async -> Bool
  ) async throws(HarnessError) {
    let reason: String? = try await Polling.answer(within: limit) { () in
      if await holds() { return "" }
      guard let status = await exitStatus else { return nil }
      // The program's last output may not have arrived yet.
      await readRest()
      return await holds() ? "" : "the program ended with \(status)"
    }
    if reason?.isEmpty == true { return }
    throw await failure(situation, reason ?? "not within \(limit)", place)
  }

  /// The error for a situation that did not occur in time, with the last part of the output.
  func failure(
    _ situation: String, _ reason: String, _ place: SourceLocation
  ) async -> HarnessError {
    HarnessError(
      missing: situation, because: reason, shown: OutputTail(await output).description, at: place)
  }
}

/// Waiting by polling, so that a test takes no longer than the program.
enum Polling {
  /// The time between two checks, which is much shorter than a reader could notice.
  static let interval = Duration.milliseconds(5)

  /// Checks until an answer is available; returns nil if `limit` has passed without one.
  ///
  /// It always checks once more after the limit, because the machine may have been busy.
  /// - Throws: an error of `ask`, or an error if the test was cancelled, as by its own time limit.
  static func answer<Value>(
    within limit: Duration, _ ask: () async throws(HarnessError) -> Value?
  ) async throws(HarnessError) -> Value? {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
      if let value = try await ask() { return value }
      do {
        // This pause between two checks leaves the processor to the program.
        try await Task.sleep(for: interval)
      } catch {
        throw HarnessError("the test was cancelled while it waited")
      }
    }
    return try await ask()
  }
}
