import Terminal

/// Sets how a terminal draws what follows.
struct Pen {
  /// How many colours are used.
  let depth: ColorDepth

  private let capabilities: TerminalCapabilities
  /// Makes everything plain.
  private let reset: [UInt8]
  private let attributes: [(Style.Attributes, [UInt8])]
  /// Attributes that the terminal cannot show beside colours.
  private let clashing: Style.Attributes
  /// How the terminal draws now: what it shows of the style that was asked for.
  private var shown = Style.plain
  /// The sequences of colours that were asked for: of the strokes, and from 256 on of what is behind them.
  private var colors: [Int: [UInt8]] = [:]

  init(_ capabilities: TerminalCapabilities, _ colors: NCursesOptions.ColorUse) {
    self.capabilities = capabilities
    reset = Self.reset(capabilities)
    // What cannot be taken away again is not used.
    depth = reset.isEmpty ? .none : Self.depth(capabilities, colors)
    let names: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "sitm"), (.underline, "smul"), (.reverse, "rev"),
    ]
    attributes = reset.isEmpty ? [] : names.map { ($0, capabilities.string($1) ?? []) }
    clashing = Self.clashing(capabilities.number("ncv") ?? 0)
  }

  /// By ECMA-48 `sgr0` resets the colours, too; elsewhere that has a sequence of its own.
  private static func reset(_ capabilities: TerminalCapabilities) -> [UInt8] {
    let plain = capabilities.string("sgr0") ?? []
    return plain + (plain.contains(UInt8(ascii: "m")) ? [] : capabilities.string("op") ?? [])
  }

  /// More than 256 are mixed from red, green and blue: the numbers of the palette end at 8 there.
  private static func depth(
    _ capabilities: TerminalCapabilities, _ use: NCursesOptions.ColorUse
  ) -> ColorDepth {
    let count = capabilities.string("setaf") == nil ? 0 : capabilities.number("colors") ?? 0
    switch use {
    case .never: return .none
    case .auto: return count == 256 ? .palette256 : count >= 8 ? .eight : .none
    case .always: return count == 256 ? .palette256 : .eight
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
    let loses =
      !shown.attributes.isSubset(of: new.attributes)
      || new.foreground == .default && shown.foreground != .default
      || new.background == .default && shown.background != .default
    if loses { begin(&bytes) }
    let added = new.attributes.subtracting(shown.attributes)
    for (attribute, sequence) in attributes where added.contains(attribute) { bytes += sequence }
    if case .indexed(let color) = new.foreground, new.foreground != shown.foreground {
      bytes += sequence(of: color, isBehind: false)
    }
    if case .indexed(let color) = new.background, new.background != shown.background {
      bytes += sequence(of: color, isBehind: true)
    }
    shown = new
  }

  /// What the terminal can show of a style.
  private func visible(_ style: Style) -> Style {
    guard style != .plain else { return style }
    let colors = (visible(style.foreground), visible(style.background))
    let hasColor = colors != (.default, .default)
    return Style(
      foreground: colors.0, background: colors.1,
      attributes: hasColor ? style.attributes.subtracting(clashing) : style.attributes)
  }

  private func visible(_ color: Color) -> Color {
    guard depth > .none, case .indexed(let index) = color else { return .default }
    return .indexed(depth == .eight ? Self.nearestOfEight(index) : index)
  }

  /// The sequence of ECMA-48 where the terminal has none, but the reader wants colours all the same.
  private mutating func sequence(of color: UInt8, isBehind: Bool) -> [UInt8] {
    let number = Int(color) + (isBehind ? 256 : 0)
    if let known = colors[number] { return known }
    let sequence =
      capabilities.string(isBehind ? "setab" : "setaf", Int(color))
      ?? Array("\u{1B}[\(isBehind ? 4 : 3)\(color % 8)m".utf8)
    colors[number] = sequence
    return sequence
  }

  /// The nearest of the eight colours: by thresholds in the cube, black or white for greys.
  private static func nearestOfEight(_ index: UInt8) -> UInt8 {
    switch index {
    case 0..<8: return index
    case 8..<16: return index - 8
    case 232...: return index < 244 ? 0 : 7
    default:
      let cube = index - 16
      let levels = [cube / 36, cube / 6 % 6, cube % 6]
      let bits = levels.map { $0 >= 3 ? UInt8(1) : 0 }
      return bits[0] | bits[1] << 1 | bits[2] << 2
    }
  }
}
