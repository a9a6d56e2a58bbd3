import Answers
import Paging

/// What an address shows, and what it keeps to itself.
extension WebAddress {
  /// The name and the password in front of the host, as they are written; nil where there are none.
  var login: String? {
    guard let authority, let at = authority.lastIndex(of: "@") else { return nil }
    return String(authority[..<at])
  }

  /// The same address without a name and a password.
  var withoutLogin: WebAddress {
    guard let authority, let at = authority.lastIndex(of: "@") else { return self }
    var address = self
    address.authority = authority[authority.index(after: at)...]
    return address
  }

  /// The host with its port, without a name and a password.
  var hostAndPort: String { withoutLogin.authority.map(String.init) ?? "" }

  /// The address as it may be shown: without a name, a password, and values of the query that look secret.
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

  /// A parameter without its value where that looks secret.
  static func shown(parameter: Substring) -> String {
    let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, SecretNames.contains(PercentEncoding.decoded(parts[0])),
      !isPlaceholder(parts[1])
    else {
      return String(parameter)
    }
    return "\(parts[0])=…"
  }

  /// Whether a text is a placeholder and no value.
  static func isPlaceholder(_ text: some StringProtocol) -> Bool {
    Placeholder.allCases.contains { text == $0.text }
  }
}

/// Names of parameters and headers whose values are secret.
enum SecretNames {
  /// Words that stand in such names, whatever is around them.
  private static let words = [
    "token", "secret", "password", "passwd", "apikey", "accesskey", "signature", "credential",
    "authorization", "cookie",
    "session", "privatekey", "subscriptionkey",
  ]
  /// Names that are such only whole.
  private static let names: Set<String> = [
    "key", "sig", "auth", "pass", "pwd", "sid", "code", "jwt", "hmac",
  ]
  /// Names of pages, which have one of the words.
  private static let pages: Set<String> = [
    "pagetoken", "nexttoken", "nextpagetoken", "continuationtoken", "paginationtoken", "synctoken",
    "tokenparam",
  ]

  /// Whether the value of a name is secret; upper and lower case, and what is no letter or digit, do not count.
  static func contains(_ name: some StringProtocol) -> Bool {
    let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    guard !pages.contains(plain) else { return false }
    return names.contains(plain) || words.contains { plain.hasWord($0) }
  }
}

extension String {
  /// Whether a word stands in it.
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
  /// The host that is asked, for messages.
  var host: String { WebAddress(url)?.hostAndPort ?? shown }
  /// The address without what is secret in it.
  var shown: String { WebAddress(url)?.shown ?? "the address" }
}

extension HTTPField {
  /// Whether its value is secret, by its name.
  public var isSecret: Bool { SecretNames.contains(name) }
}

// What is printed of a value, as in a message, has nothing secret either.

extension HTTPField: CustomStringConvertible {
  /// The field as it is sent, without a value that is secret.
  public var description: String { "\(name): \(isSecret ? "…" : value)" }
}

extension HTTPRequest: CustomStringConvertible {
  /// The method and the address as it may be shown.
  public var description: String { "\(method.rawValue) \(shown)" }
}

extension HTTPHead: CustomStringConvertible {
  /// The status, the address as it may be shown, and the fields.
  public var description: String {
    "\(status) \(HTTPRequest(url: url).shown)" + fields.map { "\n\($0)" }.joined()
  }
}

extension RequestTemplate: CustomStringConvertible {
  /// The address as it may be shown.
  public var description: String { shownAddress }
}
