import Bytes

/// A record as a line of JSON.
extension Record {
  /// The record as one line, without a line feed at its end.
  ///
  /// Of JSON, the blanks outside of strings are left out, and all else is as it was written, byte for byte. Of CSV,
  /// all values are strings, and what is not UTF-8 in them becomes U+FFFD. Cost: the bytes of the record.
  public func jsonLine() -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(raw.count + (header == nil ? 0 : 16 * count))
    appendJSON(to: &line)
    return line
  }

  /// Adds the same to a line, for which no memory is needed but the line's.
  public func appendJSON(to line: inout [UInt8]) {
    if header == nil {
      raw.withUnsafeBytes { JSONText.appendWithoutBlanks($0, to: &line) }
    } else {
      appendFields(to: &line)
    }
  }

  private func appendFields(to line: inout [UInt8]) {
    line.append(.openBrace)
    for index in indices {
      if index > 0 { line.append(.comma) }
      JSONText.append(name(at: index).utf8, to: &line)
      line.append(.colon)
      JSONText.append(value(at: index).utf8, to: &line)
    }
    line.append(.closeBrace)
  }
}
