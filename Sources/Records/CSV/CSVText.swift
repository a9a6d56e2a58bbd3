import Bytes

/// Text in CSV's notation.
enum CSVText {
  /// What a field says that begins with a quote which is closed.
  ///
  /// Two quotes within it are one. What follows the closing quote belongs to the field as it is.
  static func unquoted(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(raw.count)
    var rest = raw.dropFirst()
    while let quote = rest.firstIndex(of: .quote) {
      text += rest[..<quote]
      rest = rest[(quote + 1)...]
      guard rest.first == .quote else { break }
      text.append(.quote)
      rest = rest.dropFirst()
    }
    return text + rest
  }
}
