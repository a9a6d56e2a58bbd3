import Bytes

extension SearchPattern {
  /// Whether upper and lower case differ.
  public enum CaseRule: Sendable {
    /// They differ where the pattern has an upper-case letter; that of `\S`, `\W` and the like is none.
    case smart
    /// They differ.
    case sensitive
    /// They do not.
    case ignored

    /// Whether a text is to be found in whatever case it stands.
    public func ignoresCase(literal text: String) -> Bool {
      ignoresCase(Array(text.unicodeScalars), .literal)
    }

    func ignoresCase(_ scalars: [Unicode.Scalar], _ kind: Kind) -> Bool {
      switch self {
      case .sensitive: false
      case .ignored: true
      case .smart:
        !(kind == .literal ? scalars : PatternWords.words(of: scalars)).contains(
          where: \.properties.isUppercase)
      }
    }
  }
}
