import Bytes

/// The result of reading bytes as a JSON object, leniently if necessary.
package struct LooseObject: Sendable {
  /// The record; nil if none can be read.
  package let record: Record?
  /// The error according to RFC 8259, if any; nil for bytes that do not begin like an object.
  ///
  /// Its offset does not count a byte order mark.
  package let error: JSONError?
}

/// Reading objects from invalid JSON, as programs and people write it.
extension JSONReader {
  /// Reads an object strictly according to RFC 8259, and leniently if that fails.
  ///
  /// A byte order mark before it is not an error. `NaN`, `Infinity`, control characters other than
  /// line feeds in strings, comments, and commas before a closing bracket are accepted and
  /// reported. These comments and commas become blanks in the record's bytes.
  package func looseObject(_ bytes: ArraySlice<UInt8>) -> LooseObject {
    let text = bytes.dropFirst(bytes.withUnsafeBytes { $0.byteOrderMarkLength })
    guard text.first(where: { !$0.isJSONBlank }) == .openBrace else {
      return LooseObject(record: nil, error: nil)
    }
    do throws(JSONError) {
      return LooseObject(record: try record(text), error: nil)
    } catch {
      let plain = JSONComments.blanked(text) ?? Array(text)
      return LooseObject(record: try? object(plain[...], isLenient: true), error: error)
    }
  }
}

/// Comments in JSON, and commas after a last element.
enum JSONComments {
  /// The bytes with comments and trailing commas replaced by blanks; nil if they contain none.
  ///
  /// Comments begin with `//` or `#` and end with the line, or are between `/*` and `*/`.
  static func blanked(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var (text, index, hasChanged) = (Array(bytes), 0, false)
    // The last byte that is not a blank, and the last comma if only blanks follow it.
    var (last, comma) = (UInt8.openBrace, Int?.none)
    while index < text.count {
      if let end = endOfComment(at: index, in: text) {
        for place in index..<end { text[place] = .space }
        (index, hasChanged) = (end, true)
        continue
      }
      let byte = text[index]
      if byte == .closeBrace || byte == .closeBracket, let place = comma {
        (text[place], hasChanged) = (.space, true)
      }
      if !byte.isJSONBlank {
        let isBehindValue = ![.openBrace, .openBracket, .comma].contains(last)
        (last, comma) = (byte, byte == .comma && isBehindValue ? index : nil)
      }
      index = byte == .quote ? endOfString(at: index, in: text) : index + 1
    }
    return hasChanged ? text : nil
  }

  /// Whether the bytes begin with a comment.
  static func isComment(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first == UInt8(ascii: "#")
      || bytes.first == .slash
        && (bytes.dropFirst().first == .slash || bytes.dropFirst().first == UInt8(ascii: "*"))
  }

  /// The offset of the first byte that is neither in a comment nor a blank.
  static func firstContent(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var index = start
    let bytes = Array(text[start...])
    while index < text.count {
      if let end = endOfComment(at: index - start, in: bytes) {
        index = start + end
      } else if text[index].isJSONBlank {
        index += 1
      } else {
        return index
      }
    }
    return nil
  }

  private static func endOfComment(at index: Int, in text: [UInt8]) -> Int? {
    let lineEnd = { text[index...].firstIndex(of: .lineFeed) ?? text.count }
    if text[index] == UInt8(ascii: "#") { return lineEnd() }
    guard text[index] == .slash, index + 1 < text.count else { return nil }
    if text[index + 1] == .slash { return lineEnd() }
    guard text[index + 1] == UInt8(ascii: "*") else { return nil }
    return (index + 2..<max(index + 2, text.count - 1)).first {
      text[$0] == UInt8(ascii: "*") && text[$0 + 1] == .slash
    }.map { $0 + 2 }
  }

  private static func endOfString(at open: Int, in text: [UInt8]) -> Int {
    var index = open + 1
    while index < text.count, text[index] != .quote {
      index += text[index] == .backslash ? 2 : 1
    }
    return min(index + 1, text.count)
  }
}
