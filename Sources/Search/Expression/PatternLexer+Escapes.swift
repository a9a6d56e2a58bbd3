extension PatternLexer {
  /// After a backslash.
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

  /// What a group has matched; two digits may be that or a character.
  private func reference(from start: Int) -> PatternToken? {
    if at < scalars.count, ("0"..."9").contains(scalars[at]) { return nil }
    return token(.item, from: start)
  }

  /// The character that an escape stands for, within brackets as without; nil, and nothing taken, for all others and
  /// for a line feed.
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

  /// After `\x`: two digits, or any number of them in braces.
  private mutating func hexadecimal() -> Unicode.Scalar? {
    let isBraced = take("{")
    let start = at
    _ = take(while: \.properties.isASCIIHexDigit)
    if !isBraced { at = min(at, start + 2) }
    let digits = String(String.UnicodeScalarView(scalars[start..<at]))
    if isBraced ? !take("}") : digits.utf8.count < 2 { return nil }
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
  }
}
