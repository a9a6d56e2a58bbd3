import Terminal

/// The pen of the terminal, which sets the style of the following output.
struct Pen {
  private let capabilities: TerminalCapabilities
  private let looks: TerminalLooks
  /// Whether styles are set and reset by ECMA-48 numbers, several in one sequence; otherwise the
  /// sequences of the description are used, which can only reset all styles together.
  private let isStandard: Bool
  private let attributes: [(Style.Attributes, [UInt8])]
  /// The current style of the terminal: the visible part of the requested one.
  private var shown = Style.plain
  /// The sequences of the palette entries used so far; the keys of background colors begin at 256.
  private var colors: [Int: [UInt8]] = [:]

  init(_ capabilities: TerminalCapabilities, _ looks: TerminalLooks) {
    (self.capabilities, self.looks) = (capabilities, looks)
    attributes = TerminalLooks.names.compactMap { attribute, name in
      looks.known.contains(attribute) ? (attribute, capabilities.string(name) ?? []) : nil
    }
    isStandard = looks.depth >= .palette256 && Self.isStandard(capabilities)
  }

  /// Whether the terminal resets attributes and colors as in ECMA-48; any other part of `sgr0`
  /// selects a character set, which this program never changes.
  private static func isStandard(_ capabilities: TerminalCapabilities) -> Bool {
    ["\u{1B}(B\u{1B}[m", "\u{1B}[m\u{F}", "\u{1B}[m", "\u{1B}[0m"].contains {
      capabilities.has("sgr0", $0)
    } && capabilities.has("op", "\u{1B}[39;49m")
  }

  /// Resets any style of the terminal.
  mutating func begin(_ bytes: inout [UInt8]) {
    bytes += looks.reset
    shown = .plain
  }

  /// Changes to a style by sending the differences.
  mutating func change(to style: Style, _ bytes: inout [UInt8]) {
    let new = looks.visible(style)
    guard new != shown else { return }
    if isStandard {
      StyleChange(from: shown, to: new).append(to: &bytes)
    } else {
      describe(new, &bytes)
    }
    shown = new
  }

  /// Changes to a style with the sequences of the terminal's description.
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

  private mutating func append(_ color: Color, isBehind: Bool, _ bytes: inout [UInt8]) {
    switch color {
    case .default: break
    case .indexed(let entry): bytes += sequence(of: entry, isBehind: isBehind)
    case .rgb(let red, let green, let blue):
      bytes += "\u{1B}[\(isBehind ? 4 : 3)8;2;\(red);\(green);\(blue)m".utf8
    }
  }

  /// The sequence that sets a palette entry: that of the description, or that of ECMA-48 if the
  /// description has none but the reader has requested colors.
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
