/// A lexer that divides an expression into its parts, and fails if any part is not understood with
/// certainty.
///
/// The parts can be joined into an expression that finds the same matches in a block of lines as
/// the original one finds in each line alone. Proof: no part matches a line feed; therefore every
/// part fails at a line feed as it does at the end of a text, in both directions, and no match
/// contains a line feed. With PCRE2_MULTILINE, `^` and `$` match after and before line feeds as
/// they do at both ends of a text. A line feed is not a word character, so `\b` treats it like an
/// end of text. Matches are tried at each place in order, so the first match is the first one in
/// its line.
struct PatternLexer {
  let scalars: [Unicode.Scalar]
  var at = 0

  /// Returns the parts of an expression that PCRE2 accepts; nil if one of them is not understood.
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

  /// Returns the part between `start` and the current place, with its text unchanged.
  func token(_ kind: PatternToken.Kind, from start: Int) -> PatternToken {
    PatternToken(kind: kind, text: text(from: start))
  }

  func text(from start: Int) -> String {
    String(String.UnicodeScalarView(scalars[start..<at]))
  }

  func has(_ scalar: Unicode.Scalar) -> Bool { at < scalars.count && scalars[at] == scalar }

  mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard has(scalar) else { return false }
    at += 1
    return true
  }

  mutating func consumePrefix(while condition: (Unicode.Scalar) -> Bool) -> ArraySlice<
    Unicode.Scalar
  > {
    let start = at
    while at < scalars.count, condition(scalars[at]) { at += 1 }
    return scalars[start..<at]
  }
}

extension PatternLexer {
  /// Reads the start of a group, an atomic group or a lookaround, or a case setting, after the
  /// opening parenthesis.
  ///
  /// Verbs, calls, conditions, comments and other settings are not understood.
  mutating func groupStart() -> PatternToken? {
    let start = at - 1
    if has("*") { return nil }
    guard consume("?") else { return token(.groupStart(isLookaround: false), from: start) }
    if consume(":") || consume(">") || consume("|") {
      return token(.groupStart(isLookaround: false), from: start)
    }
    if consume("=") || consume("!") { return token(.groupStart(isLookaround: true), from: start) }
    if consume("<") {
      if consume("=") || consume("!") { return token(.groupStart(isLookaround: true), from: start) }
      return name(to: ">", from: start)
    }
    if consume("'") { return name(to: "'", from: start) }
    if consume("P") { return consume("<") ? name(to: ">", from: start) : nil }
    return caseSetting(from: start)
  }

  private mutating func name(to end: Unicode.Scalar, from start: Int) -> PatternToken? {
    _ = consumePrefix { $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    return consume(end) ? token(.groupStart(isLookaround: false), from: start) : nil
  }

  /// Reads a case setting for the rest of the group; a group with its own setting, as in `(?i:…)`,
  /// is not understood.
  private mutating func caseSetting(from start: Int) -> PatternToken? {
    _ = consume("-")
    return consume("i") && consume(")") ? token(.caseSetting, from: start) : nil
  }

  /// Reads the rest of a quantifier: the sign that makes it lazy or possessive, if one follows.
  mutating func quantifier(from start: Int, canBeZero: Bool) -> PatternToken {
    if !consume("?") { _ = consume("+") }
    return token(.quantifier(canBeZero: canBeZero), from: start)
  }

  /// Reads a count, or a brace that stands for itself; forms that different versions of PCRE2
  /// interpret differently are not understood.
  mutating func brace() -> PatternToken? {
    let start = at - 1
    if !has(","), !has(" "), !has("\t"), !has("}"), number().isEmpty {
      return token(.literal("{"), from: start)
    }
    let least = scalars[start + 1..<at]
    if least.isEmpty { return nil }
    if consume(",") { _ = number() }
    return consume("}")
      ? quantifier(from: start, canBeZero: least.allSatisfy { $0 == "0" }) : nil
  }

  private mutating func number() -> ArraySlice<Unicode.Scalar> {
    consumePrefix { ("0"..."9").contains($0) }
  }
}

/// A part of an expression that is understood with certainty.
struct PatternToken: Equatable {
  enum Kind: Equatable {
    /// A character that stands for itself.
    case literal(Unicode.Scalar)
    /// A class or a reference, which stands for other characters.
    case item
    /// An assertion about a place, such as `^` or `\b`.
    case assertion
    /// The number of repetitions of the part before it.
    case quantifier(canBeZero: Bool)
    case groupStart(isLookaround: Bool)
    case groupEnd
    case alternative
    /// A setting of case sensitivity.
    case caseSetting

    /// The change that the part makes to the nesting depth of groups.
    var depth: Int {
      switch self {
      case .groupStart: 1
      case .groupEnd: -1
      default: 0
      }
    }
  }

  let kind: Kind
  /// The source of the part, rewritten so that it never matches a line feed, and so that an
  /// assertion about the start or end of the searched text applies to each line.
  let text: String

  /// Returns the parts of a literal string; nil if it has a line feed, which no line contains.
  static func literals(_ scalars: [Unicode.Scalar]) -> [PatternToken]? {
    scalars.contains("\n")
      ? nil : scalars.map { PatternToken(kind: .literal($0), text: quoted([$0])) }
  }

  /// Returns the expression that matches a literal string.
  static func quoted(_ scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    for scalar in scalars {
      if isSpecial(scalar) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }

  /// Whether a character is ASCII and neither a letter nor a digit, so that a backslash quotes it.
  static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
  }
}
