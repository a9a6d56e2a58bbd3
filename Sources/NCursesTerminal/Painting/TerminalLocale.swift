import Glibc

/// How the C library reads and measures characters (LC_CTYPE), by which ncurses paints.
nonisolated enum TerminalLocale: Sendable {
  /// Text is UTF-8.
  case utf8
  /// There is no locale whose text is UTF-8: the C library knows ASCII alone.
  case ascii

  /// Sets the category LC_CTYPE and no other: the environment's where that is of UTF-8, because it may be newer
  /// than the system's; else C.UTF-8, because what is written here is UTF-8 in any case.
  static func set() -> TerminalLocale {
    for name in ["", "C.UTF-8"] where setlocale(LC_CTYPE, name) != nil {
      if nl_langinfo(Int32(CODESET)).map({ String(cString: $0) }) == "UTF-8" { return .utf8 }
    }
    setlocale(LC_CTYPE, "C")
    return .ascii
  }
}
