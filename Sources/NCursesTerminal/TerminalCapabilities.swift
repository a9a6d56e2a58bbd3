import CNCurses

/// What a terminal can do, by the names of terminfo(5).
struct TerminalCapabilities {
  /// A sequence; nil where the terminal has none.
  let string: (_ name: String) -> String?
  /// Whether it has a property.
  let flag: (_ name: String) -> Bool

  /// Those of the terminal that ncurses has opened.
  static var opened: TerminalCapabilities {
    TerminalCapabilities(
      string: { name in
        guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return nil }
        return String(cString: text)
      }, flag: { tigetflag($0) == 1 })
  }
}
