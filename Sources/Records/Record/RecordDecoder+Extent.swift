import Bytes

/// Where records are.
extension RecordDecoder {
  /// The record, or the line that is none, which begins at an offset; nil if more bytes are needed, or none
  /// follow.
  package func extent(
    at offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) -> RecordExtent? {
    if let csv { return csv.reader.record(at: offset, in: bytes, isComplete: isComplete) }
    return format == .jsonArray
      ? Self.elementReader.element(at: offset, in: bytes, isComplete: isComplete)
      : Self.line(at: offset, in: bytes, isComplete: isComplete)
  }

  /// The rest of a line or an element, of which something is before the offset.
  ///
  /// - Parameter state: what is before the offset in an element; then what is before its end.
  package func rest(
    at offset: Int, after state: inout ElementState, in bytes: UnsafeRawBufferPointer,
    isComplete: Bool
  ) -> RecordExtent? {
    guard format == .jsonArray else {
      return Self.line(at: offset, in: bytes, isComplete: isComplete)
    }
    return Self.elementReader.element(
      at: offset, after: &state, in: bytes, isComplete: isComplete)
  }

  /// What is before the end of some bytes of an element.
  package func state(after bytes: ArraySlice<UInt8>, from state: ElementState) -> ElementState {
    guard format == .jsonArray else { return state }
    return bytes.withUnsafeBytes { Self.elementReader.state(after: $0, from: state) }
  }

  /// The line that begins at an offset; its end is a line feed, also behind a carriage return.
  package static func line(
    at offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) -> RecordExtent? {
    guard offset < bytes.count else { return nil }
    guard let feed = bytes.firstIndex(of: .lineFeed, from: offset) else {
      guard isComplete else { return nil }
      return RecordExtent(content: offset..<bytes.count, end: bytes.count)
    }
    let isPair = feed > offset && bytes[feed - 1] == .carriageReturn
    return RecordExtent(content: offset..<(isPair ? feed - 1 : feed), end: feed + 1)
  }
}
