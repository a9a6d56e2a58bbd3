import Randomness
import Terminal
import Testing

@testable import TableUI

@Suite struct `A line that is typed` {
  /// The line after some keys, with a bar at the cursor, and the outcome of the last key.
  private static func line(
    _ text: String, _ keys: [Key] = [], history: [String] = []
  ) -> (shown: String, last: LineEditor.Outcome) {
    var editor = LineEditor(history: history)
    var last = LineEditor.Outcome.edited
    for scalar in text.unicodeScalars { last = editor.handle(.key(.character(scalar))) }
    for key in keys { last = editor.handle(.key(key)) }
    return (shown(editor), last)
  }

  private static func shown(_ editor: LineEditor) -> String {
    String(editor.characters[..<editor.cursor]) + "|" + String(editor.characters[editor.cursor...])
  }

  private static let metaBackspace = Key(code: .backspace, modifiers: .alt)

  @Test(
    arguments: [
      ([], "one two.three|"), ([.left, "^B"], "one two.thr|ee"), ([.home], "|one two.three"),
      (["^A", "^F", .right], "on|e two.three"), (["^A", "^E"], "one two.three|"),
      ([.home, .end, .right], "one two.three|"), ([.home, .left], "|one two.three"),
      ([.alt("b")], "one two.|three"), ([.alt("b"), .alt("b")], "one |two.three"),
      ([.home, .alt("f")], "one| two.three"), ([.home, .alt("f"), .alt("f")], "one two|.three"),
      ([Key(code: .left, modifiers: .control)], "one two.|three"),
      ([.home, Key(code: .right, modifiers: .alt)], "one| two.three"),
    ] as [([Key], String)])
  func `has a cursor that moves by character, by word and to the ends`(
    keys: [Key], shown: String
  ) {
    #expect(Self.line("one two.three", keys) == (shown, .edited))
  }

  @Test(
    arguments: [
      ([.backspace], "one two.thre|"), ([.control("h")], "one two.thre|"),
      ([.home, .delete], "|ne two.three"), ([.home, "^D"], "|ne two.three"),
      ([.delete], "one two.three|"), ([.home, .backspace], "|one two.three"),
      (["^W"], "one |"), (["^W", "^W"], "|"), ([Self.metaBackspace], "one two.|"),
      ([.home, .alt("d")], "| two.three"), ([.home, .right, "^K"], "o|"),
      ([.left, "^U"], "|e"), ([.left, "^T"], "one two.three|"),
      ([.home, .right, "^T"], "no|e two.three"), ([.home, "^T"], "|one two.three"),
    ] as [([Key], String)])
  func `loses what is deleted, by character, by word and to the ends`(
    keys: [Key], shown: String
  ) {
    #expect(Self.line("one two.three", keys) == (shown, .edited))
  }

  @Test(
    arguments: [
      (["^W", "^A", "^Y"], "two.three|one "), (["^W", "^W", "^Y"], "one two.three|"),
      (["^W", .left, "^W", "^Y", "^Y"], "oneone| "),
      ([.home, .alt("d"), .alt("d"), "^E", "^Y"], ".threeone two|"),
      (["^U", "^Y", "^Y"], "one two.threeone two.three|"), (["^Y"], "one two.three|"),
      ([.backspace, "^Y"], "one two.thre|"),
    ] as [([Key], String)])
  func `gets back what was deleted by more than a character`(keys: [Key], shown: String) {
    #expect(Self.line("one two.three", keys) == (shown, .edited))
  }

  @Test func `goes by what a reader sees as one character`() {
    #expect(Self.line("e\u{301}日👨‍👩‍👧🇩🇪", [.left, .left]).shown == "e\u{301}日|👨‍👩‍👧🇩🇪")
    #expect(Self.line("e\u{301}日👨‍👩‍👧🇩🇪", [.backspace, .backspace]).shown == "e\u{301}日|")
    #expect(Self.line("ab", [.left, .character("\u{301}")]).shown == "a\u{301}|b")
    #expect(Self.line("", [.character("\u{301}"), .character("x")]).shown == "\u{301}x|")
    #expect(Self.line("日本", ["^A", "^T", .right, "^T"]).shown == "本日|")
  }

  // MARK: Keys that end the line

  @Test(arguments: [.escape, "^C", "^G"] as [Key])
  func `is given up by a key`(key: Key) {
    #expect(Self.line("x", [key]).last == .cancelled)
    #expect(Self.line("", [key]).last == .cancelled)
  }

