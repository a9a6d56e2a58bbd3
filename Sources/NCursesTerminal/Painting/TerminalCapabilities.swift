import CNCurses

/// The capabilities of a terminal, by their names in terminfo(5).
struct TerminalCapabilities {
  /// Returns a sequence of the description with placeholders for numbers, without delays (`$<5>`),
  /// which are for serial terminals; nil if the description has none.
  let string: (_ name: String) -> [UInt8]?
  /// Returns whether the terminal has a property.
  let flag: (_ name: String) -> Bool
  /// Returns the number for a capability; nil if the description has none.
  let number: (_ name: String) -> Int?
  /// Returns a sequence of the description with numbers inserted (tiparm(3X)).
  let expanded: (_ template: [UInt8], _ first: Int, _ second: Int) -> [UInt8]

  init(
    string: @escaping (String) -> [UInt8]?, flag: @escaping (String) -> Bool,
    number: @escaping (String) -> Int?, expanded: @escaping ([UInt8], Int, Int) -> [UInt8]
  ) {
    self.string = { name in string(name).map(Self.withoutDelays) }
    (self.flag, self.number, self.expanded) = (flag, number, expanded)
  }

  /// The capabilities of the terminal with the given name (setupterm(3X)).
  ///
  /// - Returns: nil if the terminal has no description, or if no screen can be drawn with it.
  static func open(_ terminal: String) -> TerminalCapabilities? {
    endless_setupterm(terminal) == OK ? inUse() : nil
  }

  /// The capabilities of the current description, which a new ncurses screen sets.
  ///
  /// - Returns: nil if no screen can be drawn with it.
  static func inUse() -> TerminalCapabilities? {
    guard let description = endless_cur_term() else { return nil }
    let opened = TerminalCapabilities(
      string: { name in
        set_curterm(description)
        guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return nil }
        return Self.bytes(of: text)
      },
      flag: { name in
        set_curterm(description)
        return tigetflag(name) == 1
      },
      number: { name in
        set_curterm(description)
        let number = tigetnum(name)
        return number >= 0 ? Int(number) : nil
      },
      expanded: { template, first, second in
        let text = template.map { CChar(bitPattern: $0) } + [0]
        return endless_tiparm(text, Int32(first), Int32(second)).map(Self.bytes) ?? []
      })
    return opened.string("cup") != nil && opened.string("clear") != nil ? opened : nil
  }

  /// Whether the terminal follows ECMA-48, judged by its cursor movement; such a terminal ignores
  /// unknown modes.
  var isECMA48: Bool { has("cup", "\u{1B}[%i%p1%d;%p2%dH") }

  /// A sequence with numbers inserted; nil if the terminal has none.
  func string(_ name: String, _ first: Int, _ second: Int = 0) -> [UInt8]? {
    string(name).map { expanded($0, first, second) }
  }

  /// Whether the sequence of a capability equals a string.
  func has(_ name: String, _ text: String) -> Bool {
    string(name).map { $0.elementsEqual(text.utf8) } ?? false
  }

  private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    var next = text
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    return bytes
  }

  private static func withoutDelays(_ text: [UInt8]) -> [UInt8] {
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

/// The properties of a terminal that its type and `COLORTERM` imply.
enum TerminalName {
  /// Terminals compatible with xterm whose descriptions are often not installed.
  private static let likeXterm = [
    "xterm-kitty", "xterm-ghostty", "ghostty", "wezterm", "foot", "foot-extra", "alacritty",
    "contour", "rio", "vte-256color",
  ]

  /// The names to try, in order.
  static func candidates(term: String, colorTerm: String?) -> [String] {
    let best = "xterm-256color"
    if likeXterm.contains(term) { return [best, term] }
    return term == "xterm" && mixesColors(colorTerm) ? [best, term] : [term]
  }

  /// Whether a terminal declares with `COLORTERM` that it shows all RGB colors.
  static func mixesColors(_ colorTerm: String?) -> Bool {
    colorTerm == "truecolor" || colorTerm == "24bit"
  }

  /// Whether a terminal may be queried for its modes.
  ///
  /// The Linux console prints sequences that it does not understand.
  static func answersQueries(_ term: String) -> Bool {
    !(term == "linux" || term.hasPrefix("vt") || term.hasPrefix("con"))
  }
}
