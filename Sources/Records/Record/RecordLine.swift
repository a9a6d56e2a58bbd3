import Bytes

/// A record as a line: an object of JSON, or values with tabs between.
///
/// A line that is no record has one field, `text`, which is the line.
package struct RecordLine: Sendable {
  package let reading: RecordDecoder
  /// What is written of a record; all of it where nil.
  package let columns: [RecordColumn]?
  package let isJSON: Bool

  package init(reading: RecordDecoder, columns: [RecordColumn]?, isJSON: Bool) {
    (self.reading, self.columns, self.isJSON) = (reading, columns, isJSON)
  }

  private static let textName = "text"

  /// Adds a record of a block, or a piece of a long line, and the line end; says whether it is a record as it should be.
  @discardableResult package func append(
    _ piece: RecordPiece, of bytes: [UInt8], to out: inout [UInt8]
  ) -> Bool {
    if isJSON { return appendJSON(piece, of: bytes, to: &out) }
    guard !piece.isContinuation else { return false }
    Self.append(values(of: piece, in: bytes), to: &out)
    return reading.isStrict(piece, in: bytes)
  }

  /// Adds a record, and the line end.
  package func append(_ record: Record, to out: inout [UInt8]) {
    guard isJSON else { return Self.append(values(of: record), to: &out) }
    appendObject(record, to: &out)
    out.append(.lineFeed)
  }

  /// Adds a text that is no record, and the line end.
  package func append(text: ArraySlice<UInt8>, to out: inout [UInt8]) {
    let bytes = Array(text)
    append(RecordPiece(range: bytes.indices), of: bytes, to: &out)
  }

  /// The values that are written, without notation; nil for those that are null, or not there.
  package func values(of piece: RecordPiece, in bytes: [UInt8]) -> [ArraySlice<UInt8>?] {
    guard let record = record(piece, in: bytes) else {
      // A long line is not held, and so its text is no value.
      let text = piece.isWhole ? bytes[piece.range] : nil
      return columns.map { $0.map { $0.name == Self.textName ? text : nil } } ?? [text]
    }
    return values(of: record)
  }

  /// The same of a record.
  package func values(of record: Record) -> [ArraySlice<UInt8>?] {
    guard let columns else { return record.map { $0.value.kind == .null ? nil : $0.value.utf8 } }
    return columns.map { column in
      column.value(in: record, reading).flatMap { $0.kind == .null ? nil : $0.utf8 }
    }
  }

  private func record(_ piece: RecordPiece, in bytes: [UInt8]) -> Record? {
    piece.isWhole ? reading.record(of: bytes[piece.range]) : nil
  }

  // MARK: JSON

  private func appendJSON(
    _ piece: RecordPiece, of bytes: [UInt8], to out: inout [UInt8]
  ) -> Bool {
    if columns == nil, reading.isJSON, piece.isWhole {
      let isObject = bytes.withUnsafeBytes {
        RecordDecoder.jsonReader.appendObject(.init(rebasing: $0[piece.range]), to: &out)
      }
      if isObject {
        out.append(.lineFeed)
        return true
      }
    }
    guard let record = record(piece, in: bytes) else {
      appendText(piece, of: bytes, to: &out)
      return false
    }
    appendObject(record, to: &out)
    out.append(.lineFeed)
    return reading.isJSON ? reading.isStrict(piece, in: bytes) : !record.hasOpenQuote
  }

  private func appendObject(_ record: Record, to out: inout [UInt8]) {
    guard let columns else { return record.appendJSON(to: &out) }
    var separator = UInt8(ascii: "{")
    for column in columns {
      guard let value = column.value(in: record, reading) else { continue }
      out.append(separator)
      JSONField.append(column.name, to: &out)
      out.append(.colon)
      value.appendJSON(to: &out)
      separator = UInt8(ascii: ",")
    }
    if separator == .openBrace { out.append(separator) }
    out.append(.closeBrace)
  }

  private func appendText(_ piece: RecordPiece, of bytes: [UInt8], to out: inout [UInt8]) {
    let isWanted = columns?.contains { $0.name == Self.textName } ?? true
    if !piece.isContinuation { out += (isWanted ? "{\"text\":\"" : "{").utf8 }
    if isWanted {
      // What is no UTF-8 becomes U+FFFD, because JSON has no bytes.
      JSONField.appendEscaped(String(decoding: bytes[piece.range], as: UTF8.self).utf8, to: &out)
    }
    if !piece.isContinued { out += (isWanted ? "\"}\n" : "}\n").utf8 }
  }

  // MARK: Tabs between

  /// Adds values with tabs between, and the line end.
  package static func append(_ values: [ArraySlice<UInt8>?], to out: inout [UInt8]) {
    for (index, value) in values.enumerated() {
      if index > 0 { out.append(.tab) }
      if let value { append(value, to: &out) }
    }
    out.append(.lineFeed)
  }

  /// Adds a value in which a tab, a line end and a backslash are `\t`, `\n`, `\r` and `\\`.
  package static func append(_ value: some Sequence<UInt8>, to out: inout [UInt8]) {
    for byte in value {
      switch byte {
      case .tab: out += "\\t".utf8
      case .lineFeed: out += "\\n".utf8
      case .carriageReturn: out += "\\r".utf8
      case .backslash: out += "\\\\".utf8
      default: out.append(byte)
      }
    }
  }
}
