import CNCurses
import Terminal

/// The bytes that make a terminal move lines by itself, the cursor kept: ECMA-48's SU and SD between
/// the margins of DECSTBM.
enum ScrollCommands {
  /// Whether the terminal that ncurses has opened knows the sequences, by its description
  /// (terminfo(5)); else ncurses has to find its own way.
  static var areKnown: Bool {
    let forms = [
      "csr": "\u{1B}[%i%p1%d;%p2%dr", "indn": "\u{1B}[%p1%dS", "rin": "\u{1B}[%p1%dT",
      "sc": "\u{1B}7", "rc": "\u{1B}8",
    ]
    return forms.allSatisfy { name, form in
      guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return false }
      return String(cString: text) == form
    }
  }

  /// Moves lines; those that come in are blank, in the terminal's own colours if those are set.
  ///
  /// Fewer bytes than by going there with the cursor, which the margins send home.
  static func bytes(for scrolled: ScrolledLines) -> [UInt8] {
    let (first, last) = (scrolled.lines.lowerBound + 1, scrolled.lines.upperBound)
    let count = abs(scrolled.distance)
    let step = "\(count == 1 ? "" : "\(count)")\(scrolled.distance > 0 ? "S" : "T")"
    let margins = "\(first == 1 ? "" : "\(first)");\(last)r"
    return Array("\u{1B}7\u{1B}[\(margins)\u{1B}[\(step)\u{1B}[r\u{1B}8".utf8)
  }
}
