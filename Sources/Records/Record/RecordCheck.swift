import Bytes

/// What is wrong in a text of records, and where.
public struct RecordFault: Equatable, Sendable {
  /// What is wrong, in words.
  public let problem: String
  /// Where that is: bytes before it in the text.
  public let offset: Int

  /// Creates one.
  package init(problem: String, offset: Int) { (self.problem, self.offset) = (problem, offset) }
}

/// Looks for what is wrong with a text of records, while these are read one after the other.
///
/// A line that does not begin as a record is a line of text, and no fault.
package struct RecordCheck: Sendable {
  /// The first fault.
  package private(set) var first: RecordFault?
  /// How many there are.
  package private(set) var count = 0
  /// Whether what is between records has to be looked at.
  package let isOfArray: Bool
  /// Whether nothing but blanks is between them.
  private let isSequence: Bool
  private let reading: RecordDecoder
  private var state = ArrayState.open

  /// Where an array is.
  private enum ArrayState { case open, behindElement, behindComma, closed }

  /// Creates a check that begins at a record.
  package init(_ reading: RecordDecoder) {
    self.reading = reading
    isOfArray = reading.format.hasElements
    isSequence = reading.format == .jsonValues
  }

  /// Takes note of a record or a piece, and of what separates it from the next one.
  ///
  /// - Parameters:
  ///   - piece: the record; all of them where it is one of an array, else those that are not as they should be.
  ///   - isStrict: whether it is a record by the rules of its format, or was not looked at.
  ///   - bytes: the block that it is in.
  ///   - offset: where the block begins in the text.
  package mutating func note(
    _ piece: RecordPiece, isStrict: Bool, of bytes: [UInt8], at offset: Int
  ) {
    if isOfArray, !piece.range.isEmpty, !piece.isContinuation {
      noteElement(at: offset + piece.range.lowerBound)
    }
    if !isStrict, !piece.range.isEmpty { noteOdd(piece, of: bytes, at: offset) }
    if isOfArray { noteSeparators(piece.range.upperBound..<piece.end, of: bytes, at: offset) }
  }

  /// Takes note of the end of all.
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
    // A line of a log that has no fields is one of text.
    if reading.isOfText { return }
    if !reading.isJSON { return noteOddRow(piece, text, at: offset) }
    guard piece.isWhole else {
      let isBegun = !piece.isContinuation && (isOfArray || reading.beginsObject(text))
      if isBegun { add(.tooLarge, offset + piece.range.lowerBound) }
      return
    }
    let object = RecordDecoder.jsonReader.looseObject(text)
    if let error = object.error ?? (object.record == nil && isOfArray ? error(in: text) : nil) {
      add(error.problem, offset + piece.range.lowerBound + error.offset)
    }
  }

  /// What is wrong with an element that is no object.
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
    } else if let quote = reading.record(of: text)?.openQuote {
      add(RecordFault(problem: "a quote that is never closed", offset: offset + quote))
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
  /// Whether a piece of a block is a record by the rules of its format.
  package func isStrict(_ piece: RecordPiece, in bytes: [UInt8]) -> Bool {
    if isOfText { return true }
    guard piece.isWhole else { return false }
    if isJSON {
      return bytes.withUnsafeBytes { Self.jsonReader.isObject(.init(rebasing: $0[piece.range])) }
    }
    let row = bytes[piece.range]
    return !row.contains(.quote) || record(of: row).map { !$0.hasOpenQuote } ?? false
  }

  /// Whether the first byte that is no blank begins an object.
  fileprivate func beginsObject(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first { !$0.isJSONBlank } == .openBrace
  }
}
