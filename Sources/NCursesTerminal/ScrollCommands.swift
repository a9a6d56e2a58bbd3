import Terminal

/// Makes a terminal move lines by itself, between margins (DECSTBM).
///
/// The margins stay as they were set last, so that a line that is moved like the one before costs three
/// bytes. Places are named from the corner of the screen whatever they are.
struct ScrollCommands {
  /// The lines between the margins; nil before they were set.
  private(set) var margins: Range<Int>?
  private let commands: CursorCommands
  /// What moves all lines by one, on the last line or on the first; nil where SU and SD move them by any
  /// number, from anywhere.
  private let (stepUp, stepDown): ([UInt8]?, [UInt8]?)

  /// For a terminal; nil where its description lacks the sequences: there all lines are drawn.
  init?(_ capabilities: TerminalCapabilities, _ commands: CursorCommands) {
    self.commands = commands
    let goesAtOnce = (
      capabilities.has("indn", "\u{1B}[%p1%dS"), capabilities.has("rin", "\u{1B}[%p1%dT")
    )
    stepUp = goesAtOnce.0 ? nil : capabilities.string("ind")
    stepDown = goesAtOnce.1 ? nil : capabilities.string("ri")
    // Without xenl, writing in the bottom right cell of the margins would scroll.
    guard stepUp != nil || goesAtOnce.0, stepDown != nil || goesAtOnce.1,
      capabilities.flag("xenl"), capabilities.has("csr", "\u{1B}[%i%p1%d;%p2%dr")
    else { return nil }
  }

  /// The margins are those of the whole screen.
  mutating func begin(_ lines: Int) { margins = 0..<lines }

  /// Moves lines; those that come in are blank.
  ///
  /// The terminal's own colours must be set.
  ///
  /// - Parameter cursor: where it is, and where it is afterwards; nil if unknown.
  mutating func move(_ scrolled: ScrolledLines, cursor: inout Point?, _ bytes: inout [UInt8]) {
    setMargins(scrolled.lines, &cursor, &bytes)
    let count = abs(scrolled.distance)
    let goesUp = scrolled.distance > 0
    if let step = goesUp ? stepUp : stepDown {
      let line = goesUp ? scrolled.lines.upperBound - 1 : scrolled.lines.lowerBound
      let edge = Point(line: line, column: 0)
      commands.go(to: edge, &bytes)
      cursor = edge
      for _ in 0..<count { bytes += step }
    } else {
      bytes += [0x1B, 0x5B]
      if count > 1 { bytes.append(number: count) }
      bytes.append(UInt8(ascii: goesUp ? "S" : "T"))
    }
  }

  /// Setting them sends the cursor home.
  private mutating func setMargins(
    _ new: Range<Int>, _ cursor: inout Point?, _ bytes: inout [UInt8]
  ) {
    guard margins != new else { return }
    (margins, cursor) = (new, .zero)
    bytes += [0x1B, 0x5B]
    bytes.append(number: new.lowerBound + 1)
    bytes.append(UInt8(ascii: ";"))
    bytes.append(number: new.upperBound)
    bytes.append(UInt8(ascii: "r"))
  }
}
