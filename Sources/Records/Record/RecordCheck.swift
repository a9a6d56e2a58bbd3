import Bytes

/// A fault in a text that consists of records, and its place.
public struct RecordFault: Equatable, Sendable {
  /// A description of the fault.
  public let problem: String
  /// The offset of the fault in the text, in bytes.
  public let offset: Int

  /// Creates a fault.
  package init(problem: String, offset: Int) { (self.problem, self.offset) = (problem, offset) }
}

/// A check of a text that consists of records, made while the records are read in order.
///
/// A line that does not begin like a record is plain text, not a fault.
package struct RecordCheck: Sendable {
  /// The first fault.
  package private(set) var first: RecordFault?
  /// The number of faults.
  package private(set) var count = 0
  /// Whether the bytes between records must be checked.
  package let isOfArray: Bool
  /// Whether only blanks may be between records.
  private let isSequence: Bool
  private let reading: RecordDecoder
  private var state = ArrayState.open

  /// The state of an array.
  private enum ArrayState { case open, behindElement, behindComma, closed }

  /// Creates a check that begins at a record.
  package init(_ reading: RecordDecoder) {
    self.reading = reading
    isOfArray = reading.format.hasElements
    isSequence = reading.format == .jsonValues
  }

  /// Checks a record or a piece of one, and the bytes between it and the next record.
  ///
  /// - Parameters:
  ///   - piece: the record or piece; in an array all of them must be passed, in other formats only
  ///     the invalid ones.
  ///   - isStrict: whether the piece is a valid record of its format, or was not examined.
  ///   - bytes: the block that contains the piece.
  ///   - offset: the offset of the block in the text.
  package mutating func note(
    _ piece: RecordPiece, isStrict: Bool, of bytes: [UInt8], at offset: Int
  ) {
    if isOfArray, !piece.range.isEmpty, !piece.isContinuation {
      noteElement(at: offset + piece.range.lowerBound)
    }
    if !isStrict, !piece.range.isEmpty { noteOdd(piece, of: bytes, at: offset) }
    if isOfArray { noteSeparators(piece.range.upperBound..<piece.end, of: bytes, at: offset) }
  }

  /// Checks the end of the text.
  package mutating func finish(at offset: Int) {
    if isOfArray, !isSequence, state != .closed { add(.unexpectedEnd, offset) }
  }

  private mutating func add(_ problem: JSONProblem, _ offset: Int) {
    add(RecordFault(problem: problem.description, offset: offset))
  }

  private mutating func add(_ fault: RecordFault) {
    first = first ?? fault
    count += 1
  }

  // MARK: Records

  private mutating func noteOdd(_ piece: RecordPiece, of bytes: [UInt8], at offset: Int) {
    let text = bytes[piece.range]
    // A log line without fields is plain text.
    if reading.isOfText { return }
    if !reading.isJSON { return noteOddRow(piece, text, at: offset) }
    guard piece.isWhole else {
      let isBegun = !piece.isContinuation && (isOfArray || reading.beginsObject(text))
      if isBegun { add(.tooLarge, offset + piece.range.lowerBound) }
      return
    }
    noteOddValue(text, at: offset + piece.range.lowerBound)
  }

  private mutating func noteOddValue(_ text: ArraySlice<UInt8>, at start: Int) {
    let object = RecordDecoder.jsonReader.looseObject(text)
    if let error = object.error {
      add(error.problem, start + text.byteOrderMarkLength + error.offset)
    } else if object.record == nil, isOfArray, let other = error(in: text) {
      add(other.problem, start + other.offset)
    }
  }

  /// The error in an element that is not an object; nil if the element is a valid value of another
  /// type.
  private func error(in text: ArraySlice<UInt8>) -> JSONError? {
    do throws(JSONError) {
      _ = try RecordDecoder.jsonReader.value(text)
      return nil
    } catch { return error }
  }

  private mutating func noteOddRow(
    _ piece: RecordPiece, _ text: ArraySlice<UInt8>, at offset: Int
  ) {
    if !piece.isWhole {
      if !piece.isContinuation {
        let problem = "a record that is too large"
        add(RecordFault(problem: problem, offset: offset + piece.range.lowerBound))
      }
    } else if let quote = reading.record(of: text).flatMap(reading.openQuote) {
      add(RecordFault(problem: "an unclosed quote", offset: offset + quote))
    }
  }

  // MARK: Between the elements of an array

  private mutating func noteElement(at offset: Int) {
    guard !isSequence else { return }
    switch state {
    case .open, .behindComma: state = .behindElement
    case .behindElement: add(.expectedCommaOrBracket, offset)
    case .closed: add(.expectedEnd, offset)
    }
  }

  private mutating func noteSeparators(_ range: Range<Int>, of bytes: [UInt8], at offset: Int) {
    for index in range where !bytes[index].isJSONBlank {
      noteSeparator(bytes[index], at: offset + index)
    }
  }

  private mutating func noteSeparator(_ byte: UInt8, at offset: Int) {
    guard !isSequence else { return add(.expectedValue, offset) }
    switch (byte, state) {
    case (.comma, .behindElement): state = .behindComma
    case (.closeBracket, .open), (.closeBracket, .behindElement): state = .closed
    case (_, .closed): add(.expectedEnd, offset)
    case (.comma, _): add(.expectedValue, offset)
    case (.closeBracket, .behindComma):
      add(.expectedValue, offset)
      state = .closed
    default: add(.expectedCommaOrBracket, offset)
    }
  }
}

extension RecordDecoder {
  /// Whether a piece of a block is a valid record of the format.
  package func isStrict(_ piece: RecordPiece, in bytes: [UInt8]) -> Bool {
    if isOfText { return true }
    guard piece.isWhole else { return false }
    if isJSON {
      return bytes.withUnsafeBytes { Self.jsonReader.isObject(.init(rebasing: $0[piece.range])) }
    }
    let row = bytes[piece.range]
    return !row.contains(.quote) || record(of: row).map { openQuote(in: $0) == nil } ?? false
  }

  /// The index in the bytes of the first quote that begins a field of a record and is never closed;
  /// nil if there is none, as in a format without quotes.
  func openQuote(in record: Record) -> Int? {
    csv?.reader.dialect.hasQuotes == true ? record.openQuote : nil
  }

  /// Whether the first byte that is not a blank begins an object.
  fileprivate func beginsObject(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.dropFirst(bytes.byteOrderMarkLength).first { !$0.isJSONBlank } == .openBrace
  }
}

extension ArraySlice<UInt8> {
  /// The length of a UTF-8 byte order mark at the start; 0 if the bytes have none.
  fileprivate var byteOrderMarkLength: Int { withUnsafeBytes { $0.byteOrderMarkLength } }
}
