/// The modes that no description has, switched on and off again.
struct TerminalModes {
  private let mouse: Bool
  /// Whether the terminal may be asked for what it knows.
  let asks: Bool
  /// Whether mode 2027 is set: a sequence of emoji, and any other cluster, is one character.
  var joinsEmoji = false

  init(mouse: Bool, asks: Bool) {
    self.mouse = mouse
    self.asks = asks
  }

  /// Bracketed paste, so that pasted text is data and no commands; the mouse's buttons and wheel in
  /// SGR form, its motion only while a button is held (1002), where the terminal knows that.
  var enter: [UInt8] {
    Array(("\u{1B}[?2004h" + (mouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : "")).utf8)
      + (joinsEmoji ? Self.emoji(true) : [])
  }

  var leave: [UInt8] {
    (joinsEmoji ? Self.emoji(false) : [])
      + Array(((mouse ? "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l" : "") + "\u{1B}[?2004l").utf8)
  }

  /// Sets mode 2027, or resets it.
  static func emoji(_ joins: Bool) -> [UInt8] { Array("\u{1B}[?2027\(joins ? "h" : "l")".utf8) }

  /// Asks whether synchronized updates are known (DECRQM of mode 2026).
  var query: [UInt8] { asks ? Array("\u{1B}[?2026$p".utf8) : [] }

  /// Ends a frame that was cut; for terminals that may be asked, the others print it.
  var endOfFrame: [UInt8] { asks ? Array("\u{1B}[?2026l".utf8) : [] }

  /// A frame that is shown at once, not while it arrives.
  static func synchronized(_ frame: [UInt8]) -> [UInt8] {
    Array("\u{1B}[?2026h".utf8) + frame + Array("\u{1B}[?2026l".utf8)
  }
}
