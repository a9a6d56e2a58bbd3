/// The bytes that give a terminal back whatever it was doing, made while there is time to make them.
///
/// ncurses' own way, `endwin`, goes by what it has drawn, and may not be called from a handler.
struct TerminalRestoring {
  /// Lets all lines scroll again, which ncurses does not do at its end; none where the terminal's lines
  /// always do.
  let margins: [UInt8]
  /// Everything, whatever the terminal was doing: a sequence that was cut is ended by the escape of the
  /// next one (ECMA-48, 5.3).
  let all: [UInt8]

  /// For the terminal that ncurses has opened, by its description (terminfo(5)).
  init(modes: TerminalModes) {
    let region = Self.capability("csr") ?? []
    margins = region.starts(with: Array("\u{1B}[".utf8)) ? Array("\u{1B}[r".utf8) : []
    let ends = ["op", "sgr0", "cnorm", "rmkx", "rmcup"].compactMap(Self.capability)
    let place = Self.capability("rmcup") == nil ? Self.lastLine : []
    all = modes.endOfFrame + modes.leave + margins + place + ends.joined()
  }

  /// Where there is no second screen the shell goes on below; a terminal takes what is too far down
  /// for its last line.
  private static let lastLine = Array("\u{1B}[999;1H\r\n".utf8)

  /// A string without its delays (`$<5>`), which are for terminals of the serial line.
  private static func capability(_ name: String) -> [UInt8]? {
    TerminalCapabilities.opened.string(name).map { withoutDelays($0.utf8) }
  }

  private static func withoutDelays(_ text: String.UTF8View) -> [UInt8] {
    var rest = text[...]
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<") {
        rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst()
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
