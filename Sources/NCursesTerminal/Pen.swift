import Terminal

/// Sets how a terminal draws what follows.
struct Pen {
  /// How many colours are used.
  let depth: ColorDepth
  /// How it draws now.
  private(set) var style = Style.plain

  private let capabilities: TerminalCapabilities
  /// Makes everything plain.
  private let reset: [UInt8]
  /// What leads from plain to a style, once it was made.
  private var known: [Style: [UInt8]] = [:]
  /// Attributes that the terminal cannot show beside colours.
  private let clashing: Style.Attributes

  /// Styles that are remembered; a picture may have more.
  private static let most = 1_000

  init(_ capabilities: TerminalCapabilities, _ colors: NCursesOptions.ColorUse) {
    self.capabilities = capabilities
    depth = Self.depth(capabilities, colors)
    let plain = capabilities.bytes("sgr0") ?? []
    // By ECMA-48 it resets the colours, too; elsewhere that has a sequence of its own.
    let isWhole = plain.starts(with: [0x1B, 0x5B]) || plain.contains(0x6D)
    reset = plain + (isWhole ? [] : capabilities.bytes("op") ?? [])
    clashing = Self.clashing(capabilities.number("ncv") ?? 0)
  }

  private static func depth(
    _ capabilities: TerminalCapabilities, _ use: NCursesOptions.ColorUse
  ) -> ColorDepth {
    guard use != .never, capabilities.string("setaf") != nil else { return .none }
    let count = capabilities.number("colors") ?? 0
    return count >= 256 ? .palette256 : count >= 8 || use == .always ? .eight : .none
  }

  /// The bits of `ncv` are those of terminfo(5), in its order of attributes.
  private static func clashing(_ bits: Int) -> Style.Attributes {
    let attributes: [(Int, Style.Attributes)] = [
      (1, .underline), (2, .reverse), (4, .dim), (5, .bold), (15, .italic),
    ]
    return attributes.reduce(into: []) { if bits & 1 << $1.0 != 0 { $0.insert($1.1) } }
  }

  /// The terminal draws in its own way again, whatever it did.
  mutating func begin(_ bytes: inout [UInt8]) {
    bytes += reset
    style = .plain
  }

  /// Changes to a style.
  mutating func change(to new: Style, _ bytes: inout [UInt8]) {
    guard new != style else { return }
    if style != .plain { bytes += reset }
    style = new
    guard new != .plain else { return }
    if let known = known[new] {
      bytes += known
    } else {
      if known.count >= Self.most { known = [:] }
      let made = sequence(for: new)
      known[new] = made
      bytes += made
    }
  }

  private func sequence(for style: Style) -> [UInt8] {
    let colors =
      depth == .none ? [] : color("setaf", style.foreground) + color("setab", style.background)
    let names: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "sitm"), (.underline, "smul"), (.reverse, "rev"),
    ]
    let shown = style.attributes.subtracting(colors.isEmpty ? [] : clashing)
    return names.reduce(into: []) { bytes, name in
      if shown.contains(name.0) { bytes += capabilities.bytes(name.1) ?? [] }
    } + colors
  }

  private func color(_ name: String, _ color: Color) -> [UInt8] {
    guard case .indexed(let index) = color else { return [] }
    let number = depth == .eight ? Self.nearestOfEight(index) : index
    return capabilities.bytes(name, Int(number)) ?? []
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
