import Testing

/// A screen of the timeline, divided into its parts.
struct TimelineScreen: Hashable, Sendable {
  /// All lines, right-trimmed.
  let lines: [String]

  /// The last line.
  var status: String { lines.last ?? "" }

  /// The number of loaded posts in the status line; nil if the status line does not state it.
  var loaded: Int? {
    let words = status.split(separator: " ").filter { $0 != "posts" }
    guard let place = words.firstIndex(of: "loaded"), place > 0 else { return nil }
    return Int(words[place - 1].filter { $0 != "," })
  }

  /// The lines above the status line, without the parts that change on their own: ages and
  /// pictures.
  var body: [String] { lines.dropLast().map(Self.steady) }

  /// The body without the column of the selection bar and the column next to it.
  var contents: [String] { body.map { String($0.dropFirst(2)) } }

  /// The lines of the selected post, without the bar.
  var selection: [String] {
    body.filter { $0.hasPrefix("▌") }.map { String($0.dropFirst(2)) }
  }

  /// Whether a post by the same author is selected, judged by the first line of the selection.
  func selects(_ post: SamplePost) -> Bool {
    selection.first?.hasSuffix("@\(post.authorHandle)") ?? false
  }

  /// A line without the age at its end, which increases, and with a fixed text in place of a
  /// picture, which is only a placeholder at first.
  private static func steady(_ line: String) -> String {
    let line = line.replacing(#/ [·-] (now|\d+[mhdwy])$/#, with: "")
    let text = line.drop { $0 == "▌" || $0 == " " }
    let isPicture = text.unicodeScalars.contains { (0x2580...0x259F).contains($0.value) }
    guard isPicture else { return line }
    return line.hasPrefix("▌") ? "▌ picture" : "  picture"
  }
}

extension Tmux {
  /// Waits until a condition on the timeline is true, and returns the screen that meets it.
  ///
  /// - Throws: an error with the screen, after `limit`.
  @discardableResult
  func screen(
    _ situation: String, within limit: Duration = .seconds(60),
    at place: SourceLocation = #_sourceLocation, where holds: (TimelineScreen) -> Bool
  ) async throws -> TimelineScreen {
    var found = TimelineScreen(lines: [])
    try await waitUntil(situation, within: limit, at: place) { lines in
      found = TimelineScreen(lines: lines)
      return holds(found)
    }
    return found
  }

  /// Quits the program with a key, after which it must exit with status 0.
  func quit(by key: String = "q", at location: SourceLocation = #_sourceLocation) async throws {
    try await send(key)
    #expect(try await waitForExit() == .exited(0), sourceLocation: location)
  }

  /// Types bytes as they are, as a terminal would send them.
  func send(bytes text: String) async throws(HarnessError) {
    let codes = text.utf8.map { String($0, radix: 16) }
    try await command(["send-keys", "-H"] + codes)
  }
}
