import Bytes

/// A writer of records, each on one line, as a JSON object or as tab-separated values.
///
/// A line that is not a record is written with a single field, `text`, which contains the line.
package struct RecordLine: Sendable {
  package let reading: RecordDecoder
  /// The columns to write; nil to write all.
  package let columns: [RecordColumn]?
  package let isJSON: Bool

  package init(reading: RecordDecoder, columns: [RecordColumn]?, isJSON: Bool) {
    (self.reading, self.columns, self.isJSON) = (reading, columns, isJSON)
  }

  private static let textName = "text"

  /// Appends a record of a block, or a piece of a long line; returns whether it is a valid record.
  @discardableResult package func append(
    _ piece: RecordPiece, of bytes: [UInt8], to out: inout [UInt8]
  ) -> Bool {
    if isJSON { return appendJSON(piece, of: bytes, to: &out) }
    guard !piece.isContinuation else { return false }
    Self.append(values(of: piece, in: bytes), to: &out)
    return reading.isStrict(piece, in: bytes)
  }

  /// Appends a record and the line end.
  package func append(_ record: Record, to out: inout [UInt8]) {
    guard isJSON else { return Self.append(values(of: record), to: &out) }
    appendObject(record, to: &out)
    out.append(.lineFeed)
  }

  /// Appends text that is not a record, and the line end.
  package func append(text: ArraySlice<UInt8>, to out: inout [UInt8]) {
    let bytes = Array(text)
    append(RecordPiece(range: bytes.indices), of: bytes, to: &out)
  }

  /// The values to write, decoded; nil for null and for missing values.
  package func values(of piece: RecordPiece, in bytes: [UInt8]) -> [ArraySlice<UInt8>?] {
    guard let record = record(piece, in: bytes) else {
      // A long line is not completely in memory, so its text is not a value.
      let text = piece.isWhole ? bytes[piece.range] : nil
      return columns.map { $0.map { $0.name == Self.textName ? text : nil } } ?? [text]
    }
    return values(of: record)
  }

  /// The values of a record that are to be written.
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
    return reading.isJSON
      ? reading.isStrict(piece, in: bytes) : reading.openQuote(in: record) == nil
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
      // Invalid UTF-8 becomes U+FFFD, because JSON cannot represent arbitrary bytes.
      JSONField.appendEscaped(String(decoding: bytes[piece.range], as: UTF8.self).utf8, to: &out)
    }
    if !piece.isContinued { out += (isWanted ? "\"}\n" : "}\n").utf8 }
  }

  // MARK: Tab-separated values

  /// Appends tab-separated values and the line end.
  package static func append(_ values: [ArraySlice<UInt8>?], to out: inout [UInt8]) {
    for (index, value) in values.enumerated() {
      if index > 0 { out.append(.tab) }
      if let value { append(value, to: &out) }
    }
    out.append(.lineFeed)
  }

  /// Appends a value with tabs, line ends and backslashes as `\t`, `\n`, `\r` and `\\`.
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
