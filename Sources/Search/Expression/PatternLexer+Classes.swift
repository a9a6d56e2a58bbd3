extension PatternLexer {
  /// What one part of a class stands for, as far as line feeds are concerned.
  private enum Member {
    case character(Unicode.Scalar)
    case set(hasLineFeed: Bool)
  }

  /// The sets with names that have no line feed.
  private static let namedSets: Set<String> = [
    "alpha", "alnum", "digit", "lower", "upper", "punct", "xdigit", "word", "blank", "graph",
  ]

  /// After an opening bracket.
  ///
  /// One that leaves characters out leaves the line feed out as well.
  mutating func characterClass() -> PatternToken? {
    let start = at - 1
    let isNegated = take("^")
    // These stand for themselves here, or for a range with what would be put before them.
    if has("]") || has("-") { return nil }
    var hasLineFeed = false
    while !take("]") {
      guard let member = member() else { return nil }
      hasLineFeed = endsInLineFeed(member) ?? true || hasLineFeed
    }
    if isNegated {
      return PatternToken(kind: .item, text: #"[^\n"# + text(from: start).dropFirst(2))
    }
    return hasLineFeed ? nil : token(.item, from: start)
  }

  /// Takes the end of a range where one begins, and says whether there is a line feed in all of it; nil where that
  /// is not certain.
  private mutating func endsInLineFeed(_ first: Member) -> Bool? {
    switch first {
    case .set(let hasLineFeed):
      // PCRE2 reads a range after a set in several ways.
      return has("-") ? nil : hasLineFeed
    case .character(let low):
      guard take("-") else { return false }
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
    return take(":") ? namedSet() : .character("[")
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
    let name = String(String.UnicodeScalarView(take { ("a"..."z").contains($0) }))
    guard Self.namedSets.contains(name), take(":"), take("]") else { return nil }
    return .set(hasLineFeed: false)
  }
}
