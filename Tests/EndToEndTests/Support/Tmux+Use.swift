import Testing

extension Tmux {
  /// The screen as a reader sees it: a string a line, right-trimmed, as many as there are lines.
  func capture() async throws(HarnessError) -> [String] {
    Self.lines(try await command(["capture-pane", "-p"]))
  }

  /// The screen with SGR sequences before the text they style.
  func captureWithStyles() async throws(HarnessError) -> [String] {
    Self.lines(try await command(["capture-pane", "-p", "-e"]))
  }

  /// Presses keys by tmux's names: `j`, `Enter`, `Escape`, `PageDown`, `C-c`, `Up`, `F5`.
  func send(_ keys: String...) async throws(HarnessError) {
    try await command(["send-keys"] + keys)
  }

  /// Types text as it is.
  func type(_ text: String) async throws(HarnessError) {
    try await command(["send-keys", "-l", "--", text])
  }

  /// Gives the terminal another size.
  func resize(lines: Int, columns: Int) async throws(HarnessError) {
    try await command(["resize-window", "-x", "\(columns)", "-y", "\(lines)"])
  }

  /// How the program ended, 128 + `n` for a signal `n`; nil while it runs.
  ///
  /// - Throws: also when the pane is dead, for which nothing but the end of its shell is a reason.
  var exitStatus: ExitStatus? {
    get async throws(HarnessError) {
      guard case .ended(let status) = try await report() else { return nil }
      return .exited(status)
    }
  }

  /// Whether the program is stopped, by ^Z (`send("C-z")`); `send("Enter")` resumes it.
  var isStopped: Bool {
    get async throws(HarnessError) { try await report() == .stopped }
  }

  /// Waits until the program is stopped.
  ///
  /// - Throws: when it is not within `limit`, with the screen.
  func waitUntilStopped(
    within limit: Duration = .seconds(30), at place: SourceLocation = #_sourceLocation
  ) async throws(HarnessError) {
    let stopped: Bool? = try await Polling.answer(within: limit) { () throws(HarnessError) in
      try await isStopped ? true : nil
    }
    guard stopped == nil else { return }
    throw HarnessError(
      missing: "the program to stop", because: "not within \(limit)",
      shown: try await capture().joined(separator: "\n"), at: place)
  }

  private func report() async throws(HarnessError) -> JobShell.Report? {
    let answer = try await command(["list-panes", "-F", "#{pane_dead}#{pane_title}"])
    guard answer.hasPrefix("0") else { throw HarnessError("the shell in the tmux pane has ended") }
    return JobShell.Report(title: answer.dropFirst().filter { $0 != "\n" })
  }

  /// Waits until a line of the screen holds `text`.
  ///
  /// - Throws: after `limit`, with the screen.
  func waitFor(
    _ text: String, within limit: Duration = .seconds(30),
    at place: SourceLocation = #_sourceLocation
  ) async throws {
    try await waitUntil(text.debugDescription, within: limit, at: place) { lines in
      lines.contains { $0.contains(text) }
    }
  }

  /// Waits until something holds of the screen; `situation` names it in the failure.
  ///
  /// - Throws: after `limit`, with the screen.
  func waitUntil(
    _ situation: String, within limit: Duration = .seconds(30),
    at place: SourceLocation = #_sourceLocation, _ holds: ([String]) -> Bool
  ) async throws {
    var screen: [String] = []
    let found: Bool? = try await Polling.answer(within: limit) { () throws(HarnessError) in
      screen = try await capture()
      return holds(screen) ? true : nil
    }
    guard found == nil else { return }
    let status = try await exitStatus
    throw HarnessError(
      missing: situation,
      because: status.map { "the program ended with \($0)" } ?? "not within \(limit)",
      shown: screen.joined(separator: "\n"), at: place)
  }

  /// Waits until the program has ended; its last screen stays to be captured.
  ///
  /// - Throws: when it still runs after `limit`, with the screen.
  @discardableResult
  func waitForExit(
    within limit: Duration = .seconds(30), at place: SourceLocation = #_sourceLocation
  ) async throws -> ExitStatus {
    let status = try await Polling.answer(within: limit) { () throws(HarnessError) in
      try await exitStatus
    }
    if let status { return status }
    throw HarnessError(
      missing: "the program's end", because: "it still runs after \(limit)",
      shown: try await capture().joined(separator: "\n"), at: place)
  }

  /// Every line is ended by a line feed, so the last piece is empty.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
