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
    // No scalar begins with one of these.
    for byte: UInt8 in [0x80, 0xBF, 0xC0, 0xC1, 0xF5, 0xFF] { #expect(byte.scalarLength == 1) }
  }
}
