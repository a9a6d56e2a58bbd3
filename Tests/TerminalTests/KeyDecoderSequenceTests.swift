import Terminal
import Testing

@Suite struct `A key decoder reads` {
  @Test(
    arguments: [
      ("␛[<0;1;1M", .press(.left), []), ("␛[<1;1;1M", .press(.middle), []),
      ("␛[<2;1;1M", .press(.right), []), ("␛[<0;1;1m", .release(.left), []),
      ("␛[<64;1;1M", .wheelUp, []), ("␛[<65;1;1M", .wheelDown, []), ("␛[<66;1;1M", .wheelLeft, []),
      ("␛[<67;1;1M", .wheelRight, []), ("␛[<35;1;1M", .move, []), ("␛[<32;1;1M", .move, []),
      ("␛[<4;1;1M", .press(.left), .shift), ("␛[<8;1;1M", .press(.left), .alt),
      ("␛[<80;1;1M", .wheelUp, .control), ("␛[<128;1;1M", .press(.other(8)), []),
      ("␛[<131;1;1m", .release(.other(11)), []),
    ] as [(String, MouseEvent.Kind, KeyModifiers)])
  func `the mouse`(text: String, kind: MouseEvent.Kind, modifiers: KeyModifiers) {
    let event = MouseEvent(kind: kind, column: 0, line: 0, modifiers: modifiers)
    #expect(KeyDecoder.decoding(text) == [.mouse(event)])
  }

  @Test func `the mouse's place from zero`() {
    let event = MouseEvent(kind: .press(.left), column: 299, line: 41)
    #expect(KeyDecoder.decoding("␛[<0;300;42M") == [.mouse(event)])
  }

  @Test(arguments: [
    "␛[<0;0;1M", "␛[<0;1;0M", "␛[<0;1M", "␛[<;1;1M", "␛[<3;1;1M", "␛[<64;1;1m", "␛[<256;1;1M",
    "␛[<192;1;1M", "␛[0;1;1M", "␛[<0;1;1;1M", "␛[M !!", "␛[Mjjj", "␛[M\u{03}\r\u{18}",
  ])
  func `nothing from other mouse reports`(text: String) {
    #expect(KeyDecoder.decoding(text + "j") == [.key(.character("j"))])
  }

  @Test func `focus and mode replies`() {
    #expect(KeyDecoder.decoding("␛[I␛[O") == [.focus(true), .focus(false)])
    #expect(KeyDecoder.decoding("␛[?2026;2$y") == [.reply(.mode(number: 2026, state: 2))])
  }

  @Test func `where the cursor is, but on line 1 a key`() {
    #expect(KeyDecoder.decoding("␛[24;9R") == [.reply(.cursor(line: 24, column: 9))])
    #expect(KeyDecoder.decoding("␛[2;5R") == [.reply(.cursor(line: 2, column: 5))])
    let f3 = Key(code: .function(3), modifiers: .control)
    #expect(KeyDecoder.decoding("␛[1;5R") == [.key(f3)])
  }

  @Test(arguments: ["␛[?1;2c", "␛[?62;22c", "␛[?6c"]) func `what the terminal is`(text: String) {
    #expect(KeyDecoder.decoding(text + "j") == [.reply(.attributes), .key(.character("j"))])
  }

  @Test(arguments: [
    "", "j", "a\rb", "é😀", "␛[A", "␛␛", "␛[20", "␛[200~", "␛[201", "^C\u{03}\u{18}",
  ])
  func `a paste as data`(text: String) {
    let pasted = text.replacing("␛", with: "\u{1B}")
    #expect(KeyDecoder.decoding("␛[200~\(text)␛[201~j") == [.paste(pasted), .key(.character("j"))])
  }

  @Test func `a paste with invalid UTF-8 repaired`() {
    var decoder = KeyDecoder()
    let bytes = KeyDecoder.bytes("␛[200~a") + [0xFF] + KeyDecoder.bytes("b␛[201~")
    #expect(decoder.decode(bytes) == [.paste("a\u{FFFD}b")])
  }

