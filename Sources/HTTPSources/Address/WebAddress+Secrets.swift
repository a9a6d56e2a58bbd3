import Answers
import Paging

/// Addresses without their secrets, for display.
extension WebAddress {
  /// The name and password before the host, percent-encoded; nil if the address has none.
  var login: String? {
    guard let authority, let at = authority.lastIndex(of: "@") else { return nil }
    return String(authority[..<at])
  }

  /// The address without a name and password.
  var withoutLogin: WebAddress {
    guard let authority, let at = authority.lastIndex(of: "@") else { return self }
    var address = self
    address.authority = authority[authority.index(after: at)...]
    return address
  }

  /// The host and port, without a name and password.
  var hostAndPort: String { withoutLogin.authority.map(String.init) ?? "" }

  /// The address in a form that may be displayed: without a name, a password, or secret values in
  /// the query.
  var shown: String {
    var address = withoutLogin
    address.query = query.map { query in
      Substring(
        query.split(separator: "&", omittingEmptySubsequences: false).map(Self.shown).joined(
          separator: "&"))
    }
    address.fragment = nil
    return address.description
  }

  /// A parameter of the query, without its value if its name suggests a secret.
  static func shown(parameter: Substring) -> String {
    let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, SecretNames.contains(PercentEncoding.decoded(parts[0])),
      !isPlaceholder(parts[1])
    else {
      return String(parameter)
    }
    return "\(parts[0])=…"
  }

  /// Whether the text is a placeholder.
  static func isPlaceholder(_ text: some StringProtocol) -> Bool {
    Placeholder.allCases.contains { text == $0.text }
  }
}

/// Names of parameters and header fields whose values are secret.
enum SecretNames {
  /// Words that make a name secret wherever they occur in it.
  private static let words = [
    "token", "secret", "password", "passwd", "apikey", "accesskey", "signature", "credential",
    "authorization", "cookie",
    "session", "privatekey", "subscriptionkey",
  ]
  /// Words that make a name secret only if they are the whole name.
  private static let names: Set<String> = [
    "key", "sig", "auth", "pass", "pwd", "sid", "code", "jwt", "hmac",
  ]
  /// Names of page tokens, which contain one of the words but are not secret.
  private static let pages: Set<String> = [
    "pagetoken", "nexttoken", "nextpagetoken", "continuationtoken", "paginationtoken", "synctoken",
    "tokenparam",
  ]

  /// Whether a value with this name is secret; case, and all characters other than letters and
  /// digits, are ignored.
  static func contains(_ name: some StringProtocol) -> Bool {
    let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    guard !pages.contains(plain) else { return false }
    return names.contains(plain) || words.contains { plain.hasWord($0) }
  }
}

extension String {
  /// Whether the name contains a word.
  fileprivate func hasWord(_ word: String) -> Bool {
    var rest = self[...]
    while rest.count >= word.count {
      if rest.hasPrefix(word) { return true }
      rest.removeFirst()
    }
    return false
  }
}

extension HTTPRequest {
  /// The host and port, for messages.
  var host: String { WebAddress(url)?.hostAndPort ?? shown }
  /// The address without its secrets.
  var shown: String { WebAddress(url)?.shown ?? "the address" }
}

extension HTTPField {
  /// Whether the value is secret, judged by the name of the field.
  public var isSecret: Bool { SecretNames.contains(name) }
}

// The descriptions of these types also hide secrets, because values are printed in messages.

extension HTTPField: CustomStringConvertible {
  /// The field with its value, or `…` for a secret value.
  public var description: String { "\(name): \(isSecret ? "…" : value)" }
}

extension HTTPRequest: CustomStringConvertible {
  /// The method and the address without its secrets.
  public var description: String { "\(method.rawValue) \(shown)" }
}

extension HTTPHead: CustomStringConvertible {
  /// The status, the address without its secrets, and the fields.
  public var description: String {
    "\(status) \(HTTPRequest(url: url).shown)" + fields.map { "\n\($0)" }.joined()
  }
}

extension RequestTemplate: CustomStringConvertible {
  /// The address without its secrets.
  public var description: String { shownAddress }
}

extension WebOrigin {
  /// Whether libcurl would accept the port and the characters of the host, so that a wrong address
  /// is reported before a request.
  var isValid: Bool {
    guard port.isEmpty || port.first != "+" && UInt16(port) != nil else { return false }
    guard !host.hasPrefix("[") else {
      return host.hasSuffix("]") && host.count(where: { "[]".contains($0) }) == 2
    }
    return PercentEncoding.decoded(host).utf8.allSatisfy {
      $0 > 0x20 && $0 != 0x7F && !Self.wrongInHosts.contains($0)
    }
  }

  private static let wrongInHosts = Array("/:#?!@{}[]\\$'\"^`*<>=;,".utf8)
}
