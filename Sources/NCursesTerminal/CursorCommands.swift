import Terminal

/// Moves the cursor of a terminal, by a short way.
struct CursorCommands {
  private let capabilities: TerminalCapabilities
  /// Whether places are named as ECMA-48 does; else the description has to be asked for each.
  private let isStandard: Bool
  /// Whether a line feed goes down by a line, and a carriage return to its start.
  private let returns: Bool
  private let goesForward: Bool

  init(_ capabilities: TerminalCapabilities) {
    self.capabilities = capabilities
    isStandard = capabilities.has("cup", "\u{1B}[%i%p1%d;%p2%dH")
    returns = capabilities.has("cr", "\r") && capabilities.has("cud1", "\n")
    goesForward = capabilities.has("cuf", "\u{1B}[%p1%dC")
  }

  /// Moves it.
  ///
  /// - Parameters:
  ///   - origin: where it is, nil if unknown; behind the last column only a return is sure.
  ///   - columns: those of the screen.
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

  /// Moves it from anywhere.
  func go(to target: Point, _ bytes: inout [UInt8]) {
    guard isStandard else {
      return bytes += capabilities.string("cup", target.line, target.column) ?? []
    }
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