  @Test(arguments: [.backspace, .control("h"), "^D"] as [Key])
  func `is given up by a key that deletes where nothing is typed`(key: Key) {
    #expect(Self.line("", [key]).last == .cancelled)
    #expect(Self.line("x", [.home, key]).last == .edited)
    #expect(Self.line("x", [.backspace, key]).last == .cancelled)
  }

  @Test func `is done by Enter`() {
    #expect(Self.line("x", [.home, .enter]) == ("|x", .entered))
    #expect(Self.line("", [.enter]).last == .entered)
  }

  @Test(arguments: [.function(5), .tab, "^X", .alt("x"), .pageUp] as [Key])
  func `leaves a key alone that it has no use for`(key: Key) {
    #expect(Self.line("x", [key]) == ("x|", .unknown(key)))
  }

  // MARK: Earlier lines

  @Test(
    arguments: [
      ([.up], "second|"), (["^P", "^P"], "first|"), ([.up, .up, .up], "first|"),
      ([.up, .up, .down], "second|"), ([.up, "^N"], "own|"), ([.down], "own|"),
      ([.up, .backspace, .down, .up], "second|"), ([.up, .up, .down, .down], "own|"),
    ] as [([Key], String)])
  func `is one of the earlier ones, or again the reader's own`(keys: [Key], shown: String) {
    #expect(Self.line("own", keys, history: ["first", "second"]) == (shown, .edited))
  }

  // MARK: Pastes

  @Test(
    arguments: [
      ("a b", "a b|"), ("one\ntwo\r\nthree\n", "one two three|"), ("a\tb", "a b|"),
      ("\n\n", "|"), ("a\u{1B}[31mb\u{0}\u{7F}", "a␛[31mb␀␡|"), ("\u{9B}x", "\u{FFFD}x|"),
      ("a\u{2028}b\u{85}", "a b|"),
    ])
  func `takes what is pasted as text, and makes controls harmless`(text: String, shown: String) {
    var editor = LineEditor()
    #expect(editor.handle(.paste(text)) == .edited)
    #expect(Self.shown(editor) == shown)
    _ = editor.handle(.key(.home))
    #expect(editor.handle(.paste("x")) == .edited)
    #expect(Self.shown(editor).hasPrefix("x|"))
  }

  @Test func `is bounded, and says what there is no room for`() {
    var editor = LineEditor()
    let text = String(repeating: "x", count: LineEditor.limit - 1)
    #expect(editor.handle(.paste(text)) == .edited)
    #expect(editor.handle(.paste("yz")) == .cut)
    #expect(editor.text == text + "y")
    #expect(editor.handle(.key("z")) == .cut)
    #expect(editor.handle(.key(.backspace)) == .edited)
    #expect(editor.handle(.key("z")) == .edited)
    #expect(editor.text == text + "z")
    var other = LineEditor()
    #expect(other.handle(.paste("short", isCut: true)) == .cut)
    #expect(other.text == "short")
  }

  @Test func `is completed only as far as the line stays in bounds`() {
    var editor = LineEditor()
    _ = editor.handle(.paste("ab"))
    editor.move(to: 1)
    editor.complete(to: String(repeating: "x", count: LineEditor.limit))
    #expect(editor.text == "ab")
    editor.complete(to: String(repeating: "x", count: LineEditor.limit - 1))
    #expect(editor.text.count == LineEditor.limit)
    #expect(editor.text.hasSuffix("xb"))
  }

  @Test func `is left alone by what is no key`() {
    var editor = LineEditor()
    #expect(editor.handle(.focus(true)) == .edited)
    #expect(editor.handle(.mouse(MouseEvent(kind: .wheelUp, column: 0, line: 0))) == .edited)
    #expect(editor.text.isEmpty)
  }

  @Test(arguments: 0..<20)
  func `has its cursor inside and no control in it, whatever is typed`(seed: UInt64) {
    var random = SplitMix64(start: seed)
    var editor = LineEditor(history: ["one", "zwei drei"])
    let keys: [Key] = [
      "a", "\u{301}", "日", .space, .left, .right, .home, .end, .backspace, .delete, "^W", "^U",
      "^K",
      "^Y", "^T", .alt("b"), .alt("f"), .alt("d"), Self.metaBackspace, .up, .down, "\u{200D}",
    ]
    for _ in 0..<400 {
      let key = keys[Int.random(in: 0..<keys.count, using: &random)]
      _ = editor.handle(Bool.random(using: &random) ? .key(key) : .paste("\u{1F468}\r\u{7}"))
      #expect((0...editor.characters.count).contains(editor.cursor))
      #expect(editor.text.unicodeScalars.count <= LineEditor.limit)
      #expect(editor.text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
  }
}
