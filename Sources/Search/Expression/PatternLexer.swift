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
  /// After a bracket: groups, atomic groups, lookarounds and the setting of case.
  ///
  /// Verbs, calls, conditions, comments
  /// and other settings are not understood.
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

  /// The setting of case from here on; a group with a setting of its own is not understood.
  private mutating func caseSetting(from start: Int) -> PatternToken? {
    _ = consume("-")
    return consume("i") && consume(")") ? token(.caseSetting, from: start) : nil
  }

  /// What comes after `*`, `+`, `?` or a number of times: a sign that it takes few, or gives none back.
  mutating func quantifier(from start: Int, canBeZero: Bool) -> PatternToken {
    if !consume("?") { _ = consume("+") }
    return token(.quantifier(canBeZero: canBeZero), from: start)
  }

  /// A number of times, or a brace that stands for itself: what is between, PCRE2's versions disagree on.
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

/// One part of an expression that is understood with certainty.
struct PatternToken: Equatable {
  enum Kind: Equatable {
    /// A character that stands for itself.
    case literal(Unicode.Scalar)
    /// What stands for other characters: a class, a reference.
    case item
    /// What stands for a place.
    case assertion
    /// How often the part before it is there.
    case quantifier(canBeZero: Bool)
    case groupStart(isLookaround: Bool)
    case groupEnd
    case alternative
    /// Case counts from here on, or does not.
    case caseSetting

    /// How much deeper in groups it leads.
    var depth: Int {
      switch self {
      case .groupStart: 1
      case .groupEnd: -1
      default: 0
      }
    }
  }

  let kind: Kind
  /// The same, such that it never stands for a line feed, and for the start and end of a line where it stood for
  /// those of all.
  let text: String

  /// The parts of text that is no expression; nil where it has a line feed, which no line has.
  static func literals(_ scalars: [Unicode.Scalar]) -> [PatternToken]? {
    scalars.contains("\n")
      ? nil : scalars.map { PatternToken(kind: .literal($0), text: quoted([$0])) }
  }

  /// An expression for text that is none.
  static func quoted(_ scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    for scalar in scalars {
      if isSpecial(scalar) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }

  /// Whether a character is ASCII and neither a letter nor a digit: with a backslash it stands for itself.
  static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
  }
}
