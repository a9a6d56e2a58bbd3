import Bytes

/// A field's value as it was written, read on demand.
///
/// It shares the memory of what it was read from. Making one costs no text and no memory.
public struct Value: Sendable {
  /// What it is.
  public let kind: Kind
  /// The bytes as they were written: of a string with its quotes, of a number with all its digits.
  public let raw: ArraySlice<UInt8>
  let notation: Notation

  init(_ kind: Kind, _ notation: Notation, raw: ArraySlice<UInt8>) {
    (self.kind, self.notation, self.raw) = (kind, notation, raw)
  }

  /// What kinds of values there are (RFC 8259, 3); every value of CSV is a string.
  public enum Kind: Equatable, Sendable {
    /// A null.
    case null
    /// True or false.
    case bool
    /// A number of any length.
    case number
    /// A text.
    case string
    /// Fields with names.
    case object
    /// Values in an order.
    case array
  }

  /// How the bytes say what they say.
  enum Notation: Equatable {
    /// As they are.
    case plain
    /// Between quotes, and there as they are.
    case quoted
    /// Between quotes, with escapes of JSON.
    case jsonEscapes
    /// The same as programs write them that do not keep to JSON.
    case looseEscapes
    /// As CSV has them: with quotes that are doubled, or with text after the closing one.
    case csvQuotes
    /// As a word that the bytes stand for: `500` of a web server is an error.
    case level(LogWord)
    /// As SQL calls what is missing: no bytes, and `NULL` where it is shown.
    case sqlNull
    /// Not read, and so not known.
    case unread
  }

  /// Whether it was read; a value of a wide table may not be.
  package var isRead: Bool { notation != .unread }

  /// The object or the array of JSON that a text is; nil of anything else.
  ///
  /// It shares the value's memory, and says the same. Cost: the bytes, where the first one begins such.
  package var jsonOfText: Value? {
    guard kind == .string, notation == .plain, let first = raw.first(where: { !$0.isJSONBlank }),
      first == .openBrace || first == UInt8(ascii: "["),
      let value = try? RecordDecoder.jsonReader.value(raw)
    else { return nil }
    return Value(value.kind, .plain, raw: value.raw)
  }

  private static let nullName = Array("NULL".utf8)
}

/// What a value says.
extension Value {
  /// The text of a string, without quotes and escapes; anything else as it is written.
  ///
  /// Bytes that are not UTF-8, which only CSV can have, become U+FFFD. Cost: the bytes of it.
  public var text: String { String(decoding: utf8, as: UTF8.self) }

  /// The same as bytes, which share the value's memory if it has no escapes; else each use makes them.
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

  /// True or false; nil where it is neither.
  public var bool: Bool? { kind == .bool ? raw.first == UInt8(ascii: "t") : nil }

  /// The fields of an object; nil where it is none.
  ///
  /// Cost: its bytes are read again.
  public var record: Record? {
    guard kind == .object else { return nil }
    return (try? Self.reader.record(raw)) ?? (try? Self.reader.object(raw, isLenient: true))
  }

  /// The elements of an array; nil where it is none.
  ///
  /// Cost: its bytes are read again.
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

  /// What was read once is no larger the second time.
  private static let reader = JSONReader(maximumSize: .max)
}

/// A value as JSON.
extension Value {
  /// Adds the value to a line of JSON.
  ///
  /// Of JSON, the blanks outside of strings are left out, and all else is as it was written, byte for byte. A value of
  /// CSV is a string, in which what is not UTF-8 becomes U+FFFD. Cost: the bytes of the value.
  public func appendJSON(to line: inout [UInt8]) {
    switch (kind, notation) {
    case (.object, _), (.array, _):
      raw.withUnsafeBytes { JSONText.appendWithoutBlanks($0, to: &line) }
    // What JSON has between quotes without an escape is the same again.
    case (.string, .plain), (.string, .quoted), (.string, .csvQuotes), (.string, .level),
      (.string, .looseEscapes):
      JSONText.append(utf8, to: &line)
    // What a line of a log does not have.
    case (.null, _) where raw.isEmpty: line += "null".utf8
    case (.string, .jsonEscapes), (.string, .sqlNull), (.string, .unread), (.null, _), (.bool, _),
      (.number, _):
      line += raw
    }
  }

  /// The value without the line ends and the indents outside of its strings, for a cell: a blank is behind each comma.
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
