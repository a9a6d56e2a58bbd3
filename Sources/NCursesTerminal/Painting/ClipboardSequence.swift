/// The sequence that copies text to the clipboard of the terminal: xterm's OSC 52, which many other
/// terminals support.
///
/// Terminals may ignore it, and none reports whether it has copied the text.
nonisolated enum ClipboardSequence {
  private static let escape = UInt8(0x1B)
  /// The number of bytes in one piece for screen(1), which limits a string to 256 bytes or more,
  /// depending on the version, including its delimiters.
  private static let pieceForScreen = 252

  /// The bytes to send.
  ///
  /// tmux receives the text twice: once for itself, if `set-clipboard` is on, and once for the
  /// outer terminal, if `allow-passthrough` is on. Both copy the same text. screen passes on the
  /// contents of device control strings, each of which contains a part of the sequence.
  static func bytes(for text: [UInt8], through multiplexer: Multiplexer) -> [UInt8] {
    let plain = Array("\u{1B}]52;c;".utf8) + Base64.encoded(text) + [0x07]
    switch multiplexer {
    case .none: return plain
    case .tmux:
      let doubled = plain.flatMap { $0 == escape ? [escape, escape] : [$0] }
      return plain + Array("\u{1B}Ptmux;".utf8) + doubled + Array("\u{1B}\\".utf8)
    case .screen:
      return stride(from: 0, to: plain.count, by: pieceForScreen).flatMap { start in
        Array("\u{1B}P".utf8) + plain[start..<min(start + pieceForScreen, plain.count)]
          + Array("\u{1B}\\".utf8)
      }
    }
  }
}

/// Base64 encoding (RFC 4648, section 4).
nonisolated enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Four letters for every three bytes, padded with `=`.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        let isFilling = index > group.count
        text.append(isFilling ? UInt8(ascii: "=") : letters[bits >> (18 - 6 * index) & 63])
      }
    }
    return text
  }
}

/// A program that runs between this one and the user's terminal, and intercepts sequences.
nonisolated enum Multiplexer: Equatable {
  case none
  case tmux
  case screen

  /// Detects the program by the variables of tmux(1) and screen(1), or else by the terminal's type,
  /// which SSH passes on.
  ///
  /// Over SSH, the type `screen` may also stand for tmux; the type `tmux` stands only for tmux.
  ///
  /// - Parameter value: a closure that takes the name of an environment variable and returns its
  ///   value, or nil if it is not set.
  init(_ value: (_ name: String) -> String?) {
    let term = value("TERM") ?? ""
    if value("TMUX")?.isEmpty == false || term.hasPrefix("tmux") {
      self = .tmux
    } else if value("STY")?.isEmpty == false || term.hasPrefix("screen") {
      self = .screen
    } else {
      self = .none
    }
  }
}
