/// What of a drawing by ncurses depends on the margins, until it sets margins itself.
///
/// A line feed and CUD, down by n lines, stop at the bottom margin, CUU and a reverse index at the
/// top margin (ECMA-48, 8.3.19 and 8.3.22). Lines that ncurses moves by itself, which it does now
/// and then, need all lines. Everything else goes to a place.
struct MarginMovements {
  /// Whether anything goes down, or moves or inserts lines.
  private(set) var needsWholeScreen = false
  /// Whether anything goes up, which no margin at the first line stops.
  private(set) var goesUp = false
  /// Whether margins are set; ncurses sets the whole screen last.
  private(set) var setsMargins = false
  /// The line where the cursor is at the end; nil if unknown.
  private(set) var line: Int?

  /// Looks through a drawing.
  ///
  /// - Parameter line: where the cursor is before it; nil if unknown.
  init(in drawing: [UInt8], from line: Int?) {
    self.line = line
    var rest = drawing[...]
    while let index = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x1B }) {
      let isLineFeed = rest[index] == 0x0A
      rest = rest[(index + 1)...]
      if isLineFeed { goDown(by: 1) } else { takeSequence(&rest) }
    }
  }

  private mutating func takeSequence(_ rest: inout ArraySlice<UInt8>) {
    switch rest.popFirst() {
    case UInt8(ascii: "["):
      let parameters = rest.prefix { (0x30...0x3F).contains($0) }
      rest = rest.dropFirst(parameters.count)
      if let last = rest.popFirst() { take(last, Self.number(parameters)) }
    case UInt8(ascii: "M"): reverseIndex()
    // Chooses a set of characters.
    case UInt8(ascii: "("), UInt8(ascii: ")"): break
    // Rare, and may be an index.
    default:
      needWholeScreen()
      line = nil
    }
  }

  private mutating func take(_ last: UInt8, _ number: Int) {
    switch last {
    case UInt8(ascii: "H"), UInt8(ascii: "d"): line = number - 1
    case UInt8(ascii: "A"): goUp(by: number)
    case UInt8(ascii: "B"): goDown(by: number)
    case UInt8(ascii: "L"), UInt8(ascii: "M"), UInt8(ascii: "S"), UInt8(ascii: "T"):
      needWholeScreen()
    case UInt8(ascii: "r"): (setsMargins, line) = (true, nil)
    default: break
    }
  }

  /// On the first line it moves all lines down; elsewhere it is how ncurses goes up in terminals
  /// whose cuu1 it is, as those of tmux and screen.
  private mutating func reverseIndex() {
    if line ?? 0 <= 0 { needWholeScreen() } else { goUp(by: 1) }
  }

  private mutating func goUp(by count: Int) {
    if !setsMargins { goesUp = true }
    line = line.map { $0 - count }
  }

  private mutating func goDown(by count: Int) {
    needWholeScreen()
    line = line.map { $0 + count }
  }

  private mutating func needWholeScreen() { if !setsMargins { needsWholeScreen = true } }

  /// The first parameter; 1 where it is left out.
  private static func number(_ parameters: ArraySlice<UInt8>) -> Int {
    let digits = parameters.prefix { (0x30...0x39).contains($0) }
    return digits.isEmpty ? 1 : digits.reduce(0) { $0 &* 10 &+ Int($1 - 0x30) }
  }
}
