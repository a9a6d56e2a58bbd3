/// The bytes that give a terminal back whatever it was doing, made while there is time to make them.
struct TerminalRestoring {
  /// Gives the screen back: all lines scroll again, the pen is plain, the cursor shown, the first screen
  /// there.
  let screen: [UInt8]
  /// Everything, whatever the terminal was doing: a sequence that was cut is ended by the escape of the
  /// next one (ECMA-48, 5.3).
  let all: [UInt8]

  /// For a terminal, by its description (terminfo(5)).
  init(_ capabilities: TerminalCapabilities, modes: TerminalModes) {
    let margins = capabilities.string("csr")?.starts(with: [0x1B, 0x5B]) ?? false
    func bytes(_ names: [String]) -> [UInt8] { names.flatMap { capabilities.string($0) ?? [] } }
    screen =
      bytes(["op", "sgr0"]) + (margins ? Array("\u{1B}[r".utf8) : []) + Self.lastLine
      + bytes(["cnorm", "rmkx", "rmcup"])
    all = modes.endOfFrame + modes.leave + screen
  }

  /// Where there is no second screen, or the terminal has it switched off, the shell goes on below; a
  /// terminal takes what is too far down for its last line.
  private static let lastLine = Array("\u{1B}[999;1H\r\n".utf8)
}
