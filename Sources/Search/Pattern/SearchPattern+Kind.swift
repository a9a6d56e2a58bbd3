extension SearchPattern {
  /// How a pattern is read.
  public enum Kind: Sendable {
    /// A regular expression, as PCRE2 has them.
    case expression
    /// Characters that stand for themselves.
    case literal
  }
}
