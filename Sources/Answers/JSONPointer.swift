public import Records

/// The way to a value within a document of JSON: `/data/items`, or nothing for all of it (RFC 6901).
///
/// Beyond the RFC, a negative index counts from the end of an array: `/hits/-1/sort` is in the last hit.
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
  /// The pointer as it is written.
  public let description: String
  /// The names on the way, without escapes.
  package let tokens: [String]

  /// Reads a pointer.
  ///
  /// - Throws: `.invalidPointer` where it does not begin with `/`, or has a `~` without 0 or 1 behind it.
  public init(_ text: String) throws(AnswerError) {
    guard text.isEmpty || text.hasPrefix("/") else { throw .invalidPointer(text) }
    var tokens: [String] = []
    for token in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      guard let token = Self.unescaped(token) else { throw .invalidPointer(text) }
      tokens.append(token)
    }
    (description, self.tokens) = (text, tokens)
  }

  /// The value that it leads to; nil where there is none.
  ///
  /// Of several members with the same name the last counts. Cost: the bytes of the values on the way.
  public func value(in root: Value) -> Value? {
    var value = root
    for token in tokens {
      guard let next = value.child(token) else { return nil }
      value = next
    }
    return value
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
  /// A member by its name, or an element by its index without leading zeros (RFC 6901, 4).
  fileprivate func child(_ token: String) -> Value? {
    if kind == .object { return record?.last { $0.name == token }?.value }
    guard kind == .array, let index = Int(token), "\(index)" == token, let elements else {
      return nil
    }
    let place = index < 0 ? elements.count + index : index
    return elements.indices.contains(place) ? elements[place] : nil
  }
}
