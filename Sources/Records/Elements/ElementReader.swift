import Bytes

/// Tells the elements of an array of JSON apart, from its start and from the middle.
///
/// What is after its `[` is a row of elements, to the end of the text; ``ElementState`` says what each is. Of an array that
/// is valid they are its elements.
public struct ElementReader: Sendable {
  /// Creates one.
  public init() {}

  /// Where the first element of an array begins, or what takes its place; nil if the text is no array, or an empty
  /// one, as far as it is there.
  ///
  /// Cost: the blanks before it.
  ///
  /// - Parameters:
  ///   - offset: where it begins, or blanks before it.
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  public func firstElement(from offset: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    let rest = bytes.indices.dropFirst(offset)
    guard let bracket = rest.first(where: { !bytes[$0].isJSONBlank }),
      bytes[bracket] == .openBracket
    else { return nil }
    let first = bytes.indices.dropFirst(bracket + 1).first { !bytes[$0].isJSONBlank }
    return first.flatMap { bytes[$0] == .closeBracket ? nil : $0 }
  }

  /// Where the element is that begins at an offset, or goes on there; nil if more bytes are needed to tell, or if
  /// nothing follows.
  ///
  /// Its end is where the next one begins. Cost: its bytes.
  ///
  /// - Parameters:
  ///   - offset: where it begins.
  ///   - state: what is before the offset; what is before the end, or as far as there are bytes.
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - isComplete: whether nothing follows the bytes.
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

  /// The same of an element that begins at the offset; nil as above.
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

  /// Where the first element begins behind a place between two; nil where none does.
  ///
  /// Cost: the bytes up to there.
  public func firstElement(after anchor: ElementAnchor, in bytes: UnsafeRawBufferPointer) -> Int? {
    var state = ElementState.between
    return (anchor.offset..<bytes.count).first { state.advance(over: bytes[$0]) }
  }

  /// What is before the end of some bytes.
  ///
  /// Cost: the bytes.
  ///
  /// - Parameters:
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - state: what is before the first.
  public func state(after bytes: UnsafeRawBufferPointer, from state: ElementState) -> ElementState {
    var state = state
    for byte in bytes { _ = state.advance(over: byte) }
    return state
  }
}

/// The end of an object or an array, by the rules of `ElementState`, without a step for each byte.
extension ElementReader {
  /// Where the element in brackets ends that begins at an offset; nil where more bytes are needed, or it is another one.
  ///
  /// What is within is not looked at further: neither whether brackets fit each other, nor what is between them.
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
        // It ends a string, because JSON has none there.
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
  /// Where a string goes on behind a backslash: a line feed ends it also where it is escaped.
  fileprivate func afterEscape(at backslash: Int) -> Int {
    let isLineEnd = backslash + 1 < count && self[backslash + 1] == .lineFeed
    return backslash + (isLineEnd ? 1 : 2)
  }
}

extension UInt64 {
  /// The highest bit of each byte that is a quote, a line feed, a backslash, a bracket or a brace, and of no other but a
  /// vertical bar.
  @inline(__always) fileprivate var bracketMarks: UInt64 {
    // With one bit more, brackets are braces, and a backslash is the bar between them.
    let low = (self | .repeating(0x20)) & .repeating(0x7F)
    let braces =
      (low + .repeating(0x80 - .openBrace)) & ~(low + .repeating(0x7F - .closeBrace)) & ~self
    return braces & .repeating(0x80) | marks(of: .quote) | marks(of: .lineFeed)
  }
}

/// Places between elements, from the middle of an array.
///
/// Nothing there tells whether it is in quotes, or how deep. A line feed ends all quotes; where there is none, both
/// readings are followed, as of comma-separated values (``CSVReader``). The depth is that of each reading down to its
/// lowest: there are the elements, if they are not longer than the bytes.
extension ElementReader {
  /// A place that is between two elements; nil where the bytes do not tell.
  ///
  /// Where it is known what is behind the bytes, a reading that does not lead to it is wrong, and its lowest depth tells
  /// whether there are elements; what is left is proved. Else the reading that breaks fewer rules is a guess, and so
  /// is that its lowest depth is that of the elements. Cost: the bytes, once or twice.
  ///
  /// - Parameters:
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - end: what is behind the bytes; nil where that is not known.
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

  /// The same before the end of all, which is that of the array if the last of the bytes is its `]`; nil where the
  /// bytes do not tell.
  public func anchor(atEndOf bytes: UnsafeRawBufferPointer) -> ElementAnchor? {
    if let last = bytes.lastIndex(where: { !$0.isJSONBlank }), bytes[last] == .closeBracket,
      let found = anchor(in: UnsafeRawBufferPointer(rebasing: bytes[..<last]), before: .between)
    {
      return found
    }
    return anchor(in: bytes, before: nil)
  }

  /// What is before a place in an element that is longer than the bytes; nil where they do not tell.
  ///
  /// - Parameters:
  ///   - index: where to look.
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - end: what is behind the bytes.
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
    // What is behind a backslash may be escaped by it, or by none where that is escaped itself.
    let backslashes = bytes.prefix { $0 == .backslash }.count
    let start = feed.map { $0 + 1 } ?? min(bytes.count, backslashes > 0 ? backslashes + 1 : 0)
    return (feed == nil ? [false, true] : [false]).map {
      var reading = ElementReading(isInString: $0, from: start)
      reading.read(bytes)
      return reading
    }
  }
}

/// A place between two elements of an array, as far as some bytes tell.
public struct ElementAnchor: Equatable, Sendable {
  /// The offset of a byte that is behind an element: the next one begins with what is no blank, comma or bracket.
  public let offset: Int
  /// Whether it is certain, if the text is JSON.
  public let isProved: Bool
}
