/// What puts a text on the clipboard of the reader's terminal: OSC 52 of xterm, which many others have.
///
/// Terminals may leave it out, and none says whether it did.
nonisolated enum ClipboardSequence {
  private static let escape = UInt8(0x1B)
  /// The least that a version of screen(1) takes of one string is 256 bytes, with what is around it.
  private static let pieceForScreen = 252

  /// The bytes to be sent.
  ///
  /// tmux gets it twice: for itself, where `set-clipboard` is on, and for the terminal around it, where
  /// `allow-passthrough` is. Both set the same text. screen hands on what stands in a string of its own, of which each has a
  /// part.
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

/// Bytes as text of 64 letters (RFC 4648, 4).
nonisolated enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Four letters for each three bytes, filled up with `=`.
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

/// A program between this one and the reader's terminal, which takes what is meant for that.
nonisolated enum Multiplexer: Equatable {
  case none
  case tmux
  case screen

  /// Tells it by what tmux(1) and screen(1) set, or else by the terminal's type, which comes along over SSH.
  ///
  /// A type `screen` may also be tmux there; who says `tmux` is.
  ///
  /// - Parameter value: a variable of the environment, if it is set.
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
