import Testing

@testable import NCursesTerminal

/// The bytes that are sent to put a text on the clipboard.
@Suite struct `A text for the clipboard` {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{FFFF}\u{0}", "77+/AA=="),
  ]) func `is encoded as RFC 4648 has it`(text: String, encoded: String) {
    #expect(Base64.encoded(Array(text.utf8)) == Array(encoded.utf8))
  }

  @Test func `has all letters`() {
    let bytes = (0..<64).reduce(into: [UInt8]()) { bytes, value in
      if value % 4 == 0 {
        let bits = value << 18 | (value + 1) << 12 | (value + 2) << 6 | (value + 3)
        bytes += [UInt8(bits >> 16), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
      }
    }
    let all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    #expect(Base64.encoded(bytes) == Array(all.utf8))
  }

  private func sent(_ text: String, through multiplexer: Multiplexer) -> String {
    let bytes = ClipboardSequence.bytes(for: Array(text.utf8), through: multiplexer)
    return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test func `goes to the terminal, through tmux and through screen`() {
    #expect(sent("foo", through: .none) == "^]52;c;Zm9v\u{7}")
    #expect(
      sent("foo", through: .tmux) == "^]52;c;Zm9v\u{7}^Ptmux;^^]52;c;Zm9v\u{7}^\\")
    #expect(sent("foo", through: .screen) == "^P^]52;c;Zm9v\u{7}^\\")
  }

  @Test func `comes in pieces through screen, none longer than it takes`() {
    let text = String(repeating: "endless ", count: 1_000)
    let pieces = sent(text, through: .screen).split(separator: "^\\").map(String.init)
    #expect(pieces.allSatisfy { $0.hasPrefix("^P") && $0.utf8.count <= 254 })
    let joined = pieces.map { String($0.dropFirst(2)) }.joined()
    #expect(joined == sent(text, through: .none))
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], Multiplexer.none), (["TERM": "screen", "TMUX": "/a,1,0"], .tmux),
    (["TERM": "tmux-256color"], .tmux), (["TERM": "screen.xterm-256color"], .screen),
    (["TERM": "xterm", "STY": "1.pts"], .screen),
    (["TERM": "xterm", "TMUX": "", "STY": ""], .none),
    ([:], .none),
  ]) func `knows what is between`(environment: [String: String], multiplexer: Multiplexer) {
    #expect(Multiplexer { environment[$0] } == multiplexer)
  }
}
