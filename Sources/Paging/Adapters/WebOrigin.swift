/// Who answers at an address: two addresses of one origin are of one service.
struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  private let scheme: String
  private let user: String
  private let host: String
  private let port: String

  /// The origin as text, without a name and password.
  var description: String { "\(scheme)://\(host)" + (port.isEmpty ? "" : ":\(port)") }

  /// A name and password in front of the host count too: they are credentials as well.
  fileprivate init(scheme: Substring, authority: Substring) {
    self.scheme = scheme.lowercased()
    let at = authority.lastIndex(of: "@")
    user = at.map { String(authority[..<$0]) } ?? ""
    let place = authority[(at.map { authority.index(after: $0) } ?? authority.startIndex)...]
    // The colons within brackets are those of an IPv6 address.
    let bracket = place.lastIndex(of: "]") ?? place.startIndex
    let colon = place[bracket...].lastIndex(of: ":") ?? place.endIndex
    host = place[..<colon].lowercased()
    let port = String(place[colon...].dropFirst())
    let usual = ["http": "80", "https": "443"]
    self.port = usual[self.scheme] == port ? "" : port
  }
}

extension WebAddress {
  /// Who answers here; nil for an address without a scheme or a host.
  var origin: WebOrigin? {
    guard let scheme, let authority, !authority.isEmpty else { return nil }
    return WebOrigin(scheme: scheme, authority: authority)
  }
}
