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

  /// The colour of the strokes.
  public var foreground: Color
  /// The colour behind them.
  public var background: Color
  /// What is added to the strokes; a terminal leaves out what it cannot show.
  public var attributes: Attributes

  /// The terminal's own colours, and nothing added.
  public static let plain = Style()

  /// Creates a style; what is not said is the terminal's own.
  public init(
    foreground: Color = .default, background: Color = .default, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// Creates a style of the terminal's own colours with attributes.
  public init(_ attributes: Attributes) { self.init(attributes: attributes) }
}
