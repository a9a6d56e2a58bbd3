import Answers

/// A curl option, and its effect on the request.
struct CurlOption {
  enum Effect {
    /// Ignored, for an option without a value.
    case none
    /// Ignored, together with its value.
    case noValue
    case flag((inout CurlReader) -> Void)
    case value((inout CurlReader, NamedText, _ name: String) throws(HTTPError) -> Void)
    /// Refused, with the reason.
    case refused(String)
  }

  let names: [String]
  let effect: Effect

  init(_ names: String..., effect: Effect) { (self.names, self.effect) = (names, effect) }

  var takesValue: Bool {
    switch effect {
    case .noValue, .value: true
    case .none, .flag, .refused: false
    }
  }

  static func named(_ name: String) -> CurlOption? {
    (taken + passed + refused).first { $0.names.contains(name) }
  }

  // MARK: Supported options

  private static var taken: [CurlOption] { requests + contents + connections }

  private static var requests: [CurlOption] {
    [
      CurlOption(
        "-X", "--request",
        effect: .value { reader, value, name throws(HTTPError) in
          let method = try reader.plain(value, of: name)
          guard let known = HTTPRequest.Method(rawValue: method) else {
            throw .invalid(
              "\(name) must be GET or POST, not '\(method)', because a refresh repeats the request")
          }
          reader.line.method = known
        }),
      CurlOption(
        "--url",
        effect: .value { reader, value, name throws(HTTPError) in
          try reader.takeAddress(value, of: name)
        }),
      CurlOption("-G", "--get", effect: .flag { $0.asksByQuery = true }),
      CurlOption("-g", "--globoff", effect: .flag { $0.takesBraces = true }),
      CurlOption(
        "-H", "--header",
        effect: .value { reader, value, name throws(HTTPError) in
          try reader.takeField(value, of: name)
        }),
      CurlOption("-A", "--user-agent", effect: field("User-Agent")),
      CurlOption("-e", "--referer", effect: field("Referer")),
      CurlOption(
        "-b", "--cookie",
        effect: .value { reader, value, name throws(HTTPError) in
          guard value.text.utf8.contains(UInt8(ascii: "=")) else {
            throw CurlReader.isFile("\(name) FILE")
          }
          reader.addCookies(value)
        }),
      CurlOption(
        "--oauth2-bearer",
        effect: .value { reader, value, _ throws(HTTPError) in
          var bearer = NamedText("Bearer ")
          bearer.append(value)
          reader.addUnlessGiven("Authorization", bearer)
        }),
      CurlOption(
        "-u", "--user",
        effect: .value { reader, value, name throws(HTTPError) in
          guard value.text.utf8.contains(UInt8(ascii: ":")) else {
            throw .invalid(
              "\(name) needs NAME:PASSWORD, because endless does not ask for a password")
          }
          reader.line.login = value
        }),
    ]
  }

  private static func field(_ field: String) -> Effect {
    .value { reader, value, _ throws(HTTPError) in reader.addUnlessGiven(field, value) }
  }

  private static var contents: [CurlOption] {
    [
      CurlOption("-d", "--data", "--data-ascii", "--data-binary", effect: data(mayBeFile: true)),
      CurlOption("--data-raw", effect: data(mayBeFile: false)),
      CurlOption(
        "--json",
        effect: .value { reader, value, name throws(HTTPError) in
          try reader.takeData(value, of: name, mayBeFile: true)
          reader.isJSON = true
        }),
      CurlOption(
        "--data-urlencode",
        effect: .value { reader, value, name throws(HTTPError) in
          reader.data.append(try reader.encoded(value, of: name))
        }),
      CurlOption(
        "--url-query",
        effect: .value { reader, value, name throws(HTTPError) in
          reader.query.append(try reader.encoded(value, of: name))
        }),
    ]
  }

  private static func data(mayBeFile: Bool) -> Effect {
    .value { reader, value, name throws(HTTPError) in
      try reader.takeData(value, of: name, mayBeFile: mayBeFile)
    }
  }

  private static var connections: [CurlOption] {
    [
      CurlOption(
        "--cacert",
        effect: .value { reader, value, _ throws(HTTPError) in reader.line.certificates = value.text
        }),
      CurlOption(
        "--unix-socket",
        effect: .value { reader, value, _ throws(HTTPError) in reader.line.unixSocket = value.text }
      ),
      CurlOption(
        "-m", "--max-time", "-y", "--speed-time",
        effect: .value { reader, value, name throws(HTTPError) in
          reader.line.silence = try reader.time(value, of: name)
        }),
      CurlOption(
        "--connect-timeout",
        effect: .value { reader, value, name throws(HTTPError) in
          reader.line.connecting = try reader.time(value, of: name)
        }),
    ]
  }

