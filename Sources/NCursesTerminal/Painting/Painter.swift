import Terminal

/// A painter, which computes the bytes that change the last frame into the next one.
///
/// It knows the contents of the terminal, because until `repaint()` is called, the terminal shows
/// exactly what the painter has painted.
protocol Painter: AnyObject {
  /// Returns the bytes that show a canvas; empty if nothing differs.
  ///
  /// The style is plain before and after the bytes. A canvas whose size differs from that of the
  /// last one is painted completely, because the terminal has changed its size.
  ///
  /// - Throws: an error if the canvas cannot be expressed; another painter must then paint the
  ///   whole frame.
  func paint(_ canvas: Canvas) throws(Inexpressible) -> [UInt8]

  /// Makes the next frame repaint the whole screen.
  func repaint()

  /// Returns the bytes that write text at the start of the last line, and then paint that line
  /// again.
  func probe(_ text: [UInt8]) -> [UInt8]
}

/// The reason why a painter cannot express a frame that the terminal could show.
nonisolated enum Inexpressible: Error, Hashable, CustomStringConvertible {
  case mixedColor
  /// A color that the reader has requested, but that the terminal's description lacks.
  case undescribedColor
  /// More color pairs are needed at the same time than the description allows.
  case colorPairs
  case strikethrough
  case emojiSequence
  /// A wide character is in the last cell; writing it there would scroll the terminal, or ncurses
  /// would have to insert a cell.
  case corner
  /// A scalar for which the C library measures a different number of columns, or a spacing mark,
  /// which some terminals draw into the column before it.
  case width(of: UInt32)

  var description: String {
    switch self {
    case .mixedColor: "an RGB colour"
    case .undescribedColor: "a colour that the terminal's description lacks"
    case .colorPairs: "more colour pairs than the terminal's description allows"
    case .strikethrough: "struck-through text"
    case .emojiSequence: "an emoji sequence"
    case .corner: "a wide character in the bottom right corner"
    case .width(let scalar):
      "a character that has a different width in the C library: U+\(String(scalar, radix: 16, uppercase: true))"
    }
  }
}

/// The styles that a terminal can show.
struct TerminalLooks {
  /// The number of colors used.
  let depth: ColorDepth
  /// The attributes for which the terminal has a sequence.
  let known: Style.Attributes
  /// The sequence that resets whatever style another program has left; empty if there is none.
  let reset: [UInt8]
  /// The attributes that the terminal cannot combine with colors.
  private let clashing: Style.Attributes

  /// Creates the styles from the terminal's description.
  ///
  /// - Parameter mixesColors: whether the terminal declares that it shows all RGB colors.
  init(
    _ capabilities: TerminalCapabilities, _ colors: NCursesOptions.ColorUse, mixesColors: Bool
  ) {
    reset = Self.reset(capabilities)
    // Colors that cannot be reset are not used.
    depth = reset.isEmpty ? .none : Self.depth(capabilities, colors, mixesColors)
    known =
      reset.isEmpty
      ? []
      : Self.names.reduce(into: []) { if capabilities.string($1.1) != nil { $0.insert($1.0) } }
    clashing = Self.clashing(capabilities.number("ncv") ?? 0)
  }

  /// Attributes, and the capabilities that set them.
  static let names: [(Style.Attributes, String)] = [
    (.bold, "bold"), (.dim, "dim"), (.italic, "sitm"), (.underline, "smul"), (.reverse, "rev"),
    (.strikethrough, "smxx"),
  ]

  /// The sequence that resets the style and the colors; in ECMA-48 `sgr0` resets both, and other
  /// terminals have a separate sequence for colors.
  private static func reset(_ capabilities: TerminalCapabilities) -> [UInt8] {
    let plain = capabilities.string("sgr0") ?? []
    return plain + (plain.contains(UInt8(ascii: "m")) ? [] : capabilities.string("op") ?? [])
  }

  /// The number of colors to use; if a description has more than 256, they are RGB colors, and
  /// only the first 8 of them are palette entries.
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

  /// The attributes in the bits of `ncv`, which are in the order of terminfo(5).
  private static func clashing(_ bits: Int) -> Style.Attributes {
    let attributes: [(Int, Style.Attributes)] = [
      (1, .underline), (2, .reverse), (4, .dim), (5, .bold), (15, .italic),
    ]
    return attributes.reduce(into: []) { if bits & 1 << $1.0 != 0 { $0.insert($1.1) } }
  }

  /// The style without the parts that the terminal cannot show.
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
