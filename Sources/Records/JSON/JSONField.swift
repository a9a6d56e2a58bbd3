import Bytes

/// A member of a JSON object: its name and its value.
package struct JSONField: Sendable {
  /// The value of a member.
  package enum Value: Sendable {
    case string(String)
    case number(Int)
    case bool(Bool)
    /// A value that is already written as JSON.
    case written([UInt8])
  }

  package let name: String
  package let value: Value

  package init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// Appends an object with the given members on one line, without a line end.
  package static func append(_ fields: [JSONField], to out: inout [UInt8]) {
    out.append(.openBrace)
    for (index, field) in fields.enumerated() {
      if index > 0 { out.append(.comma) }
      append(field.name, to: &out)
      out.append(.colon)
      append(field.value, to: &out)
    }
    out.append(.closeBrace)
  }

  private static func append(_ value: Value, to out: inout [UInt8]) {
    switch value {
    case .string(let text): append(text, to: &out)
    case .number(let number): out += "\(number)".utf8
    case .written(let bytes): out += bytes
    case .bool(let isTrue): out += (isTrue ? "true" : "false").utf8
    }
  }

  /// Appends a string as a JSON string.
  package static func append(_ text: String, to out: inout [UInt8]) {
    out.append(.quote)
    appendEscaped(text.utf8, to: &out)
    out.append(.quote)
  }

  /// Appends a string in the escaped form that is used within a JSON string (RFC 8259, section 7).
  package static func appendEscaped(_ text: some Sequence<UInt8>, to out: inout [UInt8]) {
    for byte in text {
      switch byte {
      case .quote, .backslash: out += [UInt8(ascii: "\\"), byte]
      case 0x08: out += "\\b".utf8
      case 0x09: out += "\\t".utf8
      case 0x0A: out += "\\n".utf8
      case 0x0C: out += "\\f".utf8
      case 0x0D: out += "\\r".utf8
      case 0..<0x20: out.append(unicodeEscape: byte)
      default: out.append(byte)
      }
    }
  }
}
