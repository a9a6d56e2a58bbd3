package import Feeds

/// The options for web addresses, shared by `endless-connect`, which opens addresses, and by
/// `endless`, which passes them on to it.
nonisolated package enum AddressOptions {
  package static let header = "--request-header"
  package static let body = "--data"
  package static let method = "--method"
  package static let credential = "--credential"
  package static let certificates = "--cacert"
  package static let tokenParameter = "--token-param"
  package static let unixSocket = "--unix-socket"
  package static let dryRun = "--dry-run"
  private static let methods = ["GET", "POST"]

  /// The options for the command line.
  package static var options: SourceOptions {
    SourceOptions(
      "Addresses", need: "an address such as https://HOST/PATH",
      [
        SourceOption(
          header, "'name: value'",
          "Send this header. endless replaces $NAME in it from the environment, so the value is not in "
            + "the process list. Repeatable.", letter: "-H"
        ) { text throws(Failure) in _ = try field(text) },
        SourceOption(
          body, "text", "Send this body by POST: JSON, unless -H sets another Content-Type."
        ) { _ in },
        SourceOption(method, "name", "Use the method GET or POST.", choices: methods) {
          text throws(Failure) in
          guard methods.contains(text) else {
            throw .usage(
              "\(method) must be GET or POST, not '\(text)', because a refresh repeats the request")
          }
        },
        SourceOption(
          credential, "command",
          "Run a command and send its output: a token for Authorization: Bearer, or a whole header."
        ) { text throws(Failure) in try check(text, of: credential, "a command") },
        SourceOption(
          tokenParameter, "name", "Send the cursor of the next page as this parameter."
        ) { text throws(Failure) in try check(text, of: tokenParameter, "a name") },
        SourceOption(certificates, "file", "Trust the certificates in this file.") {
          text throws(Failure) in
          try check(text, of: certificates, "a path")
        },
        SourceOption(unixSocket, "path", "Connect to this Unix socket instead of the host.") {
          text throws(Failure) in
          try check(text, of: unixSocket, "a path")
        },
        SourceOption(
          dryRun, "",
          "Print the requests for the first pages as curl commands, with names in place of secrets; send nothing.",
          isForEach: true
        ) { _ in },
      ], isFor: { $0.isWebAddress })
  }

  /// Parses a header field into its name and value.
  ///
  /// - Throws: an error if the text has no name or no colon.
  package static func field(_ text: String) throws(Failure) -> (name: String, value: String) {
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
      // The message omits the text, which may be the secret itself.
      throw .usage("-H must be 'NAME: VALUE': the name or the colon is missing")
    }
    let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    return (String(text[..<colon]), String(value))
  }

  private static func check(_ text: String, of name: String, _ what: String) throws(Failure) {
    if text.isEmpty { throw .usage("\(name) needs \(what), not an empty value") }
  }
}
