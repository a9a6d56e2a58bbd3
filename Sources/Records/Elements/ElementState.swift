import Bytes

/// The state at a place in a JSON array: between elements, or at a depth in an element.
///
/// Any text can be read: each byte from the first element on belongs to exactly one element. An
/// element is an object, an array, a string, or other text up to a comma, a bracket, a quote or a
/// line end. Blanks, commas and closing brackets between elements belong to the previous one. A
/// line feed ends a string, because JSON strings contain none (RFC 8259, section 7); therefore the
/// start of a line is never within quotes.
public struct ElementState: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case between
    /// In text that is within neither brackets nor quotes.
    case bare
    /// Within brackets, and not within quotes.
    case inBrackets
    case string
    /// After a backslash in a string.
    case escape
  }

  private(set) var part: Part
  /// The number of open brackets.
  private(set) var depth: Int

  /// Between two elements.
  public static let between = ElementState(.between, depth: 0)

  init(_ part: Part, depth: Int) { (self.part, self.depth) = (part, depth) }

  /// Whether the place is between elements: the next element begins with the next byte that is not
  /// a blank, a comma or a closing bracket.
  public var isBetween: Bool { part == .between }

  var isInString: Bool { part == .string || part == .escape }

  /// Advances over the next byte; returns whether an element begins with it.
  @inline(__always) mutating func advance(over byte: UInt8) -> Bool {
    switch part {
    case .inBrackets: advanceInBrackets(byte)
    case .string:
      if byte == .quote || byte == .lineFeed {
        endString()
      } else if byte == .backslash {
        part = .escape
      }
    case .escape: if byte == .lineFeed { endString() } else { part = .string }
    case .between, .bare: return advanceOutside(byte)
    }
    return false
  }

  private mutating func endString() { part = depth == 0 ? .between : .inBrackets }

  @inline(__always) private mutating func advanceInBrackets(_ byte: UInt8) {
    switch byte {
    case .quote: part = .string
    case .openBrace, .openBracket: depth += 1
    case .closeBrace, .closeBracket:
      depth -= 1
      if depth == 0 { part = .between }
    default: break
    }
  }

  private mutating func advanceOutside(_ byte: UInt8) -> Bool {
    switch byte {
    case .comma, .closeBrace, .closeBracket, .lineFeed: part = .between
    case .quote:
      part = .string
      return true
    case .openBrace, .openBracket:
      (part, depth) = (.inBrackets, 1)
      return true
    case _ where part == .between && !byte.isJSONBlank:
      part = .bare
      return true
    default: break
    }
    return false
  }
}
