import Bytes

/// A record: fields in their order and with their values unchanged, even if names are repeated.
///
/// It shares the memory from which it was read. Fields are created on access.
public struct Record: RandomAccessCollection, Sendable {
  /// The unchanged bytes: an object with its braces, a CSV row or a log line without its line end,
  /// or the text of the values of a table's row.
  public let raw: ArraySlice<UInt8>
  let slots: [FieldSlot]
  /// The field names that the bytes do not contain: those of a CSV header, of a table, or of a log
  /// writer's form.
  let header: CSVHeader?
  /// The kind of the record.
  let kind: Kind

  /// The kinds of records: a JSON object, a CSV row, a log line, or the values of a table's row.
  enum Kind { case object, row, line, values }

  /// Whether the record is a row of a table, whose values have types.
  package var isTableRow: Bool { kind == .values }

  /// Whether a null means that the field is missing, as in a log line.
  package var lacksNulls: Bool { kind == .line }

  init(raw: ArraySlice<UInt8>, slots: [FieldSlot], header: CSVHeader? = nil) {
    (self.raw, self.slots, self.header) = (raw, slots, header)
    kind = header == nil ? .object : .row
  }

  /// Creates a record from a log line; without a header, its names are in the line.
  init(line raw: ArraySlice<UInt8>, slots: [FieldSlot], header: CSVHeader?) {
    (self.raw, self.slots, self.header, kind) = (raw, slots, header, .line)
  }

  /// Creates a record from a table's row, whose values have types.
  ///
  /// - Parameters:
  ///   - raw: the concatenated text of the values; that of NULL is empty.
  ///   - values: the kind and the end of the text of each value, in the order of the columns.
  ///   - header: the names of the columns.
  ///   - isRead: whether a column was read; a column that was not read is shown blank, regardless
  ///     of its kind.
  package init(
    row raw: [UInt8], values: [(kind: Value.Kind, end: Int)], header: CSVHeader,
    isRead: (_ column: Int) -> Bool = { _ in true }
  ) {
    var slots: [FieldSlot] = []
    slots.reserveCapacity(values.count)
    var start = 0
    for (column, value) in values.enumerated() {
      let notation: Value.Notation =
        !isRead(column) ? .unread : value.kind == .null ? .sqlNull : .plain
      slots.append(FieldSlot(value: start..<value.end, kind: value.kind, notation: notation))
      start = value.end
    }
    (self.raw, self.slots, self.header, kind) = (raw[...], slots, header, .values)
  }

  /// The kind of each value of a row, and the end of its text in the bytes.
  package var rowValues: [(kind: Value.Kind, end: Int)] {
    slots.map { ($0.kind, $0.value.upperBound) }
  }

  /// The first index, which is zero.
  public var startIndex: Int { 0 }
  /// The number of fields.
  public var endIndex: Int { slots.count }

  /// The field at an index from 0; an invalid index is a programming error and ends the program.
  public subscript(index: Int) -> Field {
    Field(value: value(at: index), writtenName: name(at: index))
  }

  func value(at index: Int) -> Value {
    let slot = slots[index]
    return Value(slot.kind, slot.notation, raw: raw[slot.value])
  }

  func name(at index: Int) -> Value {
    let slot = slots[index]
    // In a log line, some fields may be named by its form, and others by an object in it.
    guard let header, slot.name.isEmpty else { return name(at: slot) }
    return header.name(at: index)
  }

  func name(at slot: FieldSlot) -> Value {
    Value(.string, slot.nameNotation, raw: raw[slot.name])
  }
}

/// Quotes that are never closed.
extension Record {
  /// The index in the bytes of the first quote that begins a field of a CSV row and is never
  /// closed; nil if there is none.
  ///
  /// A record does not know its dialect, in which quotes may be text; see
  /// ``RecordDecoder/openQuote(in:)``.
  var openQuote: Int? {
    guard kind == .row else { return nil }
    return raw.withUnsafeBytes { bytes in
      slots.first { slot in
        slot.notation == .plain && !slot.value.isEmpty
          && bytes[slot.value.lowerBound - raw.startIndex] == .quote
      }?.value.lowerBound
    }
  }
}

/// Values by the paths of their fields.
extension Record {
  /// The value at a path; nil if there is none.
  ///
  /// A field whose whole name is the path is preferred. Otherwise the longest prefix of the path
  /// before a dot that is the name of an object is used, and the rest of the path is looked up in
  /// that object. If several fields have the same name, the last one is used, as in most JSON
  /// readers (RFC 8259, section 4).
  ///
  /// Cost: a comparison with each name for each dot in the path, and a pass over the bytes of the
  /// objects along the path.
  public func value(at path: FieldPath) -> Value? {
    guard let names = path.names else { return value(at: path.utf8[...]) }
    var found: Value?
    for (depth, name) in names.enumerated() {
      guard let record = depth == 0 ? self : found?.record,
        let index = record.lastIndex(named: name[...])
      else { return nil }
      found = record.value(at: index)
    }
    return found
  }

  private func value(at path: ArraySlice<UInt8>) -> Value? {
    if let index = lastIndex(named: path) { return value(at: index) }
    var end = path.endIndex
    while let dot = path[..<end].lastIndex(of: .dot) {
      if let index = lastIndex(named: path[..<dot]), let record = value(at: index).record {
        return record.value(at: path[(dot + 1)...])
      }
      end = dot
    }
    return nil
  }

