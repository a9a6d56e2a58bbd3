import Terminal

/// Sets how a terminal draws what follows.
struct Pen {
  /// How many colours are used.
  let depth: ColorDepth

  private let capabilities: TerminalCapabilities
  /// Makes everything plain, whatever another program has left.
  private let reset: [UInt8]
  /// Whether looks are set and taken back by the numbers of ECMA-48, several in one sequence; else as the
  /// description says, and taken back all at once.
  private let isStandard: Bool
  private let attributes: [(Style.Attributes, [UInt8])]
  /// Those that the terminal has a sequence for.
  private let known: Style.Attributes
  /// Attributes that the terminal cannot show beside colours.
  private let clashing: Style.Attributes
  /// How the terminal draws now: what it shows of the style that was asked for.
  private var shown = Style.plain
  /// The sequences of entries that were asked for: of the strokes, and from 256 on of what is behind them.
  private var colors: [Int: [UInt8]] = [:]

  /// - Parameter mixesColors: whether the terminal says that it shows any mixture.
  init(
    _ capabilities: TerminalCapabilities, _ colors: NCursesOptions.ColorUse,
    mixesColors: Bool = false
  ) {
    self.capabilities = capabilities
    reset = Self.reset(capabilities)
    // What cannot be taken away again is not used.
    depth = reset.isEmpty ? .none : Self.depth(capabilities, colors, mixesColors)
    let names: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "sitm"), (.underline, "smul"), (.reverse, "rev"),
      (.strikethrough, "smxx"),
    ]
    attributes =
      reset.isEmpty
      ? [] : names.compactMap { name in capabilities.string(name.1).map { (name.0, $0) } }
    known = attributes.reduce(into: []) { $0.insert($1.0) }
    clashing = Self.clashing(capabilities.number("ncv") ?? 0)
    isStandard = depth >= .palette256 && Self.isStandard(capabilities)
  }

  /// By ECMA-48 `sgr0` resets the colours, too; elsewhere that has a sequence of its own.
  private static func reset(_ capabilities: TerminalCapabilities) -> [UInt8] {
    let plain = capabilities.string("sgr0") ?? []
    return plain + (plain.contains(UInt8(ascii: "m")) ? [] : capabilities.string("op") ?? [])
  }

  /// What is beside `ESC [ m` in `sgr0` chooses a set of characters, which nothing here changes.
  private static func isStandard(_ capabilities: TerminalCapabilities) -> Bool {
    ["\u{1B}(B\u{1B}[m", "\u{1B}[m\u{F}", "\u{1B}[m", "\u{1B}[0m"].contains {
      capabilities.has("sgr0", $0)
    } && capabilities.has("op", "\u{1B}[39;49m")
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

  /// Whether nothing is added to what is drawn.
  var isPlain: Bool { shown == .plain }

  /// The terminal draws in its own way again, whatever it did.
  mutating func begin(_ bytes: inout [UInt8]) {
    bytes += reset
    shown = .plain
  }

  /// Changes to a style, by what differs.
  mutating func change(to style: Style, _ bytes: inout [UInt8]) {
    let new = visible(style)
    guard new != shown else { return }
    if isStandard {
      StyleChange(from: shown, to: new).append(to: &bytes)
    } else {
      describe(new, &bytes)
    }
    shown = new
  }

  /// The same by the terminal's description.
  private mutating func describe(_ new: Style, _ bytes: inout [UInt8]) {
    let loses =
      !shown.attributes.isSubset(of: new.attributes)
      || new.foreground == .default && shown.foreground != .default
      || new.background == .default && shown.background != .default
    if loses { begin(&bytes) }
    let added = new.attributes.subtracting(shown.attributes)
    for (attribute, sequence) in attributes where added.contains(attribute) { bytes += sequence }
    if new.foreground != shown.foreground { append(new.foreground, isBehind: false, &bytes) }
    if new.background != shown.background { append(new.background, isBehind: true, &bytes) }
  }

  /// What the terminal can show of a style.
  private func visible(_ style: Style) -> Style {
    guard style != .plain else { return style }
    let colors = (style.foreground.shown(in: depth), style.background.shown(in: depth))
    let hasColor = colors != (.default, .default)
    let attributes = style.attributes.intersection(known)
    return Style(
      foreground: colors.0, background: colors.1,
      attributes: hasColor ? attributes.subtracting(clashing) : attributes)
  }

  private mutating func append(_ color: Color, isBehind: Bool, _ bytes: inout [UInt8]) {
    switch color {
    case .default: break
    case .indexed(let entry): bytes += sequence(of: entry, isBehind: isBehind)
    case .rgb(let red, let green, let blue):
      bytes += "\u{1B}[\(isBehind ? 4 : 3)8;2;\(red);\(green);\(blue)m".utf8
    }
  }

  /// The sequence of ECMA-48 where the terminal has none, but the reader wants colours all the same.
  private mutating func sequence(of entry: UInt8, isBehind: Bool) -> [UInt8] {
    let number = Int(entry) + (isBehind ? 256 : 0)
    if let known = colors[number] { return known }
    let sequence =
      capabilities.string(isBehind ? "setab" : "setaf", Int(entry))
      ?? Array("\u{1B}[\(isBehind ? 4 : 3)\(entry % 8)m".utf8)
    colors[number] = sequence
    return sequence
  }
}
