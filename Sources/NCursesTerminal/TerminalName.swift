/// Chooses the description by which ncurses draws.
enum TerminalName {
  /// Terminals that speak as xterm does, but whose descriptions Debian does not ship.
  private static let likeXterm = [
    "xterm-kitty", "xterm-ghostty", "ghostty", "wezterm", "foot", "foot-extra", "alacritty",
    "contour", "rio", "vte-256color",
  ]

  /// The names to try, in order.
  static func candidates(term: String, colorTerm: String?) -> [String] {
    let best = "xterm-256color"
    if likeXterm.contains(term) { return [best, term] }
    return term == "xterm" && mixesColors(colorTerm) ? [best, term] : [term]
  }

  /// Whether a terminal says, by `COLORTERM`, that it shows any mixture of red, green and blue.
  static func mixesColors(_ colorTerm: String?) -> Bool {
    colorTerm == "truecolor" || colorTerm == "24bit"
  }

  /// Whether a terminal may be asked for its modes.
  ///
  /// The kernel's console prints what it does not
  /// understand.
  static func answersQueries(_ term: String) -> Bool {
    !(term == "linux" || term.hasPrefix("vt") || term.hasPrefix("con"))
  }
}
