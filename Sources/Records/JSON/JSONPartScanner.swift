import Bytes

/// Objects and arrays that are incomplete, or nested deeper than the reader's limit.
///
/// Strict JSON is read as by ``JSONReader/record(_:)`` and ``Value/elements``; other text is read
/// as far as its brackets and quotes allow. The last field may be cut. No function is recursive, so
/// any depth is possible. Cost: proportional to the number of bytes up to the last field read.
extension JSONReader {
  /// The fields of an object at the first byte that is not a blank; nil if that byte is not an
  /// opening brace.
  ///
  /// - Parameters:
  ///   - bytes: the available bytes.
  ///   - limit: the largest number of fields.
  public static func record(ofPart bytes: ArraySlice<UInt8>, limit: Int = .max) -> Record? {
    slots(of: bytes, .openBrace, limit) { $0.nextMember() }.map { Record(raw: bytes, slots: $0) }
  }

  /// The elements of an array at the first byte that is not a blank; nil if that byte is not an
  /// opening bracket.
  ///
  /// - Parameters:
  ///   - bytes: the available bytes.
  ///   - limit: the largest number of elements.
  public static func elements(ofPart bytes: ArraySlice<UInt8>, limit: Int = .max) -> [Value]? {
    slots(of: bytes, .openBracket, limit) { $0.nextElement() }?.map {
      Value($0.kind, $0.notation, raw: bytes[$0.value])
    }
  }

  private static func slots(
    of bytes: ArraySlice<UInt8>, _ bracket: UInt8, _ limit: Int,
    _ next: (inout JSONPartScanner) -> FieldSlot?
  ) -> [FieldSlot]? {
    guard let start = bytes.firstIndex(where: { !$0.isJSONBlank }), bytes[start] == bracket else {
      return nil
    }
    let first = bytes.startIndex
    return bytes.withUnsafeBytes { buffer in
      var scanner = JSONPartScanner(buffer, at: start - first)
      var slots: [FieldSlot] = []
      while slots.count < limit, let slot = next(&scanner) { slots.append(slot.moved(by: first)) }
      return slots
    }
  }
}

/// A scanner that iterates over JSON that may be incomplete, invalid, or nested to any depth; it
/// counts brackets, and does not check values.
struct JSONPartScanner {
  let bytes: UnsafeRawBufferPointer
  private(set) var offset: Int

  /// - Parameter offset: the offset of the opening bracket of an object or an array.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    (self.bytes, self.offset) = (bytes, offset + 1)
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The next member of an object; nil at the end of the object, at an invalid member, or at the
  /// end of the bytes.
  mutating func nextMember() -> FieldSlot? {
    skipSeparators()
    guard next == .quote else { return nil }
    let start = offset
    let notation = skipString()
    let name = start..<offset
    skipBlanks()
    guard next == .colon else { return nil }
    offset += 1
    skipBlanks()
    return skipValue().map { value in
      FieldSlot(
        name: name, nameNotation: notation, value: value.range, kind: value.form.kind,
        notation: value.form.notation)
    }
  }

  /// The next element of an array; nil at its end, and at the end of the bytes.
  mutating func nextElement() -> FieldSlot? {
    skipSeparators()
    return skipValue().map {
      FieldSlot(value: $0.range, kind: $0.form.kind, notation: $0.form.notation)
    }
  }

  // MARK: Parts

  private mutating func skipBlanks() { while next?.isJSONBlank == true { offset += 1 } }

  private mutating func skipSeparators() {
    while let byte = next, byte.isJSONBlank || byte == .comma { offset += 1 }
  }

  private mutating func skipValue() -> (range: Range<Int>, form: JSONForm)? {
    guard let first = next, first != .closeBrace, first != .closeBracket else { return nil }
    let start = offset
    let form = skipForm(first)
    return (start..<offset, form)
  }

  private mutating func skipForm(_ first: UInt8) -> JSONForm {
    switch first {
    case .quote: return JSONForm(.string, skipString())
    case .openBrace, .openBracket:
      skipBrackets()
      return JSONForm(first == .openBrace ? .object : .array)
    default:
      skipWord()
      switch first {
      case UInt8(ascii: "t"), UInt8(ascii: "f"): return JSONForm(.bool)
      case UInt8(ascii: "n"): return JSONForm(.null)
      default: return JSONForm(.number)
      }
    }
  }

  private mutating func skipWord() {
    while let byte = next, !byte.isJSONBlank, byte != .comma, byte != .closeBrace,
      byte != .closeBracket
    { offset += 1 }
  }

  private mutating func skipString() -> Value.Notation {
    var notation = Value.Notation.quoted
    offset += 1
    while let byte = next {
      offset += 1
      if byte == .quote { return notation }
      if byte == .backslash {
        notation = .jsonEscapes
        offset = min(offset + 1, bytes.count)
      }
    }
    return notation
  }

  private mutating func skipBrackets() {
    var depth = 0
    while let byte = next {
      switch byte {
      case .quote: _ = skipString()
      case .openBrace, .openBracket:
        depth += 1
        offset += 1
      case .closeBrace, .closeBracket:
        depth -= 1
        offset += 1
        if depth == 0 { return }
      default: offset += 1
      }
    }
  }
}
