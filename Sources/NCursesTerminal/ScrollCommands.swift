import CNCurses
import Terminal

/// The bytes that make a terminal move lines by itself, the cursor kept: ECMA-48's SU and SD
/// between the margins of DECSTBM.
///
/// The margins stay as they were set last, so that a line that is moved like the one before costs
/// three bytes. Whatever may have changed them has to forget them; and what a frame is drawn with
/// may not stop at them, see `bytes(before:)`.
struct ScrollCommands {
  /// The lines that the terminal moves now; nil where it is not known.
  private var margins: Range<Int>?

  /// For the terminal that ncurses has opened; nil where its description (terminfo(5)) does not
  /// know the sequences, and ncurses has to find its own way.
  init?() {
    let forms = [
      "csr": "\u{1B}[%i%p1%d;%p2%dr", "indn": "\u{1B}[%p1%dS", "rin": "\u{1B}[%p1%dT",
      "sc": "\u{1B}7", "rc": "\u{1B}8",
    ]
    let areKnown = forms.allSatisfy { name, form in
      guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return false }
      return String(cString: text) == form
    }
    // Else what is written in the last column of the last line between the margins moves them all.
    guard areKnown, tigetflag("xenl") == 1 else { return nil }
  }

  /// The margins may be others by now.
  mutating func forgetMargins() { margins = nil }

  /// Moves lines; those that come in are blank, in the terminal's own colours if those are set.
  ///
  /// Setting margins sends the cursor home, which ncurses does not know.
  mutating func bytes(for scrolled: ScrolledLines) -> [UInt8] {
    let (first, last) = (scrolled.lines.lowerBound + 1, scrolled.lines.upperBound)
    let count = abs(scrolled.distance)
    let step = "\(count == 1 ? "" : "\(count)")\(scrolled.distance > 0 ? "S" : "T")"
    let set = "\u{1B}7\u{1B}[\(first == 1 ? "" : "\(first)");\(last)r\u{1B}8"
    defer { margins = scrolled.lines }
    return Array("\(margins == scrolled.lines ? "" : set)\u{1B}[\(step)".utf8)
  }

  /// What has to come before what ncurses draws with: it does not know of the margins that are set.
  ///
  /// A line feed and CUD, down by n lines (ECMA-48, 8.3.19), stop there; and lines that ncurses
  /// moves by itself, which it does now and then, need other margins. All else goes to a place.
  mutating func bytes(before drawing: [UInt8]) -> [UInt8] {
    guard margins != nil, drawing.dependsOnMargins else { return [] }
    margins = nil
    return Array("\u{1B}7\u{1B}[r\u{1B}8".utf8)
  }
}

extension [UInt8] {
  /// The last bytes of control sequences that go down, or move or insert lines.
  private static let finalBytes = Set("BLMSTr".utf8)

  fileprivate var dependsOnMargins: Bool {
    var rest = self[...]
    while let index = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x1B }) {
      rest = rest[(index + 1)...]
      if self[index] == 0x0A { return true }
      // Anything but a control sequence is rare here, and may be a separate index.
      guard rest.first == UInt8(ascii: "[") else {
        if rest.first != UInt8(ascii: "(") { return true }
        continue
      }
      rest = rest.dropFirst().drop { (0x30...0x3F).contains($0) }
      if let last = rest.first, Self.finalBytes.contains(last) { return true }
    }
    return false
  }
}
