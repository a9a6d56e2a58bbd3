import Bytes

/// What a value says.
extension Value {
  /// The text of a string, without quotes and escapes; anything else as it is written.
  ///
  /// Bytes that are not UTF-8, which only CSV can have, become U+FFFD. Cost: the bytes of it.
  public var text: String { String(decoding: utf8, as: UTF8.self) }

  /// The same as bytes, which share the value's memory if it has no escapes.
  public var utf8: ArraySlice<UInt8> {
    switch notation {
    case .plain: raw
    case .quoted: raw.dropFirst().dropLast()
    case .jsonEscapes: JSONText.unescaped(raw.dropFirst().dropLast())[...]
    case .csvQuotes: CSVText.unquoted(raw)[...]
    }
  }

  /// True or false, where it is one of them.
  public var bool: Bool? { kind == .bool ? raw.first == UInt8(ascii: "t") : nil }

  /// The fields of an object; nil where it is none.
  ///
  /// Cost: its bytes are read again.
  public var record: Record? { kind == .object ? try? Self.reader.record(raw) : nil }

  /// The elements of an array; nil where it is none.
  ///
  /// Cost: its bytes are read again.
  public var elements: [Value]? {
    guard kind == .array else { return nil }
    var elements: [Value] = []
    raw.withUnsafeBufferPointer { buffer in
      var scanner = JSONScanner(UnsafeRawBufferPointer(buffer), at: 1)
      while let slot = try? scanner.nextElement(isFirst: elements.isEmpty, depth: 0) {
        let slot = slot.moved(by: raw.startIndex)
        elements.append(Value(slot.kind, slot.notation, raw: raw[slot.value]))
      }
    }
    return elements
  }

  /// What was read once is no larger the second time.
  private static let reader = JSONReader(maximumSize: .max)
}
