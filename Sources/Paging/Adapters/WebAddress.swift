/// An address in its five parts (RFC 3986, section 3), as far as following links needs it.
struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  var scheme: Substring?
  var authority: Substring?
  var path: Substring
  var query: Substring?
  var fragment: Substring?

  /// Splits an address, or a relative reference (RFC 3986, appendix B).
  ///
  /// What is not ASCII is percent-encoded (RFC 3987, section 3.1). Nil for what programs read
  /// differently: spaces, control characters, and backslashes, which some take for slashes, so that
  /// they see another host.
  init?(_ text: String) {
    let isPlain = text.unicodeScalars.allSatisfy { $0 > " " && $0 != "\\" && $0 != "\u{7F}" }
    guard isPlain else { return nil }
    var rest = Substring(Self.encoded(text))
    fragment = Self.cut(&rest, at: "#")
    query = Self.cut(&rest, at: "?")
    if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
      scheme = rest[..<colon]
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      let host = rest.dropFirst(2)
      let end = host.firstIndex(of: "/") ?? host.endIndex
      authority = host[..<end]
      rest = host[end...]
    }
    path = rest
  }

  /// The address as text.
  var description: String {
    let parts = [
      scheme.map { "\($0):" }, authority.map { "//\($0)" }, String(path), query.map { "?\($0)" },
      fragment.map { "#\($0)" },
    ]
    return parts.compactMap { $0 }.joined()
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.isASCII ? String(scalar) : "%" + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// Takes what follows the first of a character off the end.
  private static func cut(_ text: inout Substring, at mark: Character) -> Substring? {
    guard let index = text.firstIndex(of: mark) else { return nil }
    let tail = text[text.index(after: index)...]
    text = text[..<index]
    return tail
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}
