import Testing

@testable import NCursesTerminal

/// A kind of terminal with the capabilities in its description.
struct TerminalKind: CustomTestStringConvertible, Sendable {
  let name: String
  var strings: [String: String]
  var flags: Set<String>
  var numbers: [String: Int]

  var testDescription: String { name }

  @MainActor var capabilities: TerminalCapabilities {
    TerminalCapabilities(
      string: { strings[$0].map { Array($0.utf8) } }, flag: { flags.contains($0) },
      number: { numbers[$0] },
      expanded: { template, first, second in
        let template = String(decoding: template, as: UTF8.self)
        let step = template.contains("%i") ? 1 : 0
        let text = template.replacing("%i", with: "").replacing("%p1%d", with: "\(first + step)")
          .replacing("%p2%d", with: "\(second + step)")
        return Array(text.utf8)
      })
  }

  @MainActor func looks(
    _ colors: NCursesOptions.ColorUse = .auto, mixesColors: Bool = false
  ) -> TerminalLooks {
    TerminalLooks(capabilities, colors, mixesColors: mixesColors)
  }

  @MainActor func direct() -> DirectPainter { DirectPainter(capabilities, looks()) }

  /// The same terminal with some strings replaced, or removed if the new string is nil, and without
  /// some flags.
  func with(_ name: String, _ strings: [String: String?], without flags: Set<String> = []) -> Self {
    var kind = TerminalKind(
      name: name, strings: self.strings, flags: self.flags.subtracting(flags), numbers: numbers)
    for (name, string) in strings { kind.strings[name] = string }
    return kind
  }

  static let xterm = TerminalKind(
    name: "xterm",
    strings: [
      "cup": "\u{1B}[%i%p1%d;%p2%dH", "clear": "\u{1B}[H\u{1B}[2J", "el": "\u{1B}[K",
      "csr": "\u{1B}[%i%p1%d;%p2%dr", "indn": "\u{1B}[%p1%dS", "rin": "\u{1B}[%p1%dT",
      "ind": "\n", "ri": "\u{1B}M", "cr": "\r", "cud1": "\n", "cuf": "\u{1B}[%p1%dC",
      "sgr0": "\u{1B}(B\u{1B}[m", "op": "\u{1B}[39;49m", "smxx": "\u{1B}[9m",
      "smcup": "\u{1B}[?1049h", "rmcup": "\u{1B}[?1049l", "civis": "\u{1B}[?25l",
      "bold": "\u{1B}[1m", "dim": "\u{1B}[2m", "sitm": "\u{1B}[3m", "smul": "\u{1B}[4m",
      "rev": "\u{1B}[7m", "setaf": "\u{1B}[38;5;%p1%dm", "setab": "\u{1B}[48;5;%p1%dm",
    ],
    flags: ["am", "xenl", "msgr"], numbers: ["colors": 256])

  static let all = [
    xterm,
    xterm.with("that cannot move lines", ["csr": nil]),
    xterm.with("that moves lines by line feeds", ["indn": nil, "rin": nil]),
    xterm.with(
      "that moves lines by an index", ["indn": nil, "ind": "\u{1B}D", "ri": "\u{1B}M$<5>"]),
    xterm.with("that describes how it takes looks back", ["op": nil]),
    xterm.with("that wraps at once", [:], without: ["xenl"]),
    xterm.with("that cannot erase", ["el": nil]),
    xterm.with("that has only places", ["cr": nil, "cuf": nil]),
    xterm.with(
      "that moves plainly, with delays",
      [
        "clear": "\u{1B}[H\u{1B}[2J$<50>", "cup": "\u{1B}[%i%p1%d;%p2%dH$<5/>",
      ], without: ["msgr"]),
  ]
}
