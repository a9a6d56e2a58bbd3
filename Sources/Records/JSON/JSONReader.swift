import Bytes

/// Reads JSON strictly by RFC 8259, and keeps it as it is written.
///
/// A reader reads a byte once and makes no text of it. UTF-8's byte order mark is not JSON; ``RecordFormat`` passes
/// over it.
public struct JSONReader: Sendable {
  /// How many arrays and objects may be within each other, so that no text uses up a thread's stack.
  public static let maximumDepth = 512

  /// The most bytes of one value; 16 MiB by default.
  public let maximumSize: Int

  /// Creates one for values of a size in bytes.
  public init(maximumSize: Int = 16 << 20) {
    self.maximumSize = maximumSize
  }

  /// An object, with JSON's blanks around it or none, and nothing else.
  ///
  /// The record shares the bytes' memory. Cost: the bytes, each read once.
  ///
  /// - Throws: the first thing that is wrong, and that the object is larger than `maximumSize`.
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

  /// Any value, with JSON's blanks around it or none, and nothing else.
  ///
  /// The value shares the bytes' memory. Cost: the bytes, each read once.
  ///
  /// - Throws: the first thing that is wrong, and that the value is larger than `maximumSize`.
  public func value(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> Value {
    try scan(bytes) { (scanner, first) throws(JSONFault) in
      let start = scanner.offset
      let form = try scanner.skipValue(depth: 0)
      return Value(
        form.kind, form.notation, raw: bytes[first + start..<first + scanner.offset])
    }
  }

  /// Reads a whole text: the body reads the value, given the index of the first byte.
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

/// What comes next in an array.
public enum JSONElement: Equatable, Sendable {
  /// An element: the offsets of its bytes.
  case element(Range<Int>)
  /// The array ends: the offset after its `]`.
  case end(Int)
}

/// Objects that are only written again.
extension JSONReader {
  /// Whether bytes are an object, as strictly as ``record(_:)`` takes it; costs no memory.
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

  /// Adds a value that is valid to a line of JSON, without the blanks outside of its strings.
  package func appendValue(_ bytes: UnsafeRawBufferPointer, to line: inout [UInt8]) {
    JSONText.appendWithoutBlanks(bytes, to: &line)
  }

  /// Goes over values one after the other; returns the first thing that is wrong, or nil.
  ///
  /// - Parameter body: told where each value is; says whether to go on.
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
