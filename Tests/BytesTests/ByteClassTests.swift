import Bytes
import Glibc
import Testing

@Suite struct `The classes of a byte` {
  @Test func `are those of the C library, for every byte of ASCII`() {
    for byte in UInt8(0)..<0x80 {
      let number = Int32(byte)
      #expect(byte.isDigit == (isdigit(number) != 0))
      #expect(byte.isUppercase == (isupper(number) != 0))
      #expect(byte.isLowercase == (islower(number) != 0))
      #expect(byte.isLetter == (isalpha(number) != 0))
      #expect(byte.isBlank == (isblank(number) != 0))
      #expect(byte.isWhiteSpace == (isspace(number) != 0))
      #expect(byte.isPrintable == (isprint(number) != 0))
      #expect((byte.hexadecimalValue != nil) == (isxdigit(number) != 0))
    }
  }

  @Test func `have no byte that is not ASCII`() {
    for byte in UInt8(0x80)...0xFF {
      #expect(!byte.isDigit && !byte.isLetter && !byte.isNamePart)
      #expect(!byte.isBlank && !byte.isWhiteSpace && !byte.isJSONBlank && !byte.isLineEnd)
      #expect(!byte.isPrintable && byte.hexadecimalValue == nil && byte.decimalValue == nil)
    }
  }

  @Test func `have four blanks for JSON and two line ends`() {
    let all = UInt8.min...UInt8.max
    #expect(all.filter(\.isJSONBlank) == [0x09, 0x0A, 0x0D, 0x20])
    #expect(all.filter(\.isLineEnd) == [.lineFeed, .carriageReturn])
  }

  @Test func `give digits their numbers`() {
    #expect("0123456789".utf8.map(\.decimalValue) == Array(0...9))
    #expect("09afAF".utf8.map(\.hexadecimalValue) == [0, 9, 10, 15, 10, 15])
  }

  @Test func `tell the bytes of a scalar`() {
    for text in ["a", "é", "€", "🎈"] {
      #expect(text.utf8.first?.scalarLength == text.utf8.count)
      let rest = Array(text.utf8.dropFirst())
      #expect(rest == rest.filter(\.isContinuationByte))
      #expect(text.utf8.first?.isContinuationByte == false)
    }
    // No scalar begins with any of these bytes.
    for byte: UInt8 in [0x80, 0xBF, 0xC0, 0xC1, 0xF5, 0xFF] { #expect(byte.scalarLength == 1) }
  }
}

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
    #expect(Array(bytes.dropLast(bytes.lineEndLength)) == Array(text.utf8))
    #expect(bytes.lineEndLength == line.utf8.count - text.utf8.count)
  }

  @Test func `is printable where each byte is a glyph`() {
    func isPrintable(_ text: String) -> Bool { Array(text.utf8)[...].isPrintable }
    #expect(isPrintable("a b~") && isPrintable(""))
    #expect(!isPrintable("a\tb") && !isPrintable("é") && !isPrintable("\u{7F}"))
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
