import Foundation
import TemporaryFolders
import Terminal
import Testing

/// Bytes in a file that are not text.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A text file with bytes that are no text` {
  private static func show(
    _ bytes: [UInt8], body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try Data(bytes).write(to: URL(filePath: folder.path("file")))
      try await body(ViewerFixture(folder, "file", wraps: false))
    }
  }

  /// The columns of a line that are shown in reverse video, marked by `r`.
  private static func marks(_ line: Int, of viewer: ViewerFixture) -> Substring {
    viewer.screen.canvas.stylePicture.split(separator: "\n")[line]
  }

  /// Latin-1, a lone continuation byte, overlong forms, a surrogate, a value beyond U+10FFFF, and a
  /// truncated scalar.
  private static let kinds: [(bytes: [UInt8], shown: String)] = [
    ([0x61, 0xE9, 0x62], "a<E9>b"), ([0x80], "<80>"), ([0xC0, 0xAF], "<C0><AF>"),
    ([0xE0, 0x80, 0xAF], "<E0><80><AF>"), ([0xED, 0xA0, 0x80], "<ED><A0><80>"),
    ([0xF4, 0x90, 0x80, 0x80], "<F4><90><80><80>"), ([0x61, 0xE6, 0xBC], "a<E6><BC>"),
  ]

  @Test func `shows each by its number`() async throws {
    try await Self.show(Array(Self.kinds.map(\.bytes).joined(separator: [10]))) { viewer in
      await viewer.wait(for: Self.kinds.map(\.shown))
      #expect(Self.marks(0, of: viewer).hasPrefix(".rrrr."))
    }
  }

  @Test func `keeps the columns behind them`() async throws {
    let rows: [[UInt8]] = [
      [0xE9, 9] + Array("tab".utf8), Array("漢".utf8) + [0xFF] + Array("字\tx".utf8),
      [0xFF] + Array("\u{301}e\u{301}".utf8), Array("<E9>".utf8) + [0xE9],
    ]
    try await Self.show(Array(rows.joined(separator: [10]))) { viewer in
      await viewer.wait(for: [
        "<E9>    tab", "漢<FF>字        x", "<FF><U+0301>e\u{301}", "<E9><E9>",
      ])
      #expect(Self.marks(3, of: viewer).hasPrefix("....rrrr."))
    }
  }

  @Test func `cuts, scrolls and wraps them as text`() async throws {
    let bytes = (0..<30).map { UInt8(0x80 + $0) }
    let whole = bytes.map { "<\(String($0, radix: 16, uppercase: true))>" }.joined()
    try await Self.show(bytes + [10] + Array("next".utf8)) { viewer in
      await viewer.wait(for: ["\(whole.prefix(39))…", "next"])
      viewer.type("l")
      await viewer.wait(for: ["\(whole.dropFirst(20).prefix(39))…", ""])
      viewer.type("hw")
      await viewer.wait(for: [
        "\(whole.prefix(40))", "\(whole.dropFirst(40).prefix(40))", "\(whole.dropFirst(80))",
        "next",
      ])
      #expect(Self.marks(0, of: viewer) == String(repeating: "r", count: 40))
      #expect(Self.marks(1, of: viewer) == String(repeating: "r", count: 40))
    }
  }

  @Test func `cuts no scalar for them at the edge of the screen`() async throws {
    try await Self.show(Array(String(repeating: "漢", count: 100).utf8)) { viewer in
      let row = String(repeating: "漢", count: 19) + " …"
      await viewer.wait(for: [row])
      viewer.type("l")
      await viewer.breathe()
      await viewer.wait(for: [row])
    }
  }

  @Test func `keeps tabs where they are when scrolled`() async throws {
    let text = String(repeating: "x", count: 30) + "\tafter" + String(repeating: "y", count: 60)
    try await Self.show(Array(text.utf8)) { viewer in
      await viewer.wait(for: [String(repeating: "x", count: 30) + "  afteryy…"])
      viewer.type("l")
      await viewer.wait(for: [
        String(repeating: "x", count: 10) + "  after" + String(repeating: "y", count: 22) + "…"
      ])
    }
  }
}
