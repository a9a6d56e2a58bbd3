/// What is known of the quote that closes a field.
enum CSVClosing: Equatable {
  /// It is at an offset.
  case at(Int, hasDoubledQuotes: Bool)
  /// There is none within the dialect's limit, so that the opening one is ordinary text.
  case none
  /// The bytes do not tell.
  case needsMoreBytes
}
