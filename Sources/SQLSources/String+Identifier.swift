extension String {
  /// The name as an identifier in SQL: in quotes, and those in it doubled.
  ///
  /// Ours, because `quotedDatabaseIdentifier` of GRDB 7.10 leaves the quotes in a name as they are.
  var asIdentifier: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
