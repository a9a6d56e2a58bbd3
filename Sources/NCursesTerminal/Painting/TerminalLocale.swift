import Glibc

/// The character encoding of the C library (LC_CTYPE), which ncurses uses to paint.
nonisolated enum TerminalLocale: Sendable {
  /// UTF-8.
  case utf8
  /// Only ASCII, because the system has no UTF-8 locale.
  case ascii

  /// Sets the locale of the category LC_CTYPE only, and returns its encoding.
  ///
  /// If the locale of the environment is UTF-8, it is used, because its table of characters may be
  /// newer than that of the system's C.UTF-8. Otherwise C.UTF-8 is used, because the output is
  /// always UTF-8.
  static func set() -> TerminalLocale {
    for name in ["", "C.UTF-8"] where setlocale(LC_CTYPE, name) != nil {
      if nl_langinfo(Int32(CODESET)).map({ String(cString: $0) }) == "UTF-8" { return .utf8 }
    }
    setlocale(LC_CTYPE, "C")
    return .ascii
  }
}
