/// A member of a JSON object: its name and its value.
nonisolated package struct JSONField: Sendable {
  /// What a member may be.
  package enum Value: Sendable {
    case string(String)
    case number(Int)
    case bool(Bool)
    /// JSON as it is written.
    case written([UInt8])
  }

  let name: String
  let value: Value

  package init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// Adds an object of some members in one line, without its end.
  static func append(_ fields: [JSONField], to out: inout [UInt8]) {
    out.append(UInt8(ascii: "{"))
    for (index, field) in fields.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      append(field.name, to: &out)
      out.append(UInt8(ascii: ":"))
      append(field.value, to: &out)
    }
    out.append(UInt8(ascii: "}"))
  }

  private static func append(_ value: Value, to out: inout [UInt8]) {
    switch value {
    case .string(let text): append(text, to: &out)
    case .number(let number): out += "\(number)".utf8
    case .written(let bytes): out += bytes
    case .bool(let isTrue): out += (isTrue ? "true" : "false").utf8
    }
  }

  /// Adds a text as a JSON string.
  static func append(_ text: String, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    appendEscaped(text.utf8, to: &out)
    out.append(UInt8(ascii: "\""))
  }

  /// Adds what stands for text between the quotes of a JSON string (RFC 8259, 7).
  static func appendEscaped(_ text: some Sequence<UInt8>, to out: inout [UInt8]) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
      case 0x08: out += "\\b".utf8
      case 0x09: out += "\\t".utf8
      case 0x0A: out += "\\n".utf8
      case 0x0C: out += "\\f".utf8
      case 0x0D: out += "\\r".utf8
      case 0..<0x20: out += ("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8
      default: out.append(byte)
      }
    }
  }
}