  // MARK: Ignored and refused options

  private static var passed: [CurlOption] {
    [
      // The client always follows redirects, reads a netrc file, and reports failures.
      CurlOption(
        "-L", "--location", "-s", "--silent", "-S", "--show-error", "-f", "--fail",
        "--fail-with-body",
        "--fail-early", "-i", "--include", "--show-headers", "-v", "--verbose", "-#",
        "--progress-bar",
        "--no-progress-meter", "-N", "--no-buffer", "--compressed", "-n", "--netrc",
        "--netrc-optional",
        "--basic", "-q", "--disable", "--tcp-nodelay", "--http1.1", "--http2", "--tlsv1.2",
        "--tlsv1",
        "-1", "--retry-connrefused", "--retry-all-errors", "--styled-output", "--no-styled-output",
        effect: .none),
      CurlOption(
        "-w", "--write-out", "--max-redirs", "-Y", "--speed-limit", "--retry", "--retry-delay",
        "--retry-max-time", effect: .noValue),
    ]
  }

  private static let noFile = "a request cannot read or write files"

  private static var refused: [CurlOption] {
    [
      CurlOption(
        "-k", "--insecure",
        effect: .refused("certificates are always verified; trust another one with --cacert")),
      CurlOption(
        "-x", "--proxy", "--proxy1.0", "--socks4", "--socks4a", "--socks5", "--socks5-hostname",
        "--preproxy",
        "-U", "--proxy-user", "--noproxy",
        effect: .refused(
          "set proxies in the environment: https_proxy, http_proxy and no_proxy")),
      CurlOption(
        "-o", "--output", "-O", "--remote-name", "--remote-name-all", "-J", "--remote-header-name",
        "--output-dir", "--create-dirs", "-D", "--dump-header", "-c", "--cookie-jar", "--trace",
        "--trace-ascii", "--stderr", "-K", "--config", "--netrc-file", effect: .refused(noFile)),
      CurlOption(
        "-T", "--upload-file", "-F", "--form", "--form-string",
        effect: .refused("uploads are not supported")),
      CurlOption("-I", "--head", effect: .refused("only GET and POST are supported")),
      CurlOption(
        "--location-trusted",
        effect: .refused("credentials are sent only to the service at the address")),
      CurlOption(
        "--digest", "--ntlm", "--negotiate", "--anyauth", "--aws-sigv4",
        effect: .refused("only basic authentication is supported")),
      CurlOption("-:", "--next", effect: .refused("only one request is allowed")),
    ]
  }
}

extension CurlReader {
  mutating func takeData(
    _ value: NamedText, of name: String, mayBeFile: Bool
  ) throws(HTTPError) {
    let text = try plain(value, of: name)
    if mayBeFile, text.hasPrefix("@") { throw Self.isFile("\(name) @FILE") }
    data.append(text)
  }

  /// Encodes a value of `--data-urlencode` or `--url-query`: `TEXT`, `=TEXT` or `NAME=TEXT`;
  /// placeholders are kept.
  func encoded(_ value: NamedText, of name: String) throws(HTTPError) -> String {
    let text = try plain(value, of: name)
    guard let mark = text.firstIndex(of: "=") else {
      if text.utf8.contains(UInt8(ascii: "@")) { throw Self.isFile("\(name) @FILE") }
      return Self.encoded(text)
    }
    let before = text[..<mark]
    return (before.isEmpty ? "" : "\(before)=")
      + Self.encoded(String(text[text.index(after: mark)...]))
  }

  private static func encoded(_ text: String) -> String {
    FilledText(text).pieces.map { piece in
      switch piece {
      case .text(let plain), .named(_, let plain): PercentEncoding.value(plain)
      case .value(let placeholder): placeholder.text
      }
    }.joined()
  }

  /// A number of seconds, rounded up; nil for 0, which curl takes to mean no limit.
  func time(_ value: NamedText, of name: String) throws(HTTPError) -> Duration? {
    guard let seconds = Double(value.text), seconds >= 0, seconds <= 86_400 else {
      throw .invalid("\(name) must be from 0 to 86400 seconds, not '\(value.text)'")
    }
    return seconds > 0 ? .seconds(Int(seconds.rounded(.up))) : nil
  }
}
