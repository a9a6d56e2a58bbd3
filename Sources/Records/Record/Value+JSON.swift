/// A value as JSON.
extension Value {
  /// Adds the value to a line of JSON.
  ///
  /// Of JSON, the blanks outside of strings are left out, and all else is as it was written, byte for byte. A value of
  /// CSV is a string, in which what is not UTF-8 becomes U+FFFD. Cost: the bytes of the value.
  public func appendJSON(to line: inout [UInt8]) {
    switch (kind, notation) {
    case (.object, _), (.array, _):
      raw.withUnsafeBytes { JSONText.appendWithoutBlanks($0, to: &line) }
    // What JSON has between quotes without an escape is the same again.
    case (.string, .plain), (.string, .quoted), (.string, .csvQuotes):
      JSONText.append(utf8, to: &line)
    case (.string, .jsonEscapes), (.null, _), (.bool, _), (.number, _): line += raw
    }
  }
}
