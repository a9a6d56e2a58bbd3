/// Encodes values as words, which a later run of the program uses to find a position again.
extension SQLValue {
  /// The value as a word without spaces or commas: `n` for NULL, `i42` for an integer, and
  /// hexadecimal digits after `r` for the bits of a real, `t` for the bytes of a text and `b` for
  /// the bytes of a blob.
  package var word: String {
    switch self {
    case .null: "n"
    case .integer(let number): "i\(number)"
    case .real(let number): "r\(String(number.bitPattern, radix: 16))"
    case .text(let bytes): "t\(Self.digits(of: bytes))"
    case .blob(let bytes): "b\(Self.digits(of: bytes))"
    }
  }

  /// Decodes a value from its word; returns nil if the word is invalid.
  package init?(word: some StringProtocol) {
    let rest = word.dropFirst()
    switch word.first {
    case "n" where rest.isEmpty: self = .null
    case "i":
      guard let number = Int64(rest) else { return nil }
      self = .integer(number)
    case "r":
      guard let bits = UInt64(rest, radix: 16) else { return nil }
      self = .real(Double(bitPattern: bits))
    case "t":
      guard let bytes = Self.bytes(of: rest) else { return nil }
      self = .text(bytes)
    case "b":
      guard let bytes = Self.bytes(of: rest) else { return nil }
      self = .blob(bytes)
    default: return nil
    }
  }

  private static func digits(of bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(of digits: some StringProtocol) -> [UInt8]? {
    let digits = Array(digits.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index...(index + 1)], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

extension [SQLValue] {
  /// The values as words, separated by commas.
  package var word: String { map(\.word).joined(separator: ",") }

  /// Decodes values from their words; returns nil if a word is invalid.
  package init?(word: String) {
    let parts = word.split(separator: ",", omittingEmptySubsequences: false)
    let values = parts.compactMap { SQLValue(word: $0) }
    guard values.count == parts.count else { return nil }
    self = values
  }
}
