import Terminal

/// The commands that move the cursor of an ECMA-48 terminal with a short sequence.
struct CursorCommands {
  /// Whether a line feed moves down by one line, and a carriage return to the start of the line.
  private let returns: Bool
  private let goesForward: Bool

  init(_ capabilities: TerminalCapabilities) {
    returns = capabilities.has("cr", "\r") && capabilities.has("cud1", "\n")
    goesForward = capabilities.has("cuf", "\u{1B}[%p1%dC")
  }

  /// Moves the cursor.
  ///
  /// - Parameters:
  ///   - origin: the current position, nil if unknown. After the last column, only a carriage
  ///     return moves the cursor reliably.
  ///   - columns: the number of columns of the screen.
  ///   - bottom: the last line of the margins, where a line feed would scroll.
  func move(
    to target: Point, from origin: Point?, in columns: Int, bottom: Int?, _ bytes: inout [UInt8]
  ) {
    guard let origin else { return go(to: target, &bytes) }
    if returns, target.column == 0, origin.line == target.line {
      bytes.append(0x0D)
    } else if returns, target.column == 0, origin.line + 1 == target.line, origin.line != bottom {
      bytes += [0x0D, 0x0A]
    } else if goesForward, origin.line == target.line,
      origin.column < min(target.column, columns)
    {
      let distance = target.column - origin.column
      bytes += [0x1B, 0x5B]
      if distance > 1 { bytes.append(number: distance) }
      bytes.append(UInt8(ascii: "C"))
    } else {
      go(to: target, &bytes)
    }
  }

  /// Moves the cursor from any position.
  func go(to target: Point, _ bytes: inout [UInt8]) {
    bytes += [0x1B, 0x5B]
    if target != .zero { bytes.append(number: target.line + 1) }
    if target.column > 0 {
      bytes.append(UInt8(ascii: ";"))
      bytes.append(number: target.column + 1)
    }
    bytes.append(UInt8(ascii: "H"))
  }
}

extension [UInt8] {
  /// Appends a number in decimal digits.
  mutating func append(number: Int) {
    if number >= 10 { append(number: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

/// The commands that make the terminal move lines between margins (DECSTBM).
///
/// The margins are kept, so that moving the same lines again takes only a few bytes. Positions are
/// always counted from the corner of the screen, regardless of the margins.
struct ScrollCommands {
  /// The lines between the margins; nil before they are set.
  private(set) var margins: Range<Int>?
  private let commands: CursorCommands
  /// The sequences that move all lines by one if the cursor is on the last or the first line; nil
  /// if the terminal has SU and SD, which move lines by any number from any position.
  private let (stepUp, stepDown): ([UInt8]?, [UInt8]?)

  /// Creates the commands for a terminal, or nil if its description does not allow them; all lines
  /// must then be drawn.
  init?(_ capabilities: TerminalCapabilities, _ commands: CursorCommands) {
    self.commands = commands
    let goesAtOnce = (
      capabilities.has("indn", "\u{1B}[%p1%dS"), capabilities.has("rin", "\u{1B}[%p1%dT")
    )
    stepUp = goesAtOnce.0 ? nil : capabilities.string("ind")
    stepDown = goesAtOnce.1 ? nil : capabilities.string("ri")
    // Without xenl, writing in the bottom right cell of the margins would scroll.
    guard stepUp != nil || goesAtOnce.0, stepDown != nil || goesAtOnce.1,
      capabilities.flag("xenl"), capabilities.isECMA48,
      capabilities.has("csr", "\u{1B}[%i%p1%d;%p2%dr")
    else { return nil }
  }

  /// Records that the margins are those of the whole screen.
  mutating func begin(_ lines: Int) { margins = 0..<lines }

  /// Moves lines; new lines are blank.
  ///
  /// The terminal's own colors must be set.
  ///
  /// - Parameter cursor: the position of the cursor, before and after the call; nil if unknown.
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

  /// Moves lines between two frames of a painter that does not know margins: before and after the
  /// call, the margins are those of the whole screen, and the cursor is in the screen's corner.
  mutating func moveBetweenFrames(_ scrolled: ScrolledLines, in lines: Int, _ bytes: inout [UInt8])
  {
    var cursor: Point? = .zero
    move(scrolled, cursor: &cursor, &bytes)
    if scrolled.lines != 0..<lines {
      bytes += [0x1B, 0x5B, UInt8(ascii: "r")]
      (margins, cursor) = (0..<lines, .zero)
    }
    if cursor != .zero { commands.go(to: .zero, &bytes) }
  }

  /// Sets the margins, which moves the cursor to the corner.
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
