import Terminal
import Testing

extension KeyDecoder {
  /// The bytes of a text, with ESC in place of each `␛`.
  static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { $0 == "␛" ? [0x1B] : Array(String($0).utf8) }
  }

  /// The input that a new decoder returns for a text, with ESC in place of each `␛`, without a
  /// flush.
  static func decoding(_ text: String) -> [Input] {
    var decoder = KeyDecoder()
    return decoder.decode(bytes(text))
  }
}

@Suite struct `A key decoder` {
  @Test(
    arguments: [
      (0x00, Key.control(" ")), (0x01, .control("a")), (0x08, .backspace), (0x09, .tab),
      (0x0A, .enter), (0x0D, .enter), (0x0E, .control("n")), (0x18, .control("x")),
      (0x1A, .control("z")), (0x1C, .control("\\")), (0x1D, .control("]")), (0x1E, .control("^")),
      (0x1F, .control("_")), (0x20, .space), (0x47, .character("G")), (0x6A, .character("j")),
      (0x7F, .backspace),
    ] as [(UInt8, Key)])
  func `knows every kind of single byte`(byte: UInt8, key: Key) {
    var decoder = KeyDecoder()
    #expect(decoder.decode([byte]) == [.key(key)])
    #expect(!decoder.isWaiting)
  }

  @Test(arguments: ["é", "ß", "€", "語", "\u{D7FF}", "\u{E000}", "😀", "\u{10FFFF}"])
  func `puts UTF-8 of all lengths together`(text: String) {
    let keys = text.unicodeScalars.map { Input.key(.character($0)) }
    #expect(KeyDecoder.decoding(text) == keys)
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF], [0xC3], [0xE2, 0x82],
      [0xF0, 0x9F, 0x98], [0xC2, 0x9B],
    ] as [[UInt8]])
  func `drops invalid UTF-8 and goes on`(bytes: [UInt8]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(bytes + [0x6A]) == [.key(.character("j"))])
  }

  @Test func `takes no 8-bit byte for a control sequence introducer`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x9B, 0x41]) == [.key(.character("A"))])
    #expect(decoder.decode([0xC2, 0x9B, 0x41]) == [.key(.character("A"))])
  }

  @Test(arguments: [
    ("␛x", Key.alt("x")), ("␛X␛\\␛G", .alt("G")), ("␛é", .alt("é")), ("␛ ", .alt(" ")),
    ("␛\r", Key(code: .enter, modifiers: .alt)),
    ("␛\u{7F}", Key(code: .backspace, modifiers: .alt)),
    ("␛\u{0E}", Key(code: .character("n"), modifiers: [.alt, .control])),
    ("␛␛[A", Key(code: .up, modifiers: .alt)), ("␛␛OA", Key(code: .up, modifiers: .alt)),
    ("␛␛Oa", Key(code: .up, modifiers: [.alt, .control])),
    ("␛␛[5~", Key(code: .pageUp, modifiers: .alt)),
    ("␛␛[[A", Key(code: .function(1), modifiers: .alt)),
  ])
  func `takes ESC before a key for Alt`(text: String, key: Key) {
    #expect(KeyDecoder.decoding(text) == [.key(key)])
  }

  @Test func `makes a lone ESC a key when the time is up`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.key(.escape)])
    #expect(!decoder.isWaiting)
    #expect(decoder.flush().isEmpty)
  }

  @Test func `makes two lone ESC two keys when the time is up`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B, 0x1B]).isEmpty)
    #expect(decoder.flush() == [.key(.escape), .key(.escape)])
  }

  @Test func `makes of several ESC all but the last two keys at once`() {
    #expect(
      KeyDecoder.decoding("␛␛␛␛[A") == [
        .key(.escape), .key(.escape), .key(Key(code: .up, modifiers: .alt)),
      ])
    #expect(KeyDecoder.decoding("␛␛x") == [.key(.escape), .key(.alt("x"))])
  }

  @Test func `takes ESC before what is no key for a key of its own`() {
    #expect(KeyDecoder.decoding("␛␛[I") == [.key(.escape), .focus(true)])
    #expect(KeyDecoder.decoding("␛␛[200~a␛[201~") == [.key(.escape), .paste("a")])
    #expect(KeyDecoder.decoding("␛␛]0;x\u{07}") == [.key(.escape)])
  }

  @Test(arguments: ["␛[", "␛O", "␛[5", "␛[1;5", "␛[[", "␛[M ", "␛[<0;1", "␛]0;x", "␛P1$r", "␛]x␛"])
  func `drops a half-sent sequence when the time is up`(text: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(KeyDecoder.bytes(text)).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.flush().isEmpty)
    #expect(!decoder.isWaiting)
    #expect(decoder.heldByteCount == 0)
    #expect(decoder.decode(KeyDecoder.bytes("j")) == [.key(.character("j"))])
  }

  @Test func `drops half a character when the time is up`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xE2, 0x82]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.flush().isEmpty)
    #expect(decoder.decode([0x6A]) == [.key(.character("j"))])
  }

  @Test(arguments: [
    "aé語😀␛x␛é", "␛[A␛[1;5A␛OP␛[[A␛[5$␛[7^", "␛␛[A␛␛x␛␛␛[B", "␛[<0;10;20M␛[<0;10;20m",
    "␛[M !!j␛[I␛[O", "␛[200~a␛[20é␛␛[201~j", "␛]11;rgb:0/0/0␛\\j␛Pq␛\\k", "␛[97;5u␛[27;5;9~",
    "␛[?2026;2$y␛[?1;2cj", "␛[?2027;2$y␛[?62;22c␛[24;9Rj␛[1;5R", "␛[12\u{18}j␛[1␛[Bk",
  ])
  func `gives the same wherever its bytes are split`(text: String) {
    let bytes = KeyDecoder.bytes(text)
    let whole = KeyDecoder.decoding(text)
    #expect(!whole.isEmpty)
    for place in bytes.indices {
      var decoder = KeyDecoder()
      let parts = decoder.decode(bytes[..<place]) + decoder.decode(bytes[place...])
      #expect(parts == whole, "split at \(place)")
    }
    var decoder = KeyDecoder()
    #expect(bytes.flatMap { decoder.decode([$0]) } == whole)
  }
}

@Suite struct `A key's description` {
  @Test(
    arguments: [
      (.character("j"), "j"), (.character("G"), "G"), (.space, "Space"), (.control("n"), "^N"),
      (.control("N"), "^N"), (.control(" "), "^Space"), (.control("]"), "^]"), (.alt("x"), "M-x"),
      (.alt(" "), "M-Space"), (.function(5), "F5"), (.pageDown, "PgDn"), (.pageUp, "PgUp"),
      (.home, "Home"), (.end, "End"), (.up, "↑"), (.down, "↓"), (.left, "←"), (.right, "→"),
      (.enter, "Enter"), (.escape, "Esc"), (.tab, "Tab"), (.backTab, "S-Tab"),
      (.backspace, "Backspace"), (.delete, "Del"), (.insert, "Ins"),
      (Key(code: .up, modifiers: .control), "C-↑"), (Key(code: .enter, modifiers: .alt), "M-Enter"),
      (Key(code: .function(1), modifiers: [.control, .alt, .shift]), "C-M-S-F1"),
      (Key(code: .character("n"), modifiers: [.control, .alt]), "M-^N"),
      (Key(code: .character("n"), modifiers: [.control, .shift]), "S-^N"),
    ] as [(Key, String)])
  func `is what a help screen shows`(key: Key, text: String) {
    #expect(key.description == text)
  }
}
