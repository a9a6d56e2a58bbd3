public import Terminal

/// Keys in a command's table are written as they are shown: `"j"`, `"^N"`.
extension Key: ExpressibleByStringLiteral {
  /// Creates a key of one character, or of a caret and one with Control: `"j"`, `"^N"`.
  ///
  /// Any other literal is a programmer's mistake and ends the program.
  public nonisolated init(stringLiteral value: StaticString) {
    let scalars = Array(value.description.unicodeScalars)
    switch (scalars.first, scalars.count) {
    case ("^", 2): self = .control(scalars[1])
    case (let scalar?, 1): self = .character(scalar)
    default: fatalError("'\(value)' is no key")
    }
  }
}
