/// The terminal types that a guest may have, each with the description that it is drawn by.
///
/// The name comes from the other side, and ncurses makes a path of it. So only a name that is
/// exactly one of these is used, and one that is not is refused: a default would send a terminal
/// sequences that it may not know, which is not surely harmless to what the guest has on it.
enum GuestTerminals {
  /// Terminals whose own descriptions come with Debian's ncurses-base.
  private static let described: Set<String> = [
    "xterm", "xterm-color", "xterm-256color", "screen", "screen-256color", "screen-bce",
    "screen-256color-bce", "screen.xterm-256color", "tmux", "tmux-256color", "vt100", "vt102",
    "vt220", "linux", "rxvt", "rxvt-unicode", "rxvt-unicode-256color",
  ]

  /// Terminals that speak as xterm with 256 colours does.
  private static let likeXterm: Set<String> = [
    "xterm-kitty", "kitty", "xterm-ghostty", "ghostty", "wezterm", "foot", "foot-extra",
    "alacritty", "alacritty-direct", "xterm-direct", "contour", "rio", "vte", "vte-256color",
    "gnome", "gnome-256color", "konsole", "konsole-256color", "st", "st-256color", "iterm2",
    "nsterm", "nsterm-256color", "mintty", "ms-terminal", "putty-256color",
  ]

  /// The name to draw by, or nil for a terminal that is not known.
  static func description(of term: String) -> String? {
    if described.contains(term) { return term }
    return likeXterm.contains(term) ? "xterm-256color" : nil
  }
}
