/// A control sequence in text that this type understands: it changes the style, begins or ends a
/// link, is a command to the terminal, or has no effect.
///
/// Anything else that begins with an escape is text, and is shown.
enum TextSequence: Equatable {
  /// SGR with its parameters.
  case rendition(ArraySlice<UInt8>)
  /// OSC 8: the label of a link to this target follows; an empty target ends the link.
  case link(ArraySlice<UInt8>)
  /// A command to the terminal that is not part of the text: see `commands`.
  case command
  /// A sequence that has no effect on a line shown on a screen: `ESC [ K`, which grep uses to erase
  /// the rest of the line after a color, and `ESC ( B`, which tput uses to end a style.
  case nothing

  /// The largest number of bytes of SGR parameters.
  private static let mostParameters = 256
  /// The largest number of bytes of an operating system command: VTE accepts addresses of up to
  /// 2,083 bytes, and an id may precede the address.
  private static let mostOfCommand = 4_096
  /// The beginnings of omitted commands: the title (0, 2), the folder (7), and the start of a
  /// prompt, a command and its output (133).
  private static let commands: [StaticString] = ["0;", "2;", "7;", "133;"]
  private static let link: StaticString = "8;"

  /// Reads the sequence at the start of the given bytes, which begin with an escape.
  ///
  /// - Returns: the sequence and its end, or nil if it is not understood or not complete.
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

  /// Reads a command, which ends with BEL, or with ST as `ESC \`.
  private static func readCommand(
    _ rest: ArraySlice<UInt8>
  ) -> (sequence: TextSequence, end: Int)? {
    let body = commandBody(rest)
    let tail = rest[body.endIndex...]
    let length = tail.first == 0x07 ? 1 : tail.starts(with: [.escape, UInt8(ascii: "\\")]) ? 2 : 0
    // Invalid UTF-8 is always shown.
    guard length > 0, (try? UTF8Span(validating: body.span)) != nil else { return nil }
    let end = body.endIndex + length
    if body.starts(with: link) {
      // Between the two semicolons are an id and possible extensions.
      guard let semicolon = body.dropFirst(2).firstIndex(of: UInt8(ascii: ";")) else { return nil }
      return (.link(body[(semicolon + 1)...]), end)
    }
    return commands.contains(where: body.starts) ? (.command, end) : nil
  }

  /// The bytes after `ESC ]` and before the first control character, limited to `mostOfCommand`
  /// bytes.
  private static func commandBody(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    rest.dropFirst().prefix(mostOfCommand).prefix { $0 >= 0x20 && $0 != 0x7F }
  }

  /// Whether the given bytes, which begin with an escape, may be the start of a sequence that is
  /// understood.
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
