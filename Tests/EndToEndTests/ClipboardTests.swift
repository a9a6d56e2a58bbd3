import Foundation
import Testing

/// A text that is copied, and what comes to the clipboard: tmux is the terminal, whose clipboard is a buffer.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `A copied value` {
  /// Quotes, line ends, wide characters, an escape sequence, and enough bytes for several pieces of screen.
  private static let value =
    "one\n\"two\"\té 漢 \u{1B}[31m" + String(repeating: "0123456789", count: 790)

  private static var line: String {
    let text = value.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      .replacing("\t", with: "\\t").replacing("\u{1B}", with: "\\u001b")
    return "{\"id\": 1, \"text\": \"\(text)\"}\n{\"id\": 2}\n"
  }

  /// Copies in the program, which runs within another one, if any, that is within tmux.
  private static func check(
    within words: (TemporaryDirectory) throws -> [String] = { _ in [] }
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(line, to: "log.ndjson")
      var launch = home.launch("log.ndjson")
      let outer = try words(home.directory)
      if !outer.isEmpty {
        // Each of them looks whether it is within itself.
        launch.arguments =
          ["-u", "TMUX", "-u", "STY"] + outer + [launch.program] + launch.arguments
        launch.program = "env"
      }
      try await Tmux.run(launch, lines: 24, columns: 80) { tmux in
        try await tmux.waitFor("log.ndjson")
        try await tmux.send("Enter")
        try await tmux.waitFor("0123456789")
        let copied = try await copy(in: tmux)
        #expect(copied == Array(value.utf8))
        // Who is in between ends with the program.
        try await tmux.send("q", "q")
        try await tmux.waitForExit()
      }
    }
  }

  private static func copy(in tmux: Tmux) async throws -> [UInt8]? {
    try await tmux.command(["set-option", "-s", "set-clipboard", "on"])
    try await tmux.send("j", "y")
    try await tmux.waitFor("copied text")
    return try await Polling.answer(within: .seconds(10)) { () throws(HarnessError) in
      (try? await tmux.command(["save-buffer", "-"])).map { Array($0.utf8) }
    }
  }

  @Test func `is in the clipboard of tmux, byte for byte`() async throws {
    try await Self.check()
  }

  @Test func `goes through another tmux to the terminal around it`() async throws {
    try await Self.check { directory in
      let settings = try directory.write(
        """
        set -g default-terminal tmux-256color
        set -g status off
        set -s set-clipboard off
        set -g allow-passthrough on
        """, to: "inner.conf")
      return [
        "tmux", "-u", "-S", directory.path + "/inner", "-f", settings, "new-session",
      ]
    }
  }

  private static let hasScreen = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/screen")
    }

  @Test(.enabled(if: hasScreen, "screen is not installed"))
  func `goes through screen to the terminal around it`() async throws {
    try await Self.check { directory in
      let settings = try directory.write("startup_message off\n", to: "screenrc")
      return [
        "SCREENDIR=\(directory.path)/screens", "screen", "-U", "-c", settings,
      ]
    }
  }
}