  @Test(arguments: [4095, 4096, 4097, 100_000])
  func `no more than 4096 bytes of a paste`(length: Int) {
    let text = String(repeating: "x", count: length)
    let kept = String(repeating: "x", count: min(4096, length))
    #expect(
      KeyDecoder.decoding("␛[200~\(text)␛[201~j") == [
        .paste(kept, isCut: length > 4096), .key(.character("j")),
      ])
  }

  @Test(arguments: [1, 2, 3], ["é", "€", "😀"])
  func `no half character at the end of a long paste`(offset: Int, character: String) {
    let start = String(repeating: "x", count: 4096 - offset)
    let kept = character.utf8.count <= offset ? start + character : start
    let decoded = KeyDecoder.decoding("␛[200~\(start)\(character)yyyy␛[201~")
    guard case .paste(let text, true)? = decoded.first else {
      Issue.record("no paste")
      return
    }
    #expect(text.hasPrefix(kept))
    #expect(!text.contains("\u{FFFD}"))
    #expect(text.utf8.count <= 4096)
  }

  @Test func `a paste that is not ended through every flush`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode(KeyDecoder.bytes("␛[200~ab␛[20")).isEmpty)
    #expect(!decoder.isWaiting)
    #expect(decoder.flush().isEmpty)
    #expect(decoder.decode(KeyDecoder.bytes("1~")) == [.paste("ab")])
  }
}

@Suite struct `A key decoder swallows` {
  @Test(arguments: [
    "␛[>1;3409;0c", "␛[1;1R", "␛[10;20;30R", "␛[10:1;20R", "␛[10;0R", "␛[0R", "␛[?1;2R", "␛[0n",
    "␛[8;24;80t",
    "␛[4;2$y",
    "␛[?2026;2;1$y", "␛[?2026$y", "␛[?2026;2y", "␛[>0u", "␛[?0u", "␛[99X", "␛[9~", "␛[201~",
    "␛[1;2;3A",
    "␛[2;5A", "␛[5;2;1~", "␛[5 ~", "␛[1<A", "␛[5 5~", "␛[=1A", "␛[1;5I", "␛[1;257A", "␛[E", "␛OE",
    "␛O;;;A", "␛[[j", "␛[99999999999~", "␛[99999999999u", "␛[1;99999999999A",
    "␛[<0;1;99999999999999M",
    "␛[200;1~", "␛[4 $y", "␛[ajx".replacing("ajx", with: "5é~"), "␛Oé5A", "␛[5\r\u{03}j",
  ])
  func `an unknown sequence whole`(text: String) {
    let typed = KeyDecoder.decoding(text).filter {
      if case .key(let key) = $0, key.modifiers.isEmpty, case .character = key.code {
        true
      } else {
        false
      }
    }
    #expect(typed.isEmpty)
  }

  @Test(arguments: [
    "␛]0;title\u{07}", "␛]11;rgb:0000/0000/0000␛\\", "␛]52;c;anfq␛\\", "␛P>|XTerm(379)␛\\",
    "␛P1+r\u{07}",
    "␛_Gi=1;OK␛\\", "␛^x␛\\", "␛Xq\r\u{03}é␛\\", "␛]é\u{9C}q␛␛\\", "␛]0;x\u{18}", "␛]0;x\u{1A}",
  ])
  func `a string to its end`(text: String) {
    #expect(KeyDecoder.decoding(text + "j") == [.key(.character("j"))])
  }

  @Test(arguments: ["␛[12\u{18}", "␛[12\u{1A}", "␛O\u{18}", "␛[[\u{18}"])
  func `a cancelled sequence`(text: String) {
    #expect(KeyDecoder.decoding(text + "j") == [.key(.character("j"))])
  }

  @Test(arguments: ["␛[12", "␛O", "␛[[", "␛]0;x", "␛Pq", "␛[M!"])
  func `a sequence that another one interrupts`(text: String) {
    #expect(KeyDecoder.decoding(text + "␛[B") == [.key(.down)])
  }

  @Test(arguments: ["1", ";", ":", "?", " "])
  func `an endless sequence to its final byte`(filler: String) {
    var decoder = KeyDecoder()
    let bytes = KeyDecoder.bytes("␛[" + String(repeating: filler, count: 100_000))
    #expect(decoder.decode(bytes).isEmpty)
    #expect(decoder.heldByteCount <= 258)
    #expect(decoder.decode(KeyDecoder.bytes("Aj")) == [.key(.character("j"))])
  }

  @Test func `a sequence of 257 bytes, though its start is known`() {
    let zeros = String(repeating: "0", count: 255)
    #expect(KeyDecoder.decoding("␛[\(zeros)5~") == [.key(.pageUp)])
    #expect(KeyDecoder.decoding("␛[\(zeros)05~") == [])
  }

  @Test(arguments: ["\r", "\u{03}", "\u{7F}", "\u{07}", "␛\\"])
  func `an endless string to the next control character`(end: String) {
    var decoder = KeyDecoder()
    let filler = KeyDecoder.bytes("␛]" + String(repeating: "q", count: 100_000))
    #expect(decoder.decode(filler).isEmpty)
    #expect(decoder.heldByteCount <= 4)
    #expect(decoder.decode(KeyDecoder.bytes(end + "j")) == [.key(.character("j"))])
  }
}
