import Testing
import Viewers

@MainActor @Suite struct `An item in the plain form` {
  /// The plain form of a feed of words.
  private static func form(json: Bool = false, toTerminal: Bool = false) -> PlainForm {
    var options = ViewerOptions()
    options.writesJSON = json
    return PlainForm(options: options, toTerminal: toTerminal)
  }

  private static func text(_ word: String, json: Bool = false, toTerminal: Bool = false) -> String {
    let form = form(json: json, toTerminal: toTerminal)
    return String(decoding: form.bytes(of: Word(id: word), in: WordFeed()), as: UTF8.self)
  }

  @Test func `is one line, whatever is in it`() {
    #expect(Self.text("one") == "one\n")
    #expect(Self.text("a\nb\tc\u{2028}d\u{85}e") == "a b c d e\n")
  }

  @Test func `is made safe for a terminal, and unchanged for a pipe`() {
    #expect(Self.text("\u{202E}x") == "\u{202E}x\n")
    #expect(!Self.text("\u{202E}x", toTerminal: true).contains("\u{202E}"))
  }

  @Test func `is an object of its fields as JSON, escaped as RFC 8259 wants it`() {
    #expect(Self.text("one", json: true) == #"{"word":"one","length":3,"isLong":false}"# + "\n")
    #expect(
      Self.text("\"\\/\u{8}\u{C}\n\r\t\u{1}\u{7F}é", json: true)
        == #"{"word":"\"\\/\b\f\n\r\t\u0001"# + "\u{7F}é" + #"","length":11,"isLong":true}"# + "\n")
  }
}
