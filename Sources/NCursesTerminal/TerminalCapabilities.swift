import CNCurses

/// What a terminal can do, by the names of terminfo(5).
struct TerminalCapabilities {
  /// A sequence, as the description has it; nil where the terminal has none.
  let string: (_ name: String) -> String?
  /// Whether it has a property.
  let flag: (_ name: String) -> Bool
  /// A number; nil where it is not told.
  let number: (_ name: String) -> Int?
  /// A sequence of the description with numbers put in (tiparm(3X)).
  let expanded: (_ template: String, _ first: Int, _ second: Int) -> String

  /// Those of a terminal, by its name.
  ///
  /// - Throws: that there is no description of it, or none by which a screen can be drawn.
  static func open(_ terminal: String) throws(NCursesScreenError) -> TerminalCapabilities {
    guard endless_open_description(terminal) == OK else { throw .unknownTerminal(terminal) }
    let opened = TerminalCapabilities(
      string: { name in
        guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return nil }
        return String(cString: text)
      }, flag: { tigetflag($0) == 1 },
      number: { name in
        let number = tigetnum(name)
        return number >= 0 ? Int(number) : nil
      },
      expanded: { template, first, second in
        endless_expanded(template, Int32(first), Int32(second)).map { String(cString: $0) } ?? ""
      })
    guard opened.string("cup") != nil, opened.string("clear") != nil else {
      throw .unknownTerminal(terminal)
    }
    return opened
  }

  /// A sequence that is ready to be sent; nil where the terminal has none.
  func bytes(_ name: String) -> [UInt8]? { string(name).map(Self.withoutDelays) }

  /// A sequence with numbers in it, ready to be sent; nil where the terminal has none.
  func bytes(_ name: String, _ first: Int, _ second: Int = 0) -> [UInt8]? {
    string(name).map { Self.withoutDelays(expanded($0, first, second)) }
  }

  /// Delays (`$<5>`) are for terminals of the serial line.
  private static func withoutDelays(_ text: String) -> [UInt8] {
    var rest = text.utf8[...]
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
