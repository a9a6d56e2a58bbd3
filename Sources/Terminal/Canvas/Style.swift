/// How a glyph looks: two colours and a set of attributes.
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
  }

  /// From the lowest bit, 8 for the attributes and 9 for each colour: one number, because a frame
  /// compares the styles of ten thousand places.
  private var bits: UInt32

  /// The colour of the strokes.
  public var foreground: Color {
    get { Color(bits: bits >> 8) }
    set { bits = bits & ~(0x1FF << 8) | newValue.bits << 8 }
  }
  /// The colour behind them.
  public var background: Color {
    get { Color(bits: bits >> 17) }
    set { bits = bits & ~(0x1FF << 17) | newValue.bits << 17 }
  }
  /// What is added to the strokes; a terminal leaves out what it cannot show.
  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits)) }
    set { bits = bits & ~0xFF | UInt32(newValue.rawValue) }
  }

  /// The terminal's own colours, and nothing added.
  public static var plain: Style { Style() }

  /// Creates a style; by default everything is the terminal's own.
  public init(
    foreground: Color = .default, background: Color = .default, attributes: Attributes = []
  ) {
    bits = UInt32(attributes.rawValue) | foreground.bits << 8 | background.bits << 17
  }

  /// Creates a style of the terminal's own colours with attributes.
  public init(_ attributes: Attributes) { self.init(attributes: attributes) }

  /// The style with another one put over it: a colour of the other is taken where it is not the
  /// default, and its attributes are added.
  ///
  /// So a plain style over another changes nothing, and nothing that is put over takes an attribute
  /// away.
  public func overlaid(by other: Style) -> Style {
    Style(
      foreground: other.foreground == .default ? foreground : other.foreground,
      background: other.background == .default ? background : other.background,
      attributes: attributes.union(other.attributes))
  }
}

extension Color {
  /// Nine bits: the number of an indexed colour and a mark, or zero.
  fileprivate var bits: UInt32 {
    switch self {
    case .default: 0
    case .indexed(let number): 0x100 | UInt32(number)
    }
  }

  fileprivate init(bits: UInt32) {
    self = bits & 0x100 == 0 ? .default : .indexed(UInt8(truncatingIfNeeded: bits))
  }
}
