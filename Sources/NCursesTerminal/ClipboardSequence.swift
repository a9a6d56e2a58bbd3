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
