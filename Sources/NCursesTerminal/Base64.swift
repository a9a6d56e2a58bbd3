/// Bytes as text of 64 letters (RFC 4648, 4).
nonisolated enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Four letters for each three bytes, filled up with `=`.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        let isFilling = place > group.count
        text.append(isFilling ? UInt8(ascii: "=") : letters[bits >> (18 - 6 * place) & 63])
      }
    }
    return text
  }
}
