package import Search

/// Whether capitals and small letters are the same to a search.
package enum SearchCase: Sendable {
  /// They differ.
  case matters
  /// They are the same where the pattern has no capitals.
  case smart
  /// They are the same.
  case ignored

  /// Whether a text that is no expression is to be found in whatever case it stands.
  package func ignoresCase(literal text: String) -> Bool { rule.ignoresCase(literal: text) }

  package var rule: SearchPattern.CaseRule {
    switch self {
    case .matters: .sensitive
    case .smart: .smart
    case .ignored: .ignored
    }
  }
}
