import Terminal

/// The bytes that make a terminal move lines by itself, the cursor kept: ECMA-48's SU and SD
/// between the margins of DECSTBM.
///
/// The margins stay as they were set last, so that a line that is moved like the one before costs
/// three bytes. Whatever may have changed them has to forget them; and what a frame is drawn with
/// may not stop at them, see `bytes(before:)`.
struct ScrollCommands {
  /// What is known of the margins.
  private enum Margins: Equatable {
    case whole
    case lines(Range<Int>)
    case unknown
  }

  /// The scroll region now set in the terminal; ncurses begins by setting the whole screen.
  private var margins = Margins.whole
  /// The line where ncurses has left the cursor; nil if unknown.
  private var line: Int?

  /// For a terminal; nil where its description does not know the sequences, and ncurses has to find
  /// its own way.
  init?(_ capabilities: TerminalCapabilities) {
    let forms = [
      "csr": "\u{1B}[%i%p1%d;%p2%dr", "indn": "\u{1B}[%p1%dS", "rin": "\u{1B}[%p1%dT",
      "sc": "\u{1B}7", "rc": "\u{1B}8",
    ]
    // Without xenl, writing in the bottom right cell of the region would scroll it.
    guard forms.allSatisfy({ capabilities.string($0) == $1 }), capabilities.flag("xenl") else {
      return nil
    }
  }

  /// Call when the terminal may have changed its margins.
  mutating func forgetMargins() { (margins, line) = (.unknown, nil) }

  /// Moves lines; those that come in are blank, in the terminal's own colours if those are set.
  ///
  /// Setting margins sends the cursor home, which ncurses does not know.
  mutating func bytes(for scrolled: ScrolledLines) -> [UInt8] {
    let (first, last) = (scrolled.lines.lowerBound + 1, scrolled.lines.upperBound)
    let count = abs(scrolled.distance)
    let step = "\(count == 1 ? "" : "\(count)")\(scrolled.distance > 0 ? "S" : "T")"
    let set = "\u{1B}7\u{1B}[\(first == 1 ? "" : "\(first)");\(last)r\u{1B}8"
    let isSet = margins == .lines(scrolled.lines)
    margins = .lines(scrolled.lines)
    return Array("\(isSet ? "" : set)\u{1B}[\(step)".utf8)
  }

  /// What has to come before what ncurses draws with: it does not know of the margins that are set.
  mutating func bytes(before drawing: [UInt8]) -> [UInt8] {
    let movements = MarginMovements(in: drawing, from: line)
    line = movements.line
    let isReset = stops(movements)
    if isReset || movements.setsMargins { margins = .whole }
    return isReset ? Array("\u{1B}7\u{1B}[r\u{1B}8".utf8) : []
  }

  /// Whether anything would stop at the margins as they are.
  private func stops(_ movements: MarginMovements) -> Bool {
    switch margins {
    case .whole: false
    case .lines(let lines):
      movements.needsWholeScreen || lines.lowerBound > 0 && movements.goesUp
    case .unknown: movements.needsWholeScreen || movements.goesUp
    }
  }
}
