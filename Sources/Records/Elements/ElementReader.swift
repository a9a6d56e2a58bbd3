import Bytes

/// A reader that finds the elements of a JSON array, from its start or from the middle.
///
/// The reader divides everything after the `[` into elements by the rules of ``ElementState``, up
/// to the end of the text. In a valid array these are the elements of the array.
public struct ElementReader: Sendable {
  /// Creates a reader.
  public init() {}

  /// The start of the first element of an array, or of invalid text in its place; nil if the
  /// available text does not begin with `[`, or if nothing or a `]` follows.
  ///
  /// Cost: proportional to the number of blanks before it.
  ///
  /// - Parameters:
  ///   - offset: the start of the array, or of blanks before it.
  ///   - bytes: the available bytes; offsets are relative to the first of them.
  public func firstElement(from offset: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    let rest = bytes.indices.dropFirst(offset)
    guard let bracket = rest.first(where: { !bytes[$0].isJSONBlank }),
      bytes[bracket] == .openBracket
    else { return nil }
    let first = bytes.indices.dropFirst(bracket + 1).first { !bytes[$0].isJSONBlank }
    return first.flatMap { bytes[$0] == .closeBracket ? nil : $0 }
  }

  /// The extent of the element that begins or continues at an offset; nil if more bytes are needed,
  /// or if no element follows.
  ///
  /// The extent ends at the start of the next element. Cost: proportional to its number of bytes.
  ///
  /// - Parameters:
  ///   - offset: the place at which the element begins or continues.
  ///   - state: the state before the offset; set to the state at the end of the element, or at the
  ///     end of the bytes if the element does not end in them.
  ///   - bytes: the available bytes; offsets are relative to the first of them.
  ///   - isComplete: whether the text ends with the bytes.
  public func element(
    at offset: Int, after state: inout ElementState, in bytes: UnsafeRawBufferPointer,
    isComplete: Bool
  ) -> RecordExtent? {
    guard offset < bytes.count else { return nil }
    var (index, contentEnd) = (offset, offset)
    if state.isBetween, let end = endOfBrackets(at: offset, in: bytes) {
      (index, contentEnd) = (end, end)
    }
    while index < bytes.count {
      let (byte, before) = (bytes[index], state)
      if state.advance(over: byte), index > offset {
        state = .between
        return extent(offset, contentEnd, end: index, bytes)
      }
      let isEnd = before.isInString || before.part == .inBrackets
      if !state.isBetween || isEnd && byte != .lineFeed { contentEnd = index + 1 }
      index += 1
    }
    return isComplete ? extent(offset, contentEnd, end: index, bytes) : nil
  }

  /// The extent of an element that begins at the offset; nil if more bytes are needed, or if no
  /// element follows.
  public func element(
    at offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) -> RecordExtent? {
    var state = ElementState.between
    return element(at: offset, after: &state, in: bytes, isComplete: isComplete)
  }

  private func extent(
    _ start: Int, _ contentEnd: Int, end: Int, _ bytes: UnsafeRawBufferPointer
  ) -> RecordExtent {
    var contentEnd = contentEnd
    while contentEnd > start, bytes[contentEnd - 1].isJSONBlank { contentEnd -= 1 }
    return RecordExtent(content: start..<contentEnd, end: end)
  }

  /// Whether an element is an object or array that is closed; appended text then does not change
  /// the element.
  ///
  /// Cost: proportional to the number of bytes.
  package func isClosed(_ element: UnsafeRawBufferPointer) -> Bool {
    !element.isEmpty && endOfBrackets(at: 0, in: element) == element.count
  }

  /// The start of the first element after an anchor; nil if there is none.
  ///
  /// Cost: proportional to the number of bytes up to that element.
  public func firstElement(after anchor: ElementAnchor, in bytes: UnsafeRawBufferPointer) -> Int? {
    var state = ElementState.between
    return (anchor.offset..<bytes.count).first { state.advance(over: bytes[$0]) }
  }

  /// The state after the given bytes.
  ///
  /// Cost: proportional to the number of bytes.
  ///
  /// - Parameters:
  ///   - bytes: the available bytes; offsets are relative to the first of them.
  ///   - state: the state before the first byte.
  public func state(after bytes: UnsafeRawBufferPointer, from state: ElementState) -> ElementState {
    var state = state
    for byte in bytes { _ = state.advance(over: byte) }
    return state
  }
}

/// Finding the end of an object or an array by the rules of `ElementState`, eight bytes at a time.
extension ElementReader {
  /// The end of the object or array that begins at an offset; nil if more bytes are needed, or if
  /// the element there is neither.
  ///
  /// The content is checked neither for matching brackets nor for valid values.
  func endOfBrackets(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes[offset] == .openBrace || bytes[offset] == .openBracket else { return nil }
    var (index, depth, isInString) = (offset, 0, false)
    while index < bytes.count {
      var (marks, next) = (bytes.word(at: index).bracketMarks, index + 8)
      while marks != 0 {
        let found = index + marks.firstMark
        marks &= marks - 1
        switch bytes[found] {
        case .quote: isInString.toggle()
        // A line feed ends a string, because JSON strings contain none.
        case .lineFeed: isInString = false
        case .backslash where isInString: (marks, next) = (0, bytes.afterEscape(at: found))
        case .openBrace where !isInString, .openBracket where !isInString: depth += 1
        case .closeBrace where !isInString, .closeBracket where !isInString:
          depth -= 1
          if depth == 0 { return found + 1 }
        default: break
        }
      }
      index = next
    }
    return nil
  }
}

