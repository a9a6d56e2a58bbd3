extension PatternLexer {
  /// After a bracket: groups, atomic groups, lookarounds and the setting of case.
  ///
  /// Verbs, calls, conditions, comments
  /// and other settings are not understood.
  mutating func groupStart() -> PatternToken? {
    let start = at - 1
    if has("*") { return nil }
    guard take("?") else { return token(.groupStart(isLookaround: false), from: start) }
    if take(":") || take(">") || take("|") {
      return token(.groupStart(isLookaround: false), from: start)
    }
    if take("=") || take("!") { return token(.groupStart(isLookaround: true), from: start) }
    if take("<") {
      if take("=") || take("!") { return token(.groupStart(isLookaround: true), from: start) }
      return name(to: ">", from: start)
    }
    if take("'") { return name(to: "'", from: start) }
    if take("P") { return take("<") ? name(to: ">", from: start) : nil }
    return caseSetting(from: start)
  }

  private mutating func name(to end: Unicode.Scalar, from start: Int) -> PatternToken? {
    _ = take { $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    return take(end) ? token(.groupStart(isLookaround: false), from: start) : nil
  }

  /// The setting of case from here on; a group with a setting of its own is not understood.
  private mutating func caseSetting(from start: Int) -> PatternToken? {
    _ = take("-")
    return take("i") && take(")") ? token(.caseSetting, from: start) : nil
  }

  /// What comes after `*`, `+`, `?` or a number of times: a sign that it takes few, or gives none back.
  mutating func quantifier(from start: Int, canBeZero: Bool) -> PatternToken {
    if !take("?") { _ = take("+") }
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
    if take(",") { _ = number() }
    return take("}")
      ? quantifier(from: start, canBeZero: least.allSatisfy { $0 == "0" }) : nil
  }

  private mutating func number() -> ArraySlice<Unicode.Scalar> {
    take { ("0"..."9").contains($0) }
  }
}
