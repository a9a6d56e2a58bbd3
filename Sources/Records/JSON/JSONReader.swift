import Bytes

/// A strict reader of JSON (RFC 8259) that keeps values as they are written.
///
/// Each byte is read once and no strings are created. A UTF-8 byte order mark is not JSON;
/// ``RecordFormat`` skips it.
public struct JSONReader: Sendable {
  /// The largest depth of arrays and objects; each level takes some of the thread's stack.
  public static let maximumDepth = 512

  /// The largest number of bytes in a value; 16 MiB by default.
  public let maximumSize: Int

  /// Creates a reader with a limit on the number of bytes in a value.
  public init(maximumSize: Int = 16 << 20) {
    self.maximumSize = maximumSize
  }

  /// Reads an object, optionally surrounded by blanks.
  ///
  /// The record shares the memory of the bytes. Cost: one pass over the bytes.
  ///
  /// - Throws: the first error, or an error if the object is larger than `maximumSize`.
  public func record(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> Record {
    try object(bytes, isLenient: false)
  }

  func object(_ bytes: ArraySlice<UInt8>, isLenient: Bool) throws(JSONError) -> Record {
    try scan(bytes, isLenient: isLenient) { (scanner, first) throws(JSONFault) in
      var slots: [FieldSlot] = []
      guard try scanner.peek() == .openBrace else { throw scanner.fault(.expectedObject) }
      slots.reserveCapacity(16)
      let start = scanner.offset
      try scanner.open(depth: 0)
      while let slot = try scanner.nextMember(isFirst: slots.isEmpty, depth: 0) {
        slots.append(slot.moved(by: first))
      }
      return Record(raw: bytes[first + start..<first + scanner.offset], slots: slots)
    }
  }

  /// Reads any value, optionally surrounded by blanks.
  ///
  /// The value shares the memory of the bytes. Cost: one pass over the bytes.
  ///
  /// - Throws: the first error, or an error if the value is larger than `maximumSize`.
  public func value(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> Value {
    try scan(bytes) { (scanner, first) throws(JSONFault) in
      let start = scanner.offset
      let form = try scanner.skipValue(depth: 0)
      return Value(
        form.kind, form.notation, raw: bytes[first + start..<first + scanner.offset])
    }
  }

  /// Reads a whole text; the body receives the scanner and the index of the first byte, and reads
  /// the value.
  private func scan<Result>(
    _ bytes: ArraySlice<UInt8>, isLenient: Bool = false,
    body: (inout JSONScanner, _ first: Int) throws(JSONFault) -> Result
  ) throws(JSONError) -> Result {
    let first = bytes.startIndex
    return try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      let buffer = UnsafeRawBufferPointer(buffer)
      do throws(JSONFault) {
        var scanner = JSONScanner(buffer, isLenient: isLenient)
        scanner.skipBlanks()
        let start = scanner.offset
        let result = try body(&scanner, first)
        guard scanner.offset - start <= maximumSize else {
          throw JSONFault(problem: .tooLarge, offset: start)
        }
        scanner.skipBlanks()
        guard scanner.isAtEnd else { throw scanner.fault(.expectedEnd) }
        return result
      } catch { throw JSONError(error, in: buffer) }
    }
  }
}

/// The next part of an array.
public enum JSONElement: Equatable, Sendable {
  /// An element, with the range of its bytes.
  case element(Range<Int>)
  /// The end of the array, with the offset after its `]`.
  case end(Int)
}

/// Checking and copying values without creating records.
extension JSONReader {
  /// Whether the bytes are an object by the rules of ``record(_:)``; allocates no memory.
  package func isObject(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var scanner = JSONScanner(bytes)
    scanner.skipBlanks()
    let start = scanner.offset
    guard start < bytes.count, bytes[start] == .openBrace,
      (try? scanner.skipObject(depth: 0)) != nil
    else { return false }
    let end = scanner.offset
    scanner.skipBlanks()
    return scanner.isAtEnd && end - start <= maximumSize
  }

  /// Appends an object to a line of JSON in the form of ``Record/jsonLine()``; returns whether the
  /// bytes are an object.
  ///
  /// If they are not an object by the rules of ``record(_:)``, nothing is appended. Cost: one pass
  /// over the bytes, which are copied unchanged if they have no blanks outside of strings. No
  /// record is created.
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

  /// Appends a valid value to a line of JSON, without the blanks outside of its strings.
  package func appendValue(_ bytes: UnsafeRawBufferPointer, to line: inout [UInt8]) {
    JSONText.appendWithoutBlanks(bytes, to: &line)
  }

  /// Iterates over consecutive values; returns the first error, or nil.
  ///
  /// - Parameter body: receives the range of each value; returns whether to continue.
  package func forEachValue(
    in bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Bool
  ) -> JSONError? {
    var offset = 0
    do throws(JSONError) {
      while let start = bytes.indices.dropFirst(offset).first(where: { !bytes[$0].isJSONBlank }),
        let end = try end(ofValueAt: start, in: bytes, isComplete: true), body(start..<end)
      {
        offset = end
      }
      return nil
    } catch { return error }
  }
}
