package import Answers
import Paging

/// A request as a curl command line.
package struct CurlCommand: Hashable, Sendable {
  /// The command line for a POSIX shell; secrets appear as variables or as `…`.
  package let line: String
  /// Differences between the curl command and the client's request, each on one line.
  package let remarks: [String]
}

/// Requests as curl command lines.
extension RequestTemplate {
  /// The curl command for the request of a page.
  ///
  /// Variables stay variables, and the output of a credential command becomes a command
  /// substitution. A literal secret in a field, the query or the body becomes `…`, and so do a
  /// literal name and password.
  ///
  /// - Parameters:
  ///   - address: the page; nil to keep the placeholder, for any page after the first.
  ///   - limit: the requested number of items.
  ///   - options: the options of the client.
  package func curl(
    for address: PageAddress?, limit: Int, _ options: HTTPSourceOptions
  ) -> CurlCommand {
    let values = PageValues(address?.counted(from: ways.firstOffset), limit: limit)
    let url = shownURL(of: address, values)
    var fields = shownFields(values, options)
    fields += range(of: address, limit: limit).map {
      ShownField(name: $0.name, value: [.text($0.value)])
    }
    var words = [ShellText("curl")]
    if url.contains(where: { "{}[]".contains($0) }) { words.append(ShellText("-g")) }
    let (redirects, remark) = redirects(fields.map(\.name))
    words += redirects.map { ShellText($0) }
    words += options.client.curl(sendsAgent: !fields.contains { $0.isNamed("User-Agent") })
    words += login
    for field in fields { words += [ShellText("-H"), field.word] }
    if isPost { words += [ShellText("--data-raw"), ShellText(shownBody(values))] }
    words.append(ShellText(url))
    return CurlCommand(
      line: words.map(\.quoted).joined(separator: " "),
      remarks: [remark, options.credential.map(Self.remark)].compactMap { $0 })
  }

  private static func remark(of credential: CredentialCommand) -> String {
    let word = ShellText([.command(credential.command)]).quoted
    return "if \(credential.command.oneLine) prints a whole header, write: -H \(word.oneLine)"
  }

  private func shownURL(of address: PageAddress?, _ values: PageValues) -> String {
    let query = WebAddress(self.address)?.query.map { query in
      query.split(separator: "&", omittingEmptySubsequences: false).map {
        FilledText(WebAddress.shown(parameter: $0))
      }
    }
    let url = url(of: address, values, query ?? [])
    // An address from an answer may contain secrets.
    return style == .link && address.map { !$0.isFirst(from: 0) } ?? false
      ? HTTPRequest(url: url).shown : url
  }

  /// Returns the options that make curl follow redirects, or no options and a remark that gives the
  /// reason.
  ///
  /// The client also follows a redirect of a GET to another service, but sends none of the reader's
  /// data there. curl would send most of the data.
  private func redirects(_ names: [String]) -> (words: [String], remark: String?) {
    // curl itself withholds these two fields from another host.
    let heldBack: Set<String> = ["authorization", "cookie"]
    let known = HTTPExchange.harmless.union(heldBack)
    let other = isPost ? "the body" : names.first { !known.contains($0.lowercased()) }
    if let other {
      return ([], "without -L, because curl would also send \(other) to other services")
    }
    return (["-L", "--max-redirs", "\(HTTPExchange.mostRedirects)"], nil)
  }

  /// The curl options for the name and password, or for a lookup in a netrc file.
  private var login: [ShellText] {
    guard hasLogin else { return [ShellText("--netrc-optional")] }
    guard let typedLogin, typedLogin.firstName != nil else {
      return [ShellText("-u"), ShellText("…:…")]
    }
    return [ShellText("-u"), ShellText(typedLogin)]
  }

  // MARK: Fields

  private struct ShownField {
    let name: String
    let value: [ShellText.Piece]

    func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }

    /// The field in the form that curl expects; a field with an empty value is written `NAME;`.
    var word: ShellText {
      value.isEmpty ? ShellText("\(name);") : ShellText([.text("\(name): ")] + value)
    }
  }

  private func shownFields(_ values: PageValues, _ options: HTTPSourceOptions) -> [ShownField] {
    var fields = headers.compactMap { name, text in
      Self.shown(name, text, values).map { ShownField(name: name, value: $0) }
    }
    let accept = HTTPExchange.accept
    if !fields.contains(where: { $0.isNamed(accept.name) }) {
      fields.insert(ShownField(name: accept.name, value: [.text(accept.value)]), at: 0)
    }
    if given.body != nil, given.type == nil {
      fields.append(ShownField(name: "Content-Type", value: [.text("application/json")]))
    }
    if let credential = options.credential {
      fields.removeAll { $0.isNamed("Authorization") }
      fields.append(
        ShownField(name: "Authorization", value: [.text("Bearer "), .command(credential.command)]))
    }
    return fields
  }

  /// The value of a field in a form that may be shown; nil if it has a placeholder without a value.
  private static func shown(
    _ name: String, _ text: FilledText, _ values: PageValues
  ) -> [ShellText.Piece]? {
    let isNamed = text.pieces.contains { if case .named = $0 { true } else { false } }
    let isSecret = HTTPField(name, "").isSecret && !isNamed
    var pieces: [ShellText.Piece] = []
    for piece in text.pieces {
      switch piece {
      case .text(let text): pieces.append(.text(isSecret ? "…" : text))
      case .named(let name, _): pieces.append(.variable(name))
      case .value(let placeholder):
        guard let value = values.text(placeholder) else { return nil }
        pieces.append(.text(value))
      }
    }
    return pieces
  }

  // MARK: The body

  private func shownBody(_ values: PageValues) -> String {
    guard let body = given.body else { return "" }
    return String(decoding: filled(SecretBody.shown(body, type: given.type), values), as: UTF8.self)
  }
}

extension ShellText {
  /// Creates a shell word from text with variables.
  fileprivate init(_ text: NamedText) {
    self.init(
      text.pieces.map { piece in
        switch piece {
        case .text(let text): .text(text)
        case .variable(let name, _): .variable(name)
        }
      })
  }
}

extension HTTPClientOptions {
  /// The client's options as curl options.
  fileprivate func curl(sendsAgent: Bool) -> [ShellText] {
    let silence = silence.wholeSeconds
    var words = [
      "--compressed", "--connect-timeout", "\(min(silence, connecting.wholeSeconds))",
      // The client's time limit without data, expressed as a minimum speed of one byte per second.
      "--speed-limit", "1", "--speed-time", "\(silence)",
    ]
    if sendsAgent { words += ["-A", agent] }
    if let certificates { words += ["--cacert", certificates] }
    if let unixSocket { words += ["--unix-socket", unixSocket] }
    return words.map { ShellText($0) }
  }
}

extension String {
  fileprivate var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
