/// A control sequence in a text that is understood: it changes looks, or nothing at all.
///
/// Everything else that begins with an escape stays text, and is shown.
enum TextSequence: Equatable {
  /// SGR, by its parameters.
  case rendition(ArraySlice<UInt8>)
  /// One that does nothing to a line that is shown here: `ESC [ K`, with which grep erases what stands
  /// behind a colour, and `ESC ( B`, with which tput ends one.
  case nothing

  /// Bytes that a sequence may have.
  private static let most = 256

  /// Reads the sequence at the start of some bytes, an escape first.
  ///
  /// - Returns: nil where it is none that is understood, or is not there to its end.
  static func read(_ bytes: ArraySlice<UInt8>) -> (sequence: TextSequence, end: Int)? {
    let rest = bytes.dropFirst()
    if rest.starts(with: "(B".utf8) { return (.nothing, rest.startIndex + 2) }
    guard rest.first == UInt8(ascii: "[") else { return nil }
    let body = rest.dropFirst().prefix(most).prefix { (0x30...0x3B).contains($0) }
    guard body.endIndex < bytes.endIndex else { return nil }
    switch bytes[body.endIndex] {
    case UInt8(ascii: "m"): return (.rendition(body), body.endIndex + 1)
    case UInt8(ascii: "K"): return (.nothing, body.endIndex + 1)
    default: return nil
    }
  }

  /// Whether some bytes may be the first of a sequence that is understood.
  static func isBegun(_ bytes: ArraySlice<UInt8>) -> Bool {
    let rest = bytes.dropFirst()
    if rest.isEmpty || rest.elementsEqual("(".utf8) { return true }
    return rest.first == UInt8(ascii: "[") && rest.count <= most
      && rest.dropFirst().allSatisfy { (0x30...0x3B).contains($0) }
  }
}
