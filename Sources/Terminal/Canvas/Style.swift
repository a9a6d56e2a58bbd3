/// The appearance of a glyph: two colors and a set of attributes.
public struct Style: Hashable, Sendable, BitwiseCopyable {
  /// Attributes that a terminal can add to a glyph.
  public struct Attributes: OptionSet, Hashable, Sendable, BitwiseCopyable {
    /// The bits.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Heavier strokes.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter strokes.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted strokes.
    public static let italic = Attributes(rawValue: 4)
    /// A line below.
    public static let underline = Attributes(rawValue: 8)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 16)
    /// A line through the middle.
    public static let strikethrough = Attributes(rawValue: 32)
  }

  /// The style as one number: from the lowest bit, 8 bits for the attributes and 25 for each
  /// color.
  ///
  /// It is one number because a frame compares the styles of ten thousand positions.
  package private(set) var bits: UInt64

  /// The color of the character.
  public var foreground: Color {
    get { Color(bits: bits >> 8) }
    set { bits = bits & ~Self.foregroundBits | newValue.bits << 8 }
  }
  /// The color behind the character.
  public var background: Color {
    get { Color(bits: bits >> 33) }
    set { bits = bits & ~Self.backgroundBits | newValue.bits << 33 }
  }
  /// The attributes of the character; a terminal ignores those it cannot show.
  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits)) }
    set { bits = bits & ~0xFF | UInt64(newValue.rawValue) }
  }

  private static var foregroundBits: UInt64 { 0x1FF_FFFF << 8 }
  private static var backgroundBits: UInt64 { 0x1FF_FFFF << 33 }

  /// The terminal's own colors without attributes.
  public static var plain: Style { Style() }

  /// Creates a style; by default it has the terminal's own colors and no attributes.
  public init(
    foreground: Color = .default, background: Color = .default, attributes: Attributes = []
  ) {
    bits = UInt64(attributes.rawValue) | foreground.bits << 8 | background.bits << 33
  }

  /// Creates a style from the `bits` of another one.
  package init(bits: UInt64) { self.bits = bits }

  /// Creates a style with the given attributes in the terminal's own colors.
  public init(_ attributes: Attributes) { self.init(attributes: attributes) }

  /// The style overlaid by another style: colors of the other style that are not the default
  /// replace those of this style, and attributes of the other style are added.
  ///
  /// A plain style changes nothing, and an overlay never removes an attribute.
  public func overlaid(by other: Style) -> Style {
    let kept =
      (other.bits & Self.foregroundBits == 0 ? bits & Self.foregroundBits : 0)
      | (other.bits & Self.backgroundBits == 0 ? bits & Self.backgroundBits : 0)
    return Style(bits: other.bits | kept | bits & 0xFF)
  }
}

extension Color {
  /// 25 bits: zero, the number of an entry plus one, or a flag and the channels.
  fileprivate var bits: UInt64 {
    switch self {
    case .default: 0
    case .indexed(let entry): UInt64(entry) + 1
    case .rgb(let red, let green, let blue):
      1 << 24 | UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue)
    }
  }

  fileprivate init(bits: UInt64) {
    let bits = bits & 0x1FF_FFFF
    if bits == 0 {
      self = .default
    } else if bits < 1 << 24 {
      self = .indexed(UInt8(bits - 1))
    } else {
      self = .rgb(
        red: UInt8(bits >> 16 & 0xFF), green: UInt8(bits >> 8 & 0xFF), blue: UInt8(bits & 0xFF))
    }
  }
}
