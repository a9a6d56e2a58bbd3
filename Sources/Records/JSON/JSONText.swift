import Bytes

/// Decoding and encoding of JSON strings; decoding does not validate the text.
enum JSONText {
  /// The content of a string, given without its quotes.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var rest = bytes
    while let backslash = rest.firstIndex(of: .backslash), backslash + 1 < rest.endIndex {
      text += rest[..<backslash]
      rest = rest[(backslash + 1)...]
      if rest.removeFirst() == UInt8(ascii: "u") {
        text += scalar(&rest)
      } else {
        text.append(character(bytes[backslash + 1]))
      }
    }
    return text + rest
  }

  private static func character(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 8
    case UInt8(ascii: "f"): 12
    case UInt8(ascii: "n"): 10
    case UInt8(ascii: "r"): 13
    case UInt8(ascii: "t"): 9
    default: letter
    }
  }

  /// The scalar of one escaped UTF-16 unit, or of two units that form a surrogate pair; U+FFFD for
  /// half of a pair.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var value = unit(&rest)
    if (0xD800...0xDBFF).contains(value), rest.starts(with: [.backslash, UInt8(ascii: "u")]) {
      var behind = rest.dropFirst(2)
      let second = unit(&behind)
      if (0xDC00...0xDFFF).contains(second) {
        value = 0x10000 + (value - 0xD800) << 10 + (second - 0xDC00)
        rest = behind
      }
    }
    return Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
  }

  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reduce(0) { $0 << 4 | ($1.hexadecimalValue ?? 0) }
  }

  /// Appends text as a JSON string with its quotes, and escapes only the characters that must be
  /// escaped (RFC 8259, section 7).
  static func append(_ text: ArraySlice<UInt8>, to line: inout [UInt8]) {
    line.append(.quote)
    // Most strings are plain, and need not be decoded.
    guard !text.allSatisfy(\.isPlain) else {
      line += text
      return line.append(.quote)
    }
    // Invalid UTF-8 is replaced here.
    for byte in String(decoding: text, as: UTF8.self).utf8 {
      switch byte {
      case .quote, .backslash: line += [.backslash, byte]
      case .lineFeed: line += [.backslash, UInt8(ascii: "n")]
      case .carriageReturn: line += [.backslash, UInt8(ascii: "r")]
      case .tab: line += [.backslash, UInt8(ascii: "t")]
      case ..<0x20: line.append(unicodeEscape: byte)
      default: line.append(byte)
      }
    }
    line.append(.quote)
  }

  /// Appends a valid value without the blanks outside of its strings.
  static func appendWithoutBlanks(_ bytes: UnsafeRawBufferPointer, to line: inout [UInt8]) {
    withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 1) { memory in
      var (count, isInString, isEscaped) = (0, false, false)
      for byte in bytes where isInString || !byte.isJSONBlank {
        memory[count] = byte
        count += 1
        if byte == .quote, !isEscaped { isInString.toggle() }
        isEscaped = isInString && byte == .backslash && !isEscaped
      }
      line += UnsafeRawBufferPointer(rebasing: memory[..<count])
    }
  }
}
