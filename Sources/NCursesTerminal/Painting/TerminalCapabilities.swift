import CNCurses

/// What a terminal can do, by the names of terminfo(5).
struct TerminalCapabilities {
  /// A sequence as the description has it, with places for numbers, but without delays (`$<5>`), which are
  /// for terminals of the serial line; nil where the terminal has none.
  let string: (_ name: String) -> [UInt8]?
  /// Whether it has a property.
  let flag: (_ name: String) -> Bool
  /// A number; nil where it is not told.
  let number: (_ name: String) -> Int?
  /// A sequence of the description with numbers put in (tiparm(3X)).
  let expanded: (_ template: [UInt8], _ first: Int, _ second: Int) -> [UInt8]

  init(
    string: @escaping (String) -> [UInt8]?, flag: @escaping (String) -> Bool,
    number: @escaping (String) -> Int?, expanded: @escaping ([UInt8], Int, Int) -> [UInt8]
  ) {
    self.string = { name in string(name).map(Self.withoutDelays) }
    (self.flag, self.number, self.expanded) = (flag, number, expanded)
  }

  /// Those of a terminal, by its name (setupterm(3X)).
  ///
  /// - Returns: nil where there is no description of it, or none by which a screen can be drawn.
  static func open(_ terminal: String) -> TerminalCapabilities? {
    endless_setupterm(terminal) == OK ? inUse() : nil
  }

  /// Those of the terminal whose description is in use, as a new screen of ncurses brings it.
  ///
  /// - Returns: nil where no screen can be drawn by it.
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

  /// Whether the terminal is of ECMA-48's kind: it takes control sequences, and ignores those that it does not
  /// know.
  var isECMA48: Bool { has("cup", "\u{1B}[%i%p1%d;%p2%dH") }

  /// A sequence with numbers put in; nil where the terminal has none.
  func string(_ name: String, _ first: Int, _ second: Int = 0) -> [UInt8]? {
    string(name).map { expanded($0, first, second) }
  }

  /// Whether a sequence is just this.
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

/// Chooses the description by which ncurses draws.
enum TerminalName {
  /// Terminals that speak as xterm does, but whose descriptions Debian does not ship.
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

  /// Whether a terminal says, by `COLORTERM`, that it shows any mixture of red, green and blue.
  static func mixesColors(_ colorTerm: String?) -> Bool {
    colorTerm == "truecolor" || colorTerm == "24bit"
  }

  /// Whether a terminal may be asked for its modes.
  ///
  /// The kernel's console prints what it does not
  /// understand.
  static func answersQueries(_ term: String) -> Bool {
    !(term == "linux" || term.hasPrefix("vt") || term.hasPrefix("con"))
  }
}
