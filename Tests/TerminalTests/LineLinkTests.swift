import Terminal
import Testing

/// Links that OSC 8 puts into a text, and commands to the terminal.
@Suite struct `A line with links` {
  private static func line(_ text: String) -> LineText { LineText(Array(text.utf8)[...]) }

  private static func open(_ target: String, _ end: String = "\u{7}") -> String {
    "\u{1B}]8;;\(target)\(end)"
  }

  private static func links(_ line: LineText) -> [String] {
    line.links.map { link in
      let label = link.glyphs.map { line.text.text.glyphs[$0].description }.joined()
      return "\(label)=\(String(decoding: link.target, as: UTF8.self))"
    }
  }

  @Test(arguments: [
    ("a " + open("https://b/") + "label" + open("") + " c", "a label c", ["label=https://b/"]),
    ("\u{1B}]8;id=7:x=y;https://b/\u{1B}\\l\u{1B}]8;;\u{1B}\\m", "lm", ["l=https://b/"]),
    (open("x:1") + "a" + open("x:2") + "b", "ab", ["a=x:1", "b=x:2"]),
    // A link that is never closed ends with the line.
    (open("x:") + "漢字 b", "漢字 b", ["漢字 b=x:"]),
    (open("x:") + "a\u{1B}[31mb\u{1B}[mc" + open("") + "d", "abcd", ["abc=x:"]),
    (open("x:") + open("") + "a", "a", []), (open("a;b") + "c", "c", ["c=a;b"]),
    (open("") + "a", "a", []),
  ]) func `shows their labels, and knows their targets`(
    text: String, shown: String, links: [String]
  ) {
    let line = Self.line(text)
    #expect(line.text.description == shown)
    #expect(Self.links(line) == links)
    for link in line.links {
      #expect(line.text.spans.contains { $0.glyphs.overlaps(link.glyphs) })
    }
  }

  @Test func `underlines a label in the colours of the text`() {
    let line = Self.line("\u{1B}[31m" + Self.open("x:") + "a" + Self.open("") + "b").text
    let red = Style(foreground: .indexed(1))
    #expect(line.spans.map(\.style) == [red.overlaid(by: Style(.underline)), red])
  }

  @Test(arguments: [
    "\u{1B}]8;;https://a/", "\u{1B}]8;;https://a/\u{1B}", "\u{1B}]8;https://a/\u{7}x", "\u{1B}]8;",
    "\u{1B}]8;;a\u{1B}[31m", "\u{1B}]8;;a\u{7F}\u{7}", "\u{1B}]8;;a\tb\u{7}", "\u{1B}]0;title",
    "\u{1B}]80;;a\u{7}", "\u{1B}]4;1;#000000\u{7}", "\u{1B}]", "\u{1B}]2\u{7}",
  ]) func `shows what is not whole, or is something else`(text: String) {
    let line = Self.line(text)
    #expect(line.text.text.description.hasPrefix("␛]"))
    #expect(line.links.isEmpty)
    #expect(line.leftOut == 0)
  }

  @Test(arguments: [4_000, 5_000, 65_536]) func `shows a target that is too long`(count: Int) {
    let target = String(repeating: "a", count: count)
    let line = Self.line(Self.open(target) + "b")
    #expect(Self.links(line) == (count < 4_096 ? ["b=\(target)"] : []))
    #expect(line.text.width == (count < 4_096 ? 1 : count + 7))
  }

  @Test func `leaves titles, folders and marks of prompts out, and counts them`() {
    let line = Self.line(
      "\u{1B}]0;t\u{7}\u{1B}]2;t\u{1B}\\\u{1B}]7;file://h/\u{7}\u{1B}]133;A\u{7}$ ls\u{1B}]133;C\u{7}"
    )
    #expect(line.text.description == "$ ls")
    #expect(line.leftOut == 5)
  }

  @Test func `is searched without its links`() {
    var bytes: [UInt8] = []
    let text = "a " + Self.open("https://b/") + "label" + Self.open("") + "\u{1B}]0;t\u{7} c"
    LineText.appendPlain(Array(text.utf8)[...], to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "a label c")
  }

  @Test(arguments: 1...40) func `is the same where only a part of it is read`(columns: Int) {
    let word = "\u{1B}]8;;https://host/path\u{1B}\\la漢bel\u{1B}]8;;\u{1B}\\\u{1B}]133;A\u{7} "
    let bytes = Array(String(repeating: word, count: 12).utf8)[...]
    let (whole, part) = (LineText(bytes).text, LineText(bytes, reaching: columns).text)
    #expect(part.clipped(to: 0..<columns) == whole.clipped(to: 0..<columns))
    #expect(part.width >= columns)
  }
}
