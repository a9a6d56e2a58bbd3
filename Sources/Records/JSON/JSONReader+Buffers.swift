import Bytes

/// Reading values in the available part of a text, which may continue.
extension JSONReader {
  /// The end of the value that begins at an offset; nil if more bytes are needed.
  ///
  /// A number at the end of the bytes may continue, so more bytes are needed after it. Cost:
  /// proportional to the number of bytes in the value. Each call reads the value from its start, so
  /// a caller that needs more bytes should double their number.
  ///
  /// - Parameters:
  ///   - offset: the start of the value.
  ///   - bytes: the available bytes; offsets are relative to the first of them.
  ///   - isComplete: whether the text ends with the bytes.
  /// - Throws: the first error, or an error if the value is too large; its line is counted from the
  ///   first byte.
  public func end(
    ofValueAt offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) throws(JSONError) -> Int? {
    try element(at: offset, in: bytes, isComplete: isComplete)?.upperBound
  }

  /// The first element of the array that begins at an offset; nil if more bytes are needed.
  ///
  /// Offsets are relative to the first byte. Cost: proportional to the number of bytes in the
  /// element.
  ///
  /// - Throws: the first error, or an error if the element is too large.
  public func firstElement(
    ofArrayAt offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) throws(JSONError) -> JSONElement? {
    var scanner = JSONScanner(bytes, at: offset)
    guard !scanner.isAtEnd else { return try more(bytes, isComplete) }
    guard bytes[offset] == .openBracket else {
      throw JSONError(scanner.fault(.expectedArray), in: bytes)
    }
    scanner.offset += 1
    scanner.skipBlanks()
    guard !scanner.isAtEnd else { return try more(bytes, isComplete) }
    if bytes[scanner.offset] == .closeBracket { return .end(scanner.offset + 1) }
    return try element(at: scanner.offset, in: bytes, isComplete: isComplete).map { .element($0) }
  }

  /// The element of an array after the element that ends at an offset; nil if more bytes are
  /// needed.
  ///
  /// Offsets are relative to the first byte. Cost: proportional to the number of bytes in the
  /// element.
  ///
  /// - Throws: the first error, or an error if the element is too large.
  public func nextElement(
    after offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) throws(JSONError) -> JSONElement? {
    var scanner = JSONScanner(bytes, at: offset)
    scanner.skipBlanks()
    guard !scanner.isAtEnd else { return try more(bytes, isComplete) }
    if bytes[scanner.offset] == .closeBracket { return .end(scanner.offset + 1) }
    guard bytes[scanner.offset] == .comma else {
      throw JSONError(scanner.fault(.expectedCommaOrBracket), in: bytes)
    }
    scanner.offset += 1
    scanner.skipBlanks()
    return try element(at: scanner.offset, in: bytes, isComplete: isComplete).map { .element($0) }
  }

  private func element(
    at start: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) throws(JSONError) -> Range<Int>? {
    // Only the largest allowed number of bytes is read, and one byte more to detect a larger value.
    let limit = bytes.count - start > maximumSize ? start + maximumSize + 1 : bytes.count
    var scanner = JSONScanner(UnsafeRawBufferPointer(rebasing: bytes[..<limit]), at: start)
    do throws(JSONFault) {
      let form = try scanner.skipValue(depth: 0)
      if scanner.offset - start > maximumSize { throw tooLarge(start) }
      guard form.kind == .number, scanner.offset == bytes.count else {
        return start..<scanner.offset
      }
      return isComplete ? start..<scanner.offset : nil
    } catch {
      guard error.problem == .unexpectedEnd else { throw JSONError(error, in: bytes) }
      if limit - start > maximumSize { throw JSONError(tooLarge(start), in: bytes) }
      return try more(bytes, isComplete)
    }
  }

  private func tooLarge(_ start: Int) -> JSONFault {
    JSONFault(problem: .tooLarge, offset: start)
  }

  /// Returns nil, or throws an error if the text ends with the bytes.
  private func more<Element>(
    _ bytes: UnsafeRawBufferPointer, _ isComplete: Bool
  ) throws(JSONError) -> Element? {
    guard isComplete else { return nil }
    throw JSONError(JSONFault(problem: .unexpectedEnd, offset: bytes.count), in: bytes)
  }
}
