import Terminal

/// Makes a terminal move lines by itself, between margins (DECSTBM).
///
/// The margins stay as they were set last, so that a line that is moved like the one before costs three
/// bytes. Places are named from the corner of the screen whatever they are.
struct ScrollCommands {
  /// The lines between the margins; nil before they were set.
  private(set) var margins: Range<Int>?
  private let capabilities: TerminalCapabilities
  /// Whether lines move up by one sequence (SU), or by a line feed on the last line; so for down.
  private let (goesUpAtOnce, goesDownAtOnce): (Bool, Bool)

  /// For a terminal; nil where its description lacks the sequences: there all lines are drawn.
  init?(_ capabilities: TerminalCapabilities) {
    self.capabilities = capabilities
    goesUpAtOnce = capabilities.string("indn") == "\u{1B}[%p1%dS"
    goesDownAtOnce = capabilities.string("rin") == "\u{1B}[%p1%dT"
    let goesUp = goesUpAtOnce || capabilities.string("ind") == "\n"
    let goesDown = goesDownAtOnce || capabilities.string("ri") == "\u{1B}M"
    // Without xenl, writing in the bottom right cell of the margins would scroll.
    guard goesUp, goesDown, capabilities.flag("xenl"),
      capabilities.string("csr") == "\u{1B}[%i%p1%d;%p2%dr"
    else { return nil }
  }

  /// The margins are those of the whole screen.
  mutating func begin(_ lines: Int) { margins = 0..<lines }

  /// Moves lines; those that come in are blank.
  ///
  /// The terminal's own colours must be set.
  ///
  /// - Parameters:
  ///   - lines: the lines of the whole screen.
  ///   - cursor: where it is, and where it is afterwards; nil if unknown.
  mutating func move(
    _ scrolled: ScrolledLines, of lines: Int, cursor: inout Point?, _ bytes: inout [UInt8]
  ) {
    setMargins(scrolled.lines, of: lines, &cursor, &bytes)
    let count = abs(scrolled.distance)
    let goesUp = scrolled.distance > 0
    if goesUp ? goesUpAtOnce : goesDownAtOnce {
      bytes += [0x1B, 0x5B]
      if count > 1 { bytes.append(number: count) }
      bytes.append(UInt8(ascii: goesUp ? "S" : "T"))
    } else {
      let line = goesUp ? scrolled.lines.upperBound - 1 : scrolled.lines.lowerBound
      let edge = Point(line: line, column: 0)
      CursorCommands(capabilities).move(to: edge, from: nil, in: 0, bottom: 0, &bytes)
      cursor = edge
      for _ in 0..<count { bytes += goesUp ? [0x0A] : [0x1B, UInt8(ascii: "M")] }
    }
  }

  /// Setting them sends the cursor home.
  private mutating func setMargins(
    _ new: Range<Int>, of lines: Int, _ cursor: inout Point?, _ bytes: inout [UInt8]
  ) {
    guard margins != new else { return }
    (margins, cursor) = (new, .zero)
    bytes += [0x1B, 0x5B]
    if new != 0..<lines {
      if new.lowerBound > 0 { bytes.append(number: new.lowerBound + 1) }
      bytes.append(UInt8(ascii: ";"))
      bytes.append(number: new.upperBound)
    }
    bytes.append(UInt8(ascii: "r"))
  }
}
