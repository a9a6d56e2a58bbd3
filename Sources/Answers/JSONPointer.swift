public import Records

/// The path to a value in a JSON document, such as `/data/items`; empty for the whole document (RFC
/// 6901).
///
/// In addition to the RFC, a negative index counts from the end of an array: `/hits/-1/sort` is in
/// the last hit.
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
  /// The pointer as a string.
  public let description: String
  /// The names and indices, unescaped.
  package let tokens: [String]

  /// Parses a pointer.
  ///
  /// - Throws: `.invalidPointer` if the text is not empty and does not begin with `/`, or if it has
  ///   a `~` that is not followed by 0 or 1.
  public init(_ text: String) throws(AnswerError) {
    guard text.isEmpty || text.hasPrefix("/") else { throw .invalidPointer(text) }
    var tokens: [String] = []
    for token in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      guard let token = Self.unescaped(token) else { throw .invalidPointer(text) }
      tokens.append(token)
    }
    (description, self.tokens) = (text, tokens)
  }

  /// The value at this path; nil if the document has none.
  ///
  /// If an object has several members with the same name, the last one is used. Cost: one pass over
  /// the bytes of the values on the path.
  public func value(in root: Value) -> Value? {
    var value = root
    for token in tokens {
      guard let next = value.child(token) else { return nil }
      value = next
    }
    return value
  }

  /// The last name of the text of a pointer, unescaped; nil for the pointer to the whole document.
  static func lastName(of text: String) -> String? {
    text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().last
      .flatMap(unescaped)
  }

  private static func unescaped(_ token: Substring) -> String? {
    guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
    var (bytes, isEscaped): ([UInt8], Bool) = ([], false)
    for byte in token.utf8 {
      switch (isEscaped, byte) {
      case (true, UInt8(ascii: "0")): bytes.append(UInt8(ascii: "~"))
      case (true, UInt8(ascii: "1")): bytes.append(UInt8(ascii: "/"))
      case (true, _): return nil
      case (false, UInt8(ascii: "~")): break
      case (false, _): bytes.append(byte)
      }
      isEscaped = !isEscaped && byte == UInt8(ascii: "~")
    }
    return isEscaped ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

extension Value {
  /// The member with the given name, or the element with the given index, which is written without
  /// leading zeros (RFC 6901, section 4).
  fileprivate func child(_ token: String) -> Value? {
    if kind == .object { return record?.last { $0.name == token }?.value }
    guard kind == .array, let index = Int(token), "\(index)" == token, let elements else {
      return nil
    }
    let place = index < 0 ? elements.count + index : index
    return elements.indices.contains(place) ? elements[place] : nil
  }
}
