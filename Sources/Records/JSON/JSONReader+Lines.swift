import Bytes

/// Objects that are only written again.
extension JSONReader {
  /// Adds an object to a line of JSON, as ``Record/jsonLine()`` has it, and says whether the bytes are one.
  ///
  /// If they are not, as strictly as ``record(_:)`` takes it, nothing is added. Cost: the bytes are read once; they are
  /// copied as they are where no blank is outside of strings. No record is made.
  public func appendObject(_ bytes: UnsafeRawBufferPointer, to line: inout [UInt8]) -> Bool {
    var scanner = JSONScanner(bytes)
    scanner.skipBlanks()
    let (start, blanks) = (scanner.offset, scanner.blankCount)
    guard start < bytes.count, bytes[start] == .openBrace,
      (try? scanner.skipObject(depth: 0)) != nil
    else { return false }
    let (end, hasBlanks) = (scanner.offset, scanner.blankCount > blanks)
    scanner.skipBlanks()
    guard scanner.isAtEnd, end - start <= maximumSize else { return false }
    let object = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    if hasBlanks {
      JSONText.appendWithoutBlanks(object, to: &line)
    } else {
      line += object
    }
    return true
  }
}
