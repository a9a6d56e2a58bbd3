import Bytes
import Testing

@Suite struct `A part of a text` {
  @Test(arguments: [(" a b\t", "a b"), ("a", "a"), (" \t ", ""), ("", ""), ("\na ", "\na")])
  func `is the text without blanks at its ends`(text: String, trimmed: String) {
    let bytes = Array("|\(text)|".utf8).dropFirst().dropLast()
    #expect(Array(bytes.trimmed(\.isBlank)) == Array(trimmed.utf8))
  }

  @Test(arguments: [
    ("a\n", "a"), ("a\r\n", "a"), ("\n", ""), ("\r\n", ""), ("a\r", "a\r"), ("", ""),
  ])
  func `is a line without its end`(line: String, text: String) {
    let bytes = Array("|\(line)".utf8).dropFirst()
    #expect(Array(bytes.withoutLineEnd) == Array(text.utf8))
    #expect(bytes.lineEndLength == line.utf8.count - text.utf8.count)
  }

  @Test func `is printable where each byte is a glyph`() {
    #expect("a b~".utf8.isPrintable)
    #expect(!"a\tb".utf8.isPrintable && !"é".utf8.isPrintable && !"\u{7F}".utf8.isPrintable)
  }

  @Test func `has the escapes of JSON`() {
    var text: [UInt8] = []
    for byte: UInt8 in [0x00, 0x09, 0x1F, 0xAB] { text.append(unicodeEscape: byte) }
    #expect(String(decoding: text, as: UTF8.self) == "\\u0000\\u0009\\u001f\\u00ab")
  }

  @Test func `moves with the bytes that it is a part of`() {
    #expect((2..<5).moved(by: -2) == 0..<3)
  }
}