  /// Whether the field at an index has the same written name as the field there in another record,
  /// and neither of them is an object.
  ///
  /// It is false if the other record has no field there; this record must have one. Cost:
  /// proportional to the number of bytes in the name.
  public func hasSameName(at index: Int, as other: Record) -> Bool {
    guard index < other.count else { return false }
    let (slot, otherSlot) = (slots[index], other.slots[index])
    // Names that are not in the bytes are those of the common header.
    if slot.name.isEmpty || otherSlot.name.isEmpty {
      return slot.name.isEmpty == otherSlot.name.isEmpty
    }
    return slot.kind != .object && otherSlot.kind != .object
      && raw[slot.name].elementsEqual(other.raw[otherSlot.name])
  }

  private func lastIndex(named name: ArraySlice<UInt8>) -> Int? {
    guard header == nil else { return indices.last { self.name(at: $0).utf8 == name } }
    return raw.withUnsafeBytes { bytes in
      name.withUnsafeBytes { name in
        slots.lastIndex { slot in
          slot.nameNotation == .quoted
            ? Self.isName(name, slot.name, in: bytes, from: raw.startIndex)
            : self.name(at: slot).utf8.elementsEqual(name)
        }
      }
    }
  }

  /// Whether a quoted name without escapes is the given one; the lengths are compared first,
  /// because most names already differ in length.
  private static func isName(
    _ name: UnsafeRawBufferPointer, _ quoted: Range<Int>, in bytes: UnsafeRawBufferPointer,
    from start: Int
  ) -> Bool {
    guard quoted.count == name.count + 2 else { return false }
    let first = quoted.lowerBound + 1 - start
    return name.indices.allSatisfy { name[$0] == bytes[first + $0] }
  }
}

/// A record as a line of JSON.
extension Record {
  /// The record as one line, without a line feed at its end.
  ///
  /// For JSON, blanks outside of strings are omitted, and everything else is unchanged. For CSV,
  /// all values are strings, and invalid UTF-8 becomes U+FFFD. Cost: proportional to the number of
  /// bytes in the record.
  public func jsonLine() -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(raw.count + (kind == .object ? 0 : 16 * count))
    appendJSON(to: &line)
    return line
  }

  /// Appends the record as JSON to a line.
  public func appendJSON(to line: inout [UInt8]) {
    if kind == .object {
      raw.withUnsafeBytes { JSONText.appendWithoutBlanks($0, to: &line) }
    } else {
      appendFields(to: &line)
    }
  }

  private func appendFields(to line: inout [UInt8]) {
    var separator = UInt8.openBrace
    for index in indices where slots[index].notation != .unread {
      line.append(separator)
      separator = .comma
      JSONText.append(name(at: index).utf8, to: &line)
      line.append(.colon)
      value(at: index).appendJSON(to: &line)
    }
    if separator == .openBrace { line.append(separator) }
    line.append(.closeBrace)
  }
}

/// The content of an item in a list of records.
public enum RecordContent: Sendable {
  /// Fields with names.
  case record(Record)
  /// A line without its line end, or a JSON value other than an object; a string is given without
  /// its quotes.
  case text(ArraySlice<UInt8>)
}

/// An item of a list of records from any source.
public protocol RecordItem: Identifiable, Sendable where ID: Sendable {
  /// The content of the item.
  var content: RecordContent { get }
}

extension RecordItem {
  /// The record; nil if the content is text.
  public var record: Record? { if case .record(let record) = content { record } else { nil } }
}

/// A field of a record: its name and its value.
public struct Field: Sendable {
  /// The value.
  public let value: Value
  let writtenName: Value

  /// The name, without quotes and escapes.
  public var name: String { writtenName.text }

  /// The unchanged bytes of the name, with quotes.
  public var rawName: ArraySlice<UInt8> { writtenName.raw }
}

/// The path to a field: a name, or names separated by dots, as in `request.method`.
public struct FieldPath: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The path as it is written.
  public let description: String
  let utf8: [UInt8]
  /// The names of the fields along the path, if known; nil if the path has to be split at dots.
  let names: [[UInt8]]?

  /// Creates a path; any text is valid, because a name may have any characters.
  public init(_ description: String) {
    (self.description, utf8, names) = (description, Array(description.utf8), nil)
  }

  /// Creates a path to a field with exactly these names, even if they contain dots.
  ///
  /// - Parameter description: the text of the path.
  package init(_ names: [String], called description: String) {
    (self.description, utf8) = (description, Array(description.utf8))
    self.names = names.map { Array($0.utf8) }
  }

  /// The number of fields along the path, if their names are known; otherwise 1.
  package var depth: Int { names?.count ?? 1 }

  /// Creates a path from a literal.
  public init(stringLiteral description: String) { self.init(description) }
}

/// The ranges of a field's name and value in the bytes of a record; the names of a CSV row are in
/// its header instead.
struct FieldSlot {
  var name = 0..<0
  var nameNotation = Value.Notation.plain
  var value: Range<Int>
  let kind: Value.Kind
  let notation: Value.Notation

  /// The slot with its ranges moved by a distance, so that they are relative to another first
  /// index.
  func moved(by distance: Int) -> FieldSlot {
    guard distance != 0 else { return self }
    var slot = self
    slot.name = name.moved(by: distance)
    slot.value = value.moved(by: distance)
    return slot
  }
}
