/// Whether capitals and small letters are the same to a search.
nonisolated package enum SearchCase: Sendable {
  /// They differ.
  case matters
  /// They are the same where the pattern has no capitals.
  case smart
  /// They are the same.
  case ignored
}
