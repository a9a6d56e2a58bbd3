import Bytes

/// One interpretation of bytes from the middle of an array: within quotes or not, and at an unknown
/// depth.
struct ElementReading {
  /// The offset at which the interpretation begins.
  let first: Int
  private let isInString: Bool
  private var state: ElementState
  /// The lowest depth so far, relative to the unknown depth at the beginning.
  private var lowest = start
  /// The offset after the first closing bracket that led to the lowest depth.
  private(set) var anchor: Int?
  /// Whether the values at the lowest depth have names, and are therefore in an object.
  private(set) var isInObject = false
  /// The number of bytes that JSON does not allow where they are.
  private(set) var violations = 0

  /// The assumed depth at the beginning, which is larger than the number of brackets that any bytes
  /// can close.
  private static let start = 1 << 40

  /// - Parameter isInString: whether the interpretation begins within quotes.
  init(isInString: Bool, from first: Int) {
    (self.isInString, self.first) = (isInString, first)
    state = ElementState(isInString ? .string : .inBrackets, depth: Self.start)
  }

  /// Reads the bytes from the first offset to their end.
  mutating func read(_ bytes: UnsafeRawBufferPointer) {
    for index in first..<bytes.count {
      let (byte, before) = (bytes[index], state)
      _ = state.advance(over: byte)
      if before.isInString {
        if !state.isInString { checkEndOfString(followedBy: bytes[(index + 1)...].first) }
      } else {
        updateAnchor(byte, at: index, before)
      }
    }
  }

  /// Whether the interpretation can lead to the given state after the bytes; the brackets that are
  /// open there may have been opened in the bytes or before them.
  func isPossible(before end: ElementState) -> Bool {
    state.isInString == end.isInString && (state.part == .escape) == (end.part == .escape)
      && state.depth - lowest <= end.depth
  }

  /// Whether the lowest depth is that between elements, given the state after the bytes.
  func reachesElements(before end: ElementState) -> Bool {
    anchor != nil && state.depth - lowest == end.depth
  }

  /// The state of the interpretation before a place within brackets of an element, given the state
  /// after the bytes; nil outside of brackets.
  func state(
    at index: Int, in bytes: UnsafeRawBufferPointer, before end: ElementState
  ) -> ElementState? {
    var reading = ElementReading(isInString: isInString, from: first).state
    for byte in bytes[first..<index] { _ = reading.advance(over: byte) }
    let depth = reading.depth - state.depth + end.depth
    return depth > 0 ? ElementState(reading.part, depth: depth) : nil
  }

  /// The offset after the first closing bracket with which this interpretation reaches its lowest
  /// depth while it already agrees with another interpretation.
  func anchor(in bytes: UnsafeRawBufferPointer, agreedWith other: ElementReading) -> Int? {
    var one = ElementReading(isInString: isInString, from: first).state
    var two = ElementReading(isInString: other.isInString, from: first).state
    for index in first..<bytes.count {
      let depth = one.depth
      _ = one.advance(over: bytes[index])
      _ = two.advance(over: bytes[index])
      let isSame = one.part == two.part && one.depth - state.depth == two.depth - other.state.depth
      if isSame, one.depth < depth, one.depth == lowest { return index + 1 }
    }
    return nil
  }

  private mutating func updateAnchor(_ byte: UInt8, at index: Int, _ before: ElementState) {
    if state.depth < before.depth, state.depth <= lowest {
      if state.depth < lowest || anchor == nil { anchor = index + 1 }
      if state.depth < lowest { isInObject = false }
      lowest = state.depth
    } else if byte == .colon, before.depth == lowest {
      isInObject = true
    }
    if !byte.isOutsideOfStrings { violations += 1 }
  }

  private mutating func checkEndOfString(followedBy next: UInt8?) {
    guard let next, !next.isJSONBlank else { return }
    let isMark = next == .comma || next == .colon || next == .closeBrace || next == .closeBracket
    if !isMark { violations += 1 }
  }
}

extension UInt8 {
  /// Whether JSON allows the byte outside of strings: in numbers, in `true`, `false` and `null`, as
  /// punctuation or as a blank.
  fileprivate var isOutsideOfStrings: Bool {
    switch self {
    case 0x30...0x39, .minus, .dot, .plus, UInt8(ascii: "E"), .comma, .colon, .quote,
      .openBrace, .closeBrace, .openBracket, .closeBracket:
      true
    case UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "u"), UInt8(ascii: "e"),
      UInt8(ascii: "f"), UInt8(ascii: "a"), UInt8(ascii: "l"), UInt8(ascii: "s"),
      UInt8(ascii: "n"):
      true
    default: isJSONBlank
    }
  }
}
