import Bytes

/// The unchanged value of a field, decoded on access.
///
/// It shares the memory from which it was read. Creating a value allocates no memory.
public struct Value: Sendable {
  /// The kind of the value.
  public let kind: Kind
  /// The unchanged bytes; those of a JSON string include its quotes, and those of a number include
  /// all its digits.
  public let raw: ArraySlice<UInt8>
  let notation: Notation

  init(_ kind: Kind, _ notation: Notation, raw: ArraySlice<UInt8>) {
    (self.kind, self.notation, self.raw) = (kind, notation, raw)
  }

  /// The kinds of values (RFC 8259, section 3); every CSV value is a string.
  public enum Kind: Equatable, Sendable {
    /// A null.
    case null
    /// True or false.
    case bool
    /// A number of any length.
    case number
    /// A string.
    case string
    /// Fields with names.
    case object
    /// Values in order.
    case array
  }

  /// The notation in which the bytes are written.
  enum Notation: Equatable {
    /// Plain bytes.
    case plain
    /// Plain bytes between quotes.
    case quoted
    /// JSON escapes between quotes.
    case jsonEscapes
    /// Escapes between quotes, as written by programs that deviate from JSON.
    case looseEscapes
    /// CSV with doubled quotes, or with text after the closing quote.
    case csvQuotes
    /// A word that the bytes imply, as the status `500` of a web server implies `error`.
    case level(LogWord)
    /// An SQL NULL: it has no bytes and is shown as `NULL`.
    case sqlNull
    /// A value that was not read; its text is empty.
    case unread
  }

  /// Whether the value was read; in a wide table, some values are not.
  package var isRead: Bool { notation != .unread }

  /// The JSON object or array in a string value that is written without quotes; nil for anything
  /// else.
  ///
  /// It shares the value's memory. Cost: proportional to the number of bytes, if the first one
  /// begins an object or array.
  package var jsonOfText: Value? {
    guard kind == .string, notation == .plain, let first = raw.first(where: { !$0.isJSONBlank }),
      first == .openBrace || first == UInt8(ascii: "["),
      let value = try? RecordDecoder.jsonReader.value(raw)
    else { return nil }
    return Value(value.kind, .plain, raw: value.raw)
  }

  private static let nullName = Array("NULL".utf8)
}

/// The content of a value.
extension Value {
  /// The text of a string without quotes and escapes, or any other value unchanged.
  ///
  /// Invalid UTF-8 becomes U+FFFD. Cost: proportional to the number of its bytes.
  public var text: String { String(decoding: utf8, as: UTF8.self) }

  /// The text as bytes; they share the value's memory if it contains the text unchanged, and are
  /// otherwise created by each access.
  public var utf8: ArraySlice<UInt8> {
    switch notation {
    case .plain: raw
    case .quoted: raw.dropFirst().dropLast()
    case .jsonEscapes, .looseEscapes: JSONText.unescaped(raw.dropFirst().dropLast())[...]
    case .csvQuotes: CSVText.unquoted(raw)[...]
    case .level(let word): word.utf8[...]
    case .sqlNull: Self.nullName[...]
    case .unread: []
    }
  }

  /// True or false; nil for other kinds.
  public var bool: Bool? { kind == .bool ? raw.first == UInt8(ascii: "t") : nil }

  /// The fields of an object; nil for other kinds.
  ///
  /// Cost: reads the bytes of the value again.
  public var record: Record? {
    guard kind == .object else { return nil }
    return (try? Self.reader.record(raw)) ?? (try? Self.reader.object(raw, isLenient: true))
  }

  /// The elements of an array; nil for other kinds.
  ///
  /// Cost: reads the bytes of the value again.
  public var elements: [Value]? {
    guard kind == .array else { return nil }
    var elements: [Value] = []
    raw.withUnsafeBufferPointer { buffer in
      var scanner = JSONScanner(UnsafeRawBufferPointer(buffer), at: 1, isLenient: true)
      while let slot = try? scanner.nextElement(isFirst: elements.isEmpty, depth: 0) {
        let slot = slot.moved(by: raw.startIndex)
        elements.append(Value(slot.kind, slot.notation, raw: raw[slot.value]))
      }
    }
    return elements
  }

  /// A reader without a size limit, because a value that has been read once is not too large to be
  /// read again.
  private static let reader = JSONReader(maximumSize: .max)
}

/// Conversion to JSON.
extension Value {
  /// Appends the value to a line of JSON.
  ///
  /// In a JSON value, blanks outside of strings are omitted, and everything else is unchanged. A
  /// CSV value becomes a string, in which invalid UTF-8 becomes U+FFFD. Cost: proportional to the
  /// number of bytes in the value.
  public func appendJSON(to line: inout [UInt8]) {
    switch (kind, notation) {
    case (.object, _), (.array, _):
      raw.withUnsafeBytes { JSONText.appendWithoutBlanks($0, to: &line) }
    // These are encoded again, which does not change JSON strings without escapes.
    case (.string, .plain), (.string, .quoted), (.string, .csvQuotes), (.string, .level),
      (.string, .looseEscapes):
      JSONText.append(utf8, to: &line)
    // A field that is missing in a log line, or an SQL NULL.
    case (.null, _) where raw.isEmpty: line += "null".utf8
    case (.string, .jsonEscapes), (.string, .sqlNull), (.string, .unread), (.null, _), (.bool, _),
      (.number, _):
      line += raw
    }
  }

  /// The value for a cell: without the blanks outside of its strings, except for one after each
  /// comma and colon.
  package var onOneLine: ArraySlice<UInt8> {
    var (line, isInString, isEscaped): ([UInt8], Bool, Bool) = ([], false, false)
    for byte in raw where isInString || !byte.isJSONBlank {
      line.append(byte)
      if byte == .quote, !isEscaped { isInString.toggle() }
      isEscaped = isInString && byte == .backslash && !isEscaped
      if !isInString, byte == .comma || byte == .colon { line.append(.space) }
    }
    return line[...]
  }
}