extension UnsafeRawBufferPointer {
  /// The offset after a backslash in a string and the byte that it escapes; a line feed is not
  /// skipped, because it ends the string even after a backslash.
  fileprivate func afterEscape(at backslash: Int) -> Int {
    let isLineEnd = backslash + 1 < count && self[backslash + 1] == .lineFeed
    return backslash + (isLineEnd ? 1 : 2)
  }
}

extension UInt64 {
  /// The highest bit of each byte that is a quote, a line feed, a backslash, a bracket, a brace or
  /// a vertical bar.
  @inline(__always) fileprivate var bracketMarks: UInt64 {
    // With one more bit set, brackets become braces, and a backslash becomes the bar between them.
    let low = (self | .repeating(0x20)) & .repeating(0x7F)
    let braces =
      (low + .repeating(0x80 - .openBrace)) & ~(low + .repeating(0x7F - .closeBrace)) & ~self
    return braces & .repeating(0x80) | marks(of: .quote) | marks(of: .lineFeed)
  }
}

/// Finding places between elements from the middle of an array.
///
/// Bytes in the middle do not show whether they are within quotes, or at which depth they are. A
/// line feed ends all quotes; if the bytes have no line feed, both interpretations are followed, as
/// for comma-separated values (``CSVReader``). The lowest depth in each interpretation is that of
/// the elements, provided that no element is longer than the bytes.
extension ElementReader {
  /// Finds a place between two elements; nil if the bytes do not determine one.
  ///
  /// If the state after the bytes is known, an interpretation that does not lead to that state is
  /// wrong. The lowest depth then shows whether the bytes contain borders of elements, and the
  /// remaining interpretation is proved. Otherwise the interpretation that violates fewer rules is
  /// a guess, and so is the assumption that its lowest depth is that of the elements. Cost: a few
  /// passes over the bytes.
  ///
  /// - Parameters:
  ///   - bytes: the available bytes; offsets are relative to the first of them.
  ///   - end: the state after the bytes; nil if it is not known.
  public func anchor(in bytes: UnsafeRawBufferPointer, before end: ElementState?) -> ElementAnchor?
  {
    var readings = readings(of: bytes)
    if let end {
      readings = readings.filter { $0.isPossible(before: end) }
      guard readings.allSatisfy({ $0.reachesElements(before: end) }) else { return nil }
    }
    let likely = readings.reduce(nil as ElementReading?) { best, next in
      best.map { $0.violations <= next.violations } ?? false ? best : next
    }
    guard let likely, let offset = likely.anchor, end != nil || !likely.isInObject else {
      return nil
    }
    guard end != nil else { return ElementAnchor(offset: offset, isProved: false) }
    guard readings.count > 1 else { return ElementAnchor(offset: offset, isProved: true) }
    let agreed = readings[0].anchor(in: bytes, agreedWith: readings[1])
    return ElementAnchor(offset: agreed ?? offset, isProved: agreed != nil)
  }

  /// Finds a place between two elements before the end of the text; nil if the bytes do not
  /// determine a place.
  ///
  /// If the last byte that is not a blank is a `]`, it is first tried as the end of the array.
  public func anchor(atEndOf bytes: UnsafeRawBufferPointer) -> ElementAnchor? {
    if let last = bytes.lastIndex(where: { !$0.isJSONBlank }), bytes[last] == .closeBracket,
      let found = anchor(in: UnsafeRawBufferPointer(rebasing: bytes[..<last]), before: .between)
    {
      return found
    }
    return anchor(in: bytes, before: nil)
  }

  /// The state before a place in an element that is longer than the bytes; nil if the bytes do not
  /// determine the state.
  ///
  /// - Parameters:
  ///   - index: the place.
  ///   - bytes: the available bytes; offsets are relative to the first of them.
  ///   - end: the state after the bytes.
  public func state(
    at index: Int, in bytes: UnsafeRawBufferPointer, before end: ElementState
  ) -> ElementState? {
    let readings = readings(of: bytes).filter { $0.isPossible(before: end) }
    guard readings.count == 1, let reading = readings.first, index > reading.first else {
      return nil
    }
    return reading.state(at: index, in: bytes, before: end)
  }

  private func readings(of bytes: UnsafeRawBufferPointer) -> [ElementReading] {
    let feed = bytes.firstIndex(of: .lineFeed, in: 0..<bytes.count)
    // The byte after leading backslashes is skipped, because backslashes before the bytes may
    // escape it.
    let backslashes = bytes.prefix { $0 == .backslash }.count
    let start = feed.map { $0 + 1 } ?? min(bytes.count, backslashes > 0 ? backslashes + 1 : 0)
    return (feed == nil ? [false, true] : [false]).map {
      var reading = ElementReading(isInString: $0, from: start)
      reading.read(bytes)
      return reading
    }
  }
}

/// A place between two elements of an array, as far as the given bytes determine it.
public struct ElementAnchor: Equatable, Sendable {
  /// An offset after an element; the next element begins with the first byte from there on that is
  /// not a blank, a comma or a closing bracket.
  public let offset: Int
  /// Whether the place is proved, provided that the text is valid JSON.
  public let isProved: Bool
}
