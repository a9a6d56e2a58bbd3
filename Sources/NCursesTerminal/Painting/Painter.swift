import Terminal

/// Makes the bytes that turn the last frame into the next one.
///
/// It knows what it has painted, and the terminal shows that and nothing else, until `repaint()`.
protocol Painter: AnyObject {
  /// Makes the bytes that show a canvas; none where nothing differs. They begin and end with a plain pen.
  ///
  /// A canvas of another extent than the last one is painted whole, because the terminal has changed its size.
  ///
  /// - Throws: what cannot be expressed; then another painter has to paint the frame whole.
  func paint(_ canvas: Canvas) throws(Inexpressible) -> [UInt8]

  /// Makes the next frame be painted whole.
  func repaint()

  /// Makes the bytes that write a text at the start of the last line, and paint that line again.
  func probe(_ text: [UInt8]) -> [UInt8]
}

/// What a painter cannot express on a terminal that could show it.
nonisolated enum Inexpressible: Error, Hashable, CustomStringConvertible {
  case mixedColor
  /// A colour that the reader asked for, but that the terminal's description lacks.
  case undescribedColor
  /// More pairs of colours at once than the description has.
  case colorPairs
  case strikethrough
  case emojiSequence
  /// A wide character in the last place of all, where the terminal scrolls or ncurses has to insert.
  case corner
  /// The C library measures a scalar by another number of columns.
  case width(of: UInt32)

  var description: String {
    switch self {
    case .mixedColor: "a mixed colour"
    case .undescribedColor: "a colour that the terminal's description lacks"
    case .colorPairs: "more pairs of colours than the terminal's description has"
    case .strikethrough: "struck-through text"
    case .emojiSequence: "a sequence of emoji"
    case .corner: "a wide character in the last corner"
    case .width(let scalar):
      "a character of another width in the C library: U+\(String(scalar, radix: 16, uppercase: true))"
    }
  }
}

/// What a terminal can show of a style.
struct TerminalLooks {
  /// How many colours are used.
  let depth: ColorDepth
  /// The attributes that the terminal has a sequence for.
  let known: Style.Attributes
  /// Makes everything plain, whatever another program has left; empty where nothing does.
  let reset: [UInt8]
  /// Attributes that the terminal cannot show beside colours.
  private let clashing: Style.Attributes

  /// By the terminal's description.
  ///
  /// - Parameter mixesColors: whether the terminal says that it shows any mixture.
  init(
    _ capabilities: TerminalCapabilities, _ colors: NCursesOptions.ColorUse, mixesColors: Bool
  ) {
    reset = Self.reset(capabilities)
    // What cannot be taken away again is not used.
    depth = reset.isEmpty ? .none : Self.depth(capabilities, colors, mixesColors)
    known =
      reset.isEmpty
      ? []
      : Self.names.reduce(into: []) { if capabilities.string($1.1) != nil { $0.insert($1.0) } }
    clashing = Self.clashing(capabilities.number("ncv") ?? 0)
  }

  /// Attributes and the capabilities that set them.
  static let names: [(Style.Attributes, String)] = [
    (.bold, "bold"), (.dim, "dim"), (.italic, "sitm"), (.underline, "smul"), (.reverse, "rev"),
    (.strikethrough, "smxx"),
  ]

  /// By ECMA-48 `sgr0` resets the colours, too; elsewhere that has a sequence of its own.
  private static func reset(_ capabilities: TerminalCapabilities) -> [UInt8] {
    let plain = capabilities.string("sgr0") ?? []
    return plain + (plain.contains(UInt8(ascii: "m")) ? [] : capabilities.string("op") ?? [])
  }

  /// More than 256 are mixed from red, green and blue: the numbers of the palette end at 8 there.
  private static func depth(
    _ capabilities: TerminalCapabilities, _ use: NCursesOptions.ColorUse, _ mixesColors: Bool
  ) -> ColorDepth {
    let count = capabilities.string("setaf") == nil ? 0 : capabilities.number("colors") ?? 0
    let most: ColorDepth =
      count == 256 ? mixesColors ? .trueColor : .palette256 : count >= 8 ? .eight : .none
    switch use {
    case .never: return .none
    case .auto: return most
    case .always: return max(most, .eight)
    }
  }

  /// The bits of `ncv` are those of terminfo(5), in its order of attributes.
  private static func clashing(_ bits: Int) -> Style.Attributes {
    let attributes: [(Int, Style.Attributes)] = [
      (1, .underline), (2, .reverse), (4, .dim), (5, .bold), (15, .italic),
    ]
    return attributes.reduce(into: []) { if bits & 1 << $1.0 != 0 { $0.insert($1.1) } }
  }

  /// The same style, less what the terminal cannot show.
  func visible(_ style: Style) -> Style {
    guard style != .plain else { return style }
    let colors = (style.foreground.shown(in: depth), style.background.shown(in: depth))
    let hasColor = colors != (.default, .default)
    let attributes = style.attributes.intersection(known)
    return Style(
      foreground: colors.0, background: colors.1,
      attributes: hasColor ? attributes.subtracting(clashing) : attributes)
  }
}
