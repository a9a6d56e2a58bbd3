extension PatternLexer {
  /// A member of a character class, as far as line feeds are concerned.
  private enum Member {
    case character(Unicode.Scalar)
    case set(hasLineFeed: Bool)
  }

  /// Named sets that do not contain a line feed.
  private static let namedSets: Set<String> = [
    "alpha", "alnum", "digit", "lower", "upper", "punct", "xdigit", "word", "blank", "graph",
  ]

  /// Reads a class after its opening bracket.
  ///
  /// The part for a negated class also excludes the line feed. Any other class that contains a line
  /// feed, or may contain one, is not understood.
  mutating func characterClass() -> PatternToken? {
    let start = at - 1
    let isNegated = consume("^")
    // At the start of a class, `]` and `-` are members. If a line feed were inserted before them,
    // `]` would end the class, and `-` could form a range with the line feed.
    if has("]") || has("-") { return nil }
    var hasLineFeed = false
    while !consume("]") {
      guard let member = member() else { return nil }
      hasLineFeed = endsInLineFeed(member) ?? true || hasLineFeed
    }
    if isNegated {
      return PatternToken(kind: .item, text: #"[^\n"# + text(from: start).dropFirst(2))
    }
    return hasLineFeed ? nil : token(.item, from: start)
  }

  /// Reads the end of a range, if one begins here; returns whether the member or range contains a
  /// line feed, or nil if that is not certain.
  private mutating func endsInLineFeed(_ first: Member) -> Bool? {
    switch first {
    case .set(let hasLineFeed):
      // PCRE2 interprets a range after a set in several ways.
      return has("-") ? nil : hasLineFeed
    case .character(let low):
      guard consume("-") else { return false }
      if has("]") { return false }
      guard case .character(let high) = member() else { return nil }
      return low < "\n" && high > "\n"
    }
  }

  private mutating func member() -> Member? {
    guard at < scalars.count, !has("\n") else { return nil }
    let scalar = scalars[at]
    at += 1
    if scalar == "\\" { return escapedMember() }
    guard scalar == "[" else { return .character(scalar) }
    if has(".") || has("=") { return nil }
    return consume(":") ? namedSet() : .character("[")
  }

  private mutating func escapedMember() -> Member? {
    if let scalar = escapedCharacter() { return .character(scalar) }
    guard at < scalars.count else { return nil }
    at += 1
    switch scalars[at - 1] {
    case "b": return .character("\u{8}")
    case "d", "w", "S", "h", "V": return .set(hasLineFeed: false)
    case "s", "v", "D", "W", "H": return .set(hasLineFeed: true)
    default: return nil
    }
  }

  private mutating func namedSet() -> Member? {
    let name = String(String.UnicodeScalarView(consumePrefix { ("a"..."z").contains($0) }))
    guard Self.namedSets.contains(name), consume(":"), consume("]") else { return nil }
    return .set(hasLineFeed: false)
  }
}

extension PatternLexer {
  /// Reads an escape after its backslash.
  mutating func escape() -> PatternToken? {
    let start = at - 1
    if let scalar = escapedCharacter() { return token(.literal(scalar), from: start) }
    guard at < scalars.count else { return nil }
    at += 1
    switch scalars[at - 1] {
    case "d", "w", "S", "h", "V": return token(.item, from: start)
    case "N": return has("{") ? nil : token(.item, from: start)
    case "s": return PatternToken(kind: .item, text: #"[^\S\n]"#)
    case "v": return PatternToken(kind: .item, text: #"[^\V\n]"#)
    case "D": return PatternToken(kind: .item, text: #"[^\d\n]"#)
    case "W": return PatternToken(kind: .item, text: #"[^\w\n]"#)
    case "H": return PatternToken(kind: .item, text: #"[^\h\n]"#)
    case "b", "B": return token(.assertion, from: start)
    case "A": return PatternToken(kind: .assertion, text: "^")
    case "z", "Z": return PatternToken(kind: .assertion, text: "$")
    case "1"..."9": return reference(from: start)
    default: return nil
    }
  }

  /// Reads a reference to a group; returns nil for two digits, which may also be a character.
  private func reference(from start: Int) -> PatternToken? {
    if at < scalars.count, ("0"..."9").contains(scalars[at]) { return nil }
    return token(.item, from: start)
  }

  /// Reads an escape for one character, inside or outside of brackets; returns nil, and reads
  /// nothing, for any other escape and for a line feed.
  mutating func escapedCharacter() -> Unicode.Scalar? {
    guard at < scalars.count else { return nil }
    let scalar = scalars[at]
    let start = at
    at += 1
    switch scalar {
    case "a": return "\u{7}"
    case "e": return "\u{1B}"
    case "f": return "\u{C}"
    case "r": return "\r"
    case "t": return "\t"
    case "x": if let number = hexadecimal(), number != "\n" { return number }
    default: if PatternToken.isSpecial(scalar), scalar != "\n" { return scalar }
    }
    at = start
    return nil
  }

  /// Reads the digits after `\x`: two, or any number of them in braces.
  private mutating func hexadecimal() -> Unicode.Scalar? {
    let isBraced = consume("{")
    let start = at
    _ = consumePrefix(while: \.properties.isASCIIHexDigit)
    if !isBraced { at = min(at, start + 2) }
    let digits = String(String.UnicodeScalarView(scalars[start..<at]))
    if isBraced ? !consume("}") : digits.utf8.count < 2 { return nil }
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
  }
}
