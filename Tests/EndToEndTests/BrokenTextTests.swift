import Foundation
import Testing

/// Bytes in a file that are no text.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `A text file with bytes that are no text` {
  private static func show(
    _ bytes: [UInt8], columns: Int = 40, body: (Tmux) async throws -> Void
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      try Data(bytes).write(to: URL(filePath: home.directory.path + "/file"))
      let launch = home.launch("-S", "file")
      try await Tmux.run(launch, lines: 8, columns: columns) { tmux in try await body(tmux) }
    }
  }

  private static func wait(_ tmux: Tmux, for rows: [String]) async throws {
    try await tmux.waitUntil("\(rows)") { Array($0.prefix(rows.count)) == rows }
  }

  /// Latin-1, a lone continuation, overlong forms, a surrogate, beyond U+10FFFF, and a scalar cut off.
  private static let kinds: [(bytes: [UInt8], shown: String)] = [
    ([0x61, 0xE9, 0x62], "a<E9>b"), ([0x80], "<80>"), ([0xC0, 0xAF], "<C0><AF>"),
    ([0xE0, 0x80, 0xAF], "<E0><80><AF>"), ([0xED, 0xA0, 0x80], "<ED><A0><80>"),
    ([0xF4, 0x90, 0x80, 0x80], "<F4><90><80><80>"), ([0x61, 0xE6, 0xBC], "a<E6><BC>"),
  ]

  @Test func `shows each by its number`() async throws {
    let bytes = Self.kinds.map(\.bytes).joined(separator: [10])
    try await Self.show(Array(bytes)) { tmux in
      try await Self.wait(tmux, for: Self.kinds.map(\.shown))
      let styled = try await tmux.captureWithStyles()
      #expect(styled[0].hasPrefix("a\u{1B}[7m<E9>\u{1B}["), "\(styled[0].debugDescription)")
      #expect(styled[0].hasSuffix("mb"))
    }
  }

  @Test func `keeps the columns behind them`() async throws {
    let rows: [[UInt8]] = [
      [0xE9, 9] + Array("tab".utf8), Array("漢".utf8) + [0xFF] + Array("字\tx".utf8),
      [0xFF] + Array("\u{301}e\u{301}".utf8), Array("<E9>".utf8) + [0xE9],
    ]
    try await Self.show(Array(rows.joined(separator: [10]))) { tmux in
      try await Self.wait(
        tmux, for: ["<E9>    tab", "漢<FF>字        x", "<FF><U+0301>e\u{301}", "<E9><E9>"])
      let styled = try await tmux.captureWithStyles()
      #expect(styled[3].hasPrefix("<E9>\u{1B}[7m<E9>"))
    }
  }

  @Test func `cuts, scrolls and wraps them as text`() async throws {
    let bytes = (0..<30).map { UInt8(0x80 + $0) }
    let whole = bytes.map { "<\(String($0, radix: 16, uppercase: true))>" }.joined()
    try await Self.show(bytes + [10] + Array("next".utf8)) { tmux in
      try await Self.wait(tmux, for: ["\(whole.prefix(39))…", "next"])
      try await tmux.send("l")
      try await Self.wait(tmux, for: ["\(whole.dropFirst(20).prefix(39))…", ""])
      try await tmux.send("h", "w")
      try await Self.wait(
        tmux,
        for: [
          "\(whole.prefix(40))", "\(whole.dropFirst(40).prefix(40))", "\(whole.dropFirst(80))",
          "next",
        ])
      let styled = try await tmux.captureWithStyles()
      #expect(styled[1].contains("\u{1B}[7m") || styled[0].hasPrefix("\u{1B}[7m"))
    }
  }

  @Test func `cuts no scalar for them at the edge of the screen`() async throws {
    try await Self.show(Array(String(repeating: "漢", count: 100).utf8)) { tmux in
      try await Self.wait(tmux, for: [String(repeating: "漢", count: 19) + " …"])
      try await tmux.send("l")
      try await Self.wait(tmux, for: [String(repeating: "漢", count: 19) + " …"])
    }
  }

  @Test func `keeps tabs where they are when scrolled`() async throws {
    let text = String(repeating: "x", count: 30) + "\tafter" + String(repeating: "y", count: 60)
    try await Self.show(Array(text.utf8)) { tmux in
      try await Self.wait(tmux, for: [String(repeating: "x", count: 30) + "  afteryy…"])
      try await tmux.send("l")
      try await Self.wait(
        tmux,
        for: [
          String(repeating: "x", count: 10) + "  after" + String(repeating: "y", count: 22) + "…"
        ])
    }
  }
}
