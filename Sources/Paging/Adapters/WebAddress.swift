/// An address split into its five parts (RFC 3986, section 3), as needed to follow links.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  package var scheme: Substring?
  package var authority: Substring?
  package var path: Substring
  package var query: Substring?
  package var fragment: Substring?

  /// Splits an address or a relative reference (RFC 3986, appendix B).
  ///
  /// Characters outside ASCII are percent-encoded (RFC 3987, section 3.1). The result is nil if the
  /// text contains ASCII characters that programs interpret differently: spaces, control
  /// characters, or backslashes, which some programs read as slashes, so that they would find a
  /// different host.
  package init?(_ text: String) {
    let isPlain = text.unicodeScalars.allSatisfy { $0 > " " && $0 != "\\" && $0 != "\u{7F}" }
    guard isPlain else { return nil }
    var rest = Substring(Self.encoded(text))
    fragment = Self.cut(&rest, at: UInt8(ascii: "#"))
    query = Self.cut(&rest, at: UInt8(ascii: "?"))
    if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
      scheme = rest[..<colon]
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      let host = rest.dropFirst(2)
      let end = host.utf8.firstIndex(of: UInt8(ascii: "/")) ?? host.endIndex
      authority = host[..<end]
      rest = host[end...]
    }
    path = rest
  }

  /// The address as a string.
  package var description: String {
    let parts = [
      scheme.map { "\($0):" }, authority.map { "//\($0)" }, String(path), query.map { "?\($0)" },
      fragment.map { "#\($0)" },
    ]
    return parts.compactMap { $0 }.joined()
  }

  private static func encoded(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    return text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.isASCII ? String(scalar) : "%" + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// Removes everything from the first occurrence of an ASCII character on, and returns the text
  /// after that character; nil if the character does not occur.
  ///
  /// Bytes are compared, because comparing characters takes much longer, and each request
  /// splits several addresses.
  private static func cut(_ text: inout Substring, at mark: UInt8) -> Substring? {
    guard let index = text.utf8.firstIndex(of: mark) else { return nil }
    let tail = text[text.utf8.index(after: index)...]
    text = text[..<index]
    return tail
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}

/// Resolution of references (RFC 3986, section 5.2).
extension WebAddress {
  /// Returns the absolute address of a reference that is relative to this address; an invalid
  /// reference is returned unchanged and refused later.
  package func resolving(_ reference: String) -> String {
    guard var target = WebAddress(reference) else { return reference }
    guard target.scheme == nil else { return target.description }
    target.scheme = scheme
    guard target.authority == nil else { return target.description }
    target.authority = authority
    if target.path.isEmpty {
      target.path = path
      target.query = target.query ?? query
    } else {
      target.path = Self.withoutDots(target.path.hasPrefix("/") ? target.path : beside(target.path))
    }
    return target.description
  }

  /// Returns this path with its last segment replaced by a relative path.
  private func beside(_ relative: Substring) -> Substring {
    guard let slash = path.lastIndex(of: "/") else {
      return authority == nil ? relative : "/" + relative
    }
    return path[...slash] + relative
  }

  /// Returns the path without the segments `.` and `..`; a `..` at the root has no effect.
  private static func withoutDots(_ path: Substring) -> Substring {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    var kept: [Substring] = []
    for segment in segments {
      switch segment {
      case ".": break
      case "..": if kept.count > 1 { kept.removeLast() }
      default: kept.append(segment)
      }
    }
    // A path whose last segment is a dot segment names a folder.
    if let last = segments.last, last == "." || last == ".." { kept.append("") }
    return Substring(kept.joined(separator: "/"))
  }
}

/// The scheme, host, port and user of an address: two addresses with the same origin belong to the
/// same service.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  package let scheme: String
  private let user: String
  package let host: String
  /// The port; empty if it is the default of the scheme.
  package let port: String

  /// The origin as a string, without a user name and password.
  package var description: String { "\(scheme)://\(host)" + (port.isEmpty ? "" : ":\(port)") }

  /// Creates the origin of an address; a user name and password before the host belong to the
  /// origin, because they are credentials.
  fileprivate init(scheme: Substring, authority: Substring) {
    self.scheme = scheme.lowercased()
    let at = authority.lastIndex(of: "@")
    user = at.map { String(authority[..<$0]) } ?? ""
    let hostAndPort = authority[(at.map { authority.index(after: $0) } ?? authority.startIndex)...]
    // Colons within brackets belong to an IPv6 address.
    let bracket = hostAndPort.lastIndex(of: "]") ?? hostAndPort.startIndex
    let colon = hostAndPort[bracket...].lastIndex(of: ":") ?? hostAndPort.endIndex
    host = hostAndPort[..<colon].lowercased()
    let port = String(hostAndPort[colon...].dropFirst())
    let usual = ["http": "80", "https": "443"]
    self.port = usual[self.scheme] == port ? "" : port
  }
}

extension WebAddress {
  /// The origin; nil for an address without a scheme or a host.
  package var origin: WebOrigin? {
    guard let scheme, let authority, !authority.isEmpty else { return nil }
    return WebOrigin(scheme: scheme, authority: authority)
  }
}
