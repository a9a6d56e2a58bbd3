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
    var (place, contentEnd) = (offset, offset)
    if state.isBetween, let end = endOfBrackets(at: offset, in: bytes) {
      (place, contentEnd) = (end, end)
    }
    while place < bytes.count {
      let (byte, before) = (bytes[place], state)
      if state.take(byte), place > offset {
        state = .between
        return extent(offset, contentEnd, end: place, bytes)
      }
      let isEnd = before.isInString || before.part == .inBrackets
      if !state.isBetween || isEnd && byte != .lineFeed { contentEnd = place + 1 }
      place += 1
    }
    return isComplete ? extent(offset, contentEnd, end: place, bytes) : nil
  }

  /// The same of an element that begins at the offset.
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
  public func firstElement(after anchor: ElementAnchor, in bytes: UnsafeRawBufferPointer) -> Int? {
    var state = ElementState.between
    return (anchor.offset..<bytes.count).first { state.take(bytes[$0]) }
  }

  /// What is before the end of some bytes.
  ///
  /// - Parameters:
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - state: what is before the first.
  public func state(after bytes: UnsafeRawBufferPointer, from state: ElementState) -> ElementState {
    var state = state
    for byte in bytes { _ = state.take(byte) }
    return state
  }
}
