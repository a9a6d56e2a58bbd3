/// Divides an expression into its parts, and gives up on all that is not certain.
///
/// What it returns can be put together to an expression that finds in many lines what the original one finds in each
/// of them. Proof: no part of it stands for a line feed, so at one every part fails just as it does at the end of a
/// text, looking forwards and back, and no match has one. The places are those of a line with PCRE2_MULTILINE, where
/// `^` and `$` stand before and after line feeds as they do at both ends of a text; and a line feed is no part of a
/// word, so `\b` sees none in it either. A match is looked for from each place in order, so the first of them
/// is the first of its line.
struct PatternLexer {
  let scalars: [Unicode.Scalar]
  var at = 0

  /// The parts of an expression that PCRE2 takes; nil where one is not understood.
  static func tokens(of scalars: [Unicode.Scalar]) -> [PatternToken]? {
    var lexer = PatternLexer(scalars: scalars)
    var tokens: [PatternToken] = []
    var depth = 0
    while lexer.at < scalars.count {
      guard let token = lexer.next() else { return nil }
      depth += token.kind.depth
      if depth > CompiledCode.deepestGroup { return nil }
      if case .quantifier = token.kind, case .quantifier = tokens.last?.kind { return nil }
      tokens.append(token)
    }
    return tokens
  }

  private mutating func next() -> PatternToken? {
    let start = at
    let scalar = scalars[at]
    at += 1
    switch scalar {
    case "\n": return nil
    case "\\": return escape()
    case "[": return characterClass()
    case "(": return groupStart()
    case "*", "+": return quantifier(from: start, canBeZero: scalar == "*")
    case "?": return quantifier(from: start, canBeZero: true)
    case "{": return brace()
    case ")": return token(.groupEnd, from: start)
    case "|": return token(.alternative, from: start)
    case ".": return token(.item, from: start)
    case "^", "$": return token(.assertion, from: start)
    default: return token(.literal(scalar), from: start)
    }
  }

  /// A part that can stay as it is.
  func token(_ kind: PatternToken.Kind, from start: Int) -> PatternToken {
    PatternToken(kind: kind, text: text(from: start))
  }

  func text(from start: Int) -> String {
    String(String.UnicodeScalarView(scalars[start..<at]))
  }

  func has(_ scalar: Unicode.Scalar) -> Bool { at < scalars.count && scalars[at] == scalar }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard has(scalar) else { return false }
    at += 1
    return true
  }

  mutating func take(while condition: (Unicode.Scalar) -> Bool) -> ArraySlice<Unicode.Scalar> {
    let start = at
    while at < scalars.count, condition(scalars[at]) { at += 1 }
    return scalars[start..<at]
  }
}
