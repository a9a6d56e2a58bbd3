import Bytes

/// Reads records of comma-separated values, in one dialect.
///
/// A field is quoted if it begins with a quote that is closed. Two quotes within it are one; text between the closing
/// quote and the next delimiter belongs to the field. Other quotes are ordinary text. No text is wrong.
public struct CSVReader: Sendable {
  /// The dialect.
  public let dialect: CSVDialect

  /// Creates one.
  public init(_ dialect: CSVDialect) {
    self.dialect = dialect
  }

  /// Where the record is that begins at an offset; nil if more bytes are needed to tell, or if nothing follows.
  ///
  /// An empty line is a record without fields. At the end of all there is none. Cost: the record's bytes, and at most
  /// 1 MiB where a quote is not closed.
  ///
  /// - Parameters:
  ///   - offset: where it begins.
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - isComplete: whether nothing follows the bytes.
  public func record(
    at offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) -> RecordExtent? {
    guard offset < bytes.count else { return nil }
    let scanner = CSVScanner(bytes: bytes, dialect: dialect, isComplete: isComplete)
    var start = offset
    while let field = scanner.field(at: start) {
      let end = field.range.upperBound
      guard end < bytes.count, bytes[end] == dialect.delimiter else {
        return scanner.end(ofLineEndAt: end).map { RecordExtent(content: offset..<end, end: $0) }
      }
      start = end + 1
    }
    return nil
  }

  /// The fields of a record, given without its line end.
  ///
  /// The record shares the bytes' memory. It has the fields that are there: a row may be shorter or longer than the
  /// header.
  public func record(_ bytes: ArraySlice<UInt8>, header: CSVHeader = .numbered) -> Record {
    guard !bytes.isEmpty else { return Record(raw: bytes, slots: [], header: header) }
    var slots: [FieldSlot] = []
    slots.reserveCapacity(max(header.count, 16))
    bytes.withUnsafeBufferPointer { buffer in
      let first = bytes.startIndex
      let scanner = CSVScanner(
        bytes: UnsafeRawBufferPointer(buffer), dialect: dialect, isComplete: true)
      var start = 0
      while start <= buffer.count, let field = scanner.field(at: start) {
        let slot = FieldSlot(value: field.range, kind: .string, notation: field.notation)
        slots.append(slot.moved(by: first))
        start = field.range.upperBound + 1
      }
    }
    return Record(raw: bytes, slots: slots, header: header)
  }
}
