/// A JSON value whose objects keep the order of their fields.
enum JSON: Sendable {
  case null
  case flag(Bool)
  case number(Int)
  case text(String)
  case array([JSON])
  case object([Field])

  typealias Field = (name: String, value: JSON)

  /// The JSON text, without white space.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// A string, or null for nil.
  init(_ text: String?) { self = text.map(JSON.text) ?? .null }

  /// Appends the JSON text.
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let number): bytes += String(number).utf8
    case .text(let text): Self.write(text, to: &bytes)
    case .array(let values): Self.write(values, to: &bytes)
    case .object(let fields): Self.write(fields, to: &bytes)
    }
  }

  private static func write(_ values: [JSON], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      value.write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func write(_ fields: [Field], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(field.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      field.value.write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
      case 0..<32:
        bytes += (byte < 16 ? #"\u000"# : #"\u00"#).utf8
        bytes += String(byte, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { self = .text(text) }
}

extension JSON: ExpressibleByArrayLiteral {
  init(arrayLiteral values: JSON...) { self = .array(values) }
}

extension JSON: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral fields: (String, JSON)...) {
    self = .object(fields.map { (name: $0.0, value: $0.1) })
  }
}
