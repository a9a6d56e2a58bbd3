import Bytes

/// Recognition of a JSON document that is not a list of records: an object, an array of other
/// values, or several values.
public enum DocumentRecognition {
  /// Whether a text that is not recognized as a list of records is a JSON document, as far as its
  /// first bytes show.
  ///
  /// The text must consist of objects and arrays. If even the first of these values is incomplete
  /// or invalid, that value must begin with a name or an element, as in JSON. Cost: proportional to
  /// the number of bytes.
  ///
  /// - Parameters:
  ///   - bytes: the available bytes.
  ///   - isComplete: whether the text ends with the bytes.
  public static func isDocument(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) -> Bool {
    var offset = bytes.byteOrderMarkLength
    var count = 0
    while let start = bytes.indices.dropFirst(offset).first(where: { !bytes[$0].isJSONBlank }) {
      guard bytes[start] == .openBrace || bytes[start] == .openBracket else { return false }
      do throws(JSONError) {
        guard
          let end = try JSONReader().end(ofValueAt: start, in: bytes, isComplete: false)
        else { return count > 0 || looksLikeOne(bytes, from: start, isComplete: isComplete) }
        // While the text is arriving, a value on one line may be the first of many records.
        if !isComplete, count == 0, isLine(bytes, start..<end) { return false }
        (offset, count) = (end, count + 1)
      } catch {
        // Text that begins like a document is a document, even if it has an error.
        return count > 0 || looksLikeOne(bytes, from: start, isComplete: isComplete)
      }
    }
    return count > 0
  }

  private static func isLine(_ bytes: UnsafeRawBufferPointer, _ value: Range<Int>) -> Bool {
    bytes.firstIndex(of: .lineFeed, in: value) == nil
  }

  /// Whether the beginning of an incomplete or invalid value can only be JSON.
  private static func looksLikeOne(
    _ bytes: UnsafeRawBufferPointer, from start: Int, isComplete: Bool
  ) -> Bool {
    let rest = bytes.indices.dropFirst(start + 1)
    guard let first = rest.first(where: { !bytes[$0].isJSONBlank }) else { return false }
    if bytes[start] == .openBracket {
      guard [.openBracket, .openBrace, .quote].contains(bytes[first]) || bytes[first].isDigit
      else { return false }
      let element = try? JSONReader().end(ofValueAt: first, in: bytes, isComplete: false)
      guard let element else { return bytes[first] != .quote && !bytes[first].isDigit }
      let next = bytes.indices.dropFirst(element).first { !bytes[$0].isJSONBlank }
      return next.map { bytes[$0] == .comma || bytes[$0] == .closeBracket } ?? !isComplete
    }
    guard bytes[first] == .quote,
      let name = bytes.firstIndex(of: .quote, in: first + 1..<bytes.count),
      let colon = bytes.indices.dropFirst(name + 1).first(where: { !bytes[$0].isJSONBlank })
    else { return false }
    return bytes[colon] == .colon
  }
}
