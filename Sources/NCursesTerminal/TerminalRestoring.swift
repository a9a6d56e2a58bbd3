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
    let region = capabilities.bytes("csr") ?? []
    let margins = region.starts(with: [0x1B, 0x5B]) ? Array("\u{1B}[r".utf8) : []
    let ends = ["op", "sgr0", "cnorm", "rmkx", "rmcup"].compactMap { capabilities.bytes($0) }
    let place = capabilities.string("rmcup") == nil ? Self.lastLine : []
    screen = margins + place + ends.joined()
    all = modes.endOfFrame + modes.leave + screen
  }

  /// Where there is no second screen the shell goes on below; a terminal takes what is too far down
  /// for its last line.
  private static let lastLine = Array("\u{1B}[999;1H\r\n".utf8)
}
