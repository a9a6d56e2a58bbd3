/// A control sequence in a text that is understood: it changes looks, begins or ends a link, or does nothing.
///
/// Everything else that begins with an escape stays text, and is shown.
enum TextSequence: Equatable {
  /// SGR, by its parameters.
  case rendition(ArraySlice<UInt8>)
  /// OSC 8: what follows is the label of a link to this target; an empty one ends the link.
  case link(ArraySlice<UInt8>)
  /// A command to the terminal that is no part of the text: see `commands`.
  case command
  /// One that does nothing to a line that is shown here: `ESC [ K`, with which grep erases what stands
  /// behind a colour, and `ESC ( B`, with which tput ends one.
  case nothing

  /// Bytes that the parameters of SGR may have.
  private static let mostParameters = 256
  /// Bytes that an operating system command may have: terminals take addresses of 2,083 bytes (VTE), and an id.
  private static let mostOfCommand = 4_096
  /// The beginnings of commands that are left out: the title (0, 2), the folder (7), and where a prompt, a command
  /// and its output begin (133).
  private static let commands: [StaticString] = ["0;", "2;", "7;", "133;"]
  private static let link: StaticString = "8;"

  /// Reads the sequence at the start of some bytes, an escape first.
  ///
  /// - Returns: nil where it is none that is understood, or is not there to its end.
  static func read(_ bytes: ArraySlice<UInt8>) -> (sequence: TextSequence, end: Int)? {
    let rest = bytes.dropFirst()
    switch rest.first {
    case UInt8(ascii: "("):
      return rest.dropFirst().first == UInt8(ascii: "B") ? (.nothing, rest.startIndex + 2) : nil
    case UInt8(ascii: "["): return readControl(rest)
    case UInt8(ascii: "]"): return readCommand(rest)
    default: return nil
    }
  }

  private static func readControl(
    _ rest: ArraySlice<UInt8>
  ) -> (sequence: TextSequence, end: Int)? {
    let body = rest.dropFirst().prefix(mostParameters).prefix { (0x30...0x3B).contains($0) }
    guard body.endIndex < rest.endIndex else { return nil }
    switch rest[body.endIndex] {
    case UInt8(ascii: "m"): return (.rendition(body), body.endIndex + 1)
    case UInt8(ascii: "K"): return (.nothing, body.endIndex + 1)
    default: return nil
    }
  }

  /// It ends with BEL, or with ST as `ESC \`.
  private static func readCommand(
    _ rest: ArraySlice<UInt8>
  ) -> (sequence: TextSequence, end: Int)? {
    let body = commandBody(rest)
    let tail = rest[body.endIndex...]
    let length = tail.first == 0x07 ? 1 : tail.starts(with: [.escape, UInt8(ascii: "\\")]) ? 2 : 0
    // Bytes that are no text are shown, wherever they stand.
    guard length > 0, (try? UTF8Span(validating: body.span)) != nil else { return nil }
    let end = body.endIndex + length
    if body.starts(with: link) {
      // Between the two semicolons stand an id and what may come later.
      guard let semicolon = body.dropFirst(2).firstIndex(of: UInt8(ascii: ";")) else { return nil }
      return (.link(body[(semicolon + 1)...]), end)
    }
    return commands.contains(where: body.starts) ? (.command, end) : nil
  }

  /// What stands between `ESC ]` and the end of a command, or of the bytes: no control characters.
  private static func commandBody(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    rest.dropFirst().prefix(mostOfCommand).prefix { $0 >= 0x20 && $0 != 0x7F }
  }

  /// Whether some bytes may be the first of a sequence that is understood.
  static func isBegun(_ bytes: ArraySlice<UInt8>) -> Bool {
    let rest = bytes.dropFirst()
    switch rest.first {
    case nil: return true
    case UInt8(ascii: "("): return rest.count == 1
    case UInt8(ascii: "["):
      return rest.count <= mostParameters
        && rest.dropFirst().allSatisfy { (0x30...0x3B).contains($0) }
    case UInt8(ascii: "]"):
      let body = commandBody(rest)
      let isCut = body.endIndex == rest.endIndex || rest[body.endIndex...].elementsEqual([.escape])
      return isCut && body.count < mostOfCommand
        && (commands + [link]).contains { body.starts(with: $0) || $0.starts(with: body) }
    default: return false
    }
  }
}

extension StaticString {
  fileprivate func starts(with bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count <= utf8CodeUnitCount && withUTF8Buffer { $0.starts(with: bytes) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { starts(with: $0) }
  }
}
