import Answers
import HTTPSources
import Paging
import Testing

/// A request as a curl command line that a shell can run.
@Suite struct `A request as a line of curl` {
  private static let usual =
    "--compressed --connect-timeout 15 --speed-limit 1 --speed-time 60 -A endless"
  private static let follows = "curl -L --max-redirs 10 \(usual) --netrc-optional"
  private static let accept = "-H 'Accept: application/json, */*;q=0.5'"

  private static func template(
    _ address: String, _ fields: [TypedField] = [], login: NamedText? = nil, body: String? = nil
  ) throws -> RequestTemplate {
    try RequestTemplate(address, fields: fields, login: login, body: body)
  }

  private static func named(_ text: String) throws -> NamedText {
    try NamedText(reading: text) { _ in "hush" }
  }

  private static func line(
    _ template: RequestTemplate, _ page: PageAddress? = .cursor(nil),
    _ options: HTTPSourceOptions = HTTPSourceOptions()
  ) -> String {
    template.curl(for: page, limit: 20, options).line
  }

  @Test(arguments: [
    ("http://h/p?page={page}&n={limit}", PageAddress.page(3), "'http://h/p?page=3&n=20'"),
    ("http://h/p", .cursor(nil), "http://h/p"),
    ("http://h/p?c={cursor}", .cursor(nil), "http://h/p"),
    ("http://h/p?l={last}", .last(AnswerKey("a'b")), "'http://h/p?l=a%27b'"),
  ]) func `asks for a page`(address: String, page: PageAddress, url: String) throws {
    #expect(
      Self.line(try Self.template(address), page) == "\(Self.follows) \(Self.accept) \(url)")
  }

  @Test func `has the placeholder itself where no page is meant`() throws {
    let query = try Self.template("http://h/p?c={cursor}&n={limit}")
    let rest = Self.follows.dropFirst("curl ".count)
    #expect(Self.line(query, nil) == "curl -g \(rest) \(Self.accept) 'http://h/p?c={cursor}&n=20'")
    let body = try Self.template("http://h/p", body: #"{"after": "{last}", "n": {limit}}"#)
    #expect(
      Self.line(body, nil).hasSuffix(#"--data-raw '{"after": "{last}", "n": 20}' http://h/p"#))
    #expect(
      Self.line(body, .last(nil)).hasSuffix(#"--data-raw '{"after": null, "n": 20}' http://h/p"#))
  }

  @Test func `has what services are reached by`() throws {
    var options = HTTPSourceOptions()
    (options.client.silence, options.client.connecting) = (.seconds(7), .seconds(9))
    (options.client.certificates, options.client.unixSocket) = ("/a b", "/run/s")
    let line = Self.line(try Self.template("http://h"), .cursor(nil), options)
    #expect(
      line == "curl -L --max-redirs 10 --compressed --connect-timeout 7 --speed-limit 1 "
        + "--speed-time 7 -A endless --cacert '/a b' --unix-socket /run/s --netrc-optional "
        + "\(Self.accept) http://h")
  }

  @Test func `names secrets, and shows none that was written`() throws {
    let fields = [
      TypedField("X-Api-Key", try Self.named("a $KEY-${KEY}b")),
      TypedField("Authorization", NamedText("Bearer hush")),
      TypedField("X-Other", NamedText("it's")),
      TypedField("X-Empty", NamedText()),
    ]
    let template = try Self.template("http://me:hush@h/p?api_key=hush&a=b&token={cursor}", fields)
    let command = template.curl(for: .cursor(nil), limit: 20, HTTPSourceOptions())
    #expect(
      command.line == "curl \(Self.usual) -u '…:…' \(Self.accept) -H \"X-Api-Key: a $KEY-${KEY}b\" "
        + "-H 'Authorization: …' -H 'X-Other: it'\\''s' -H 'X-Empty;' 'http://h/p?api_key=…&a=b'")
    #expect(
      command.remarks == [
        "without -L, because curl would also send X-Api-Key to other services"
      ])
    #expect(Self.line(template, nil).hasSuffix("'http://h/p?api_key=…&a=b&token={cursor}'"))
    let login = try Self.template("http://h", login: try Self.named("$USER:$PASS"))
    #expect(Self.line(login).contains(#" -u "$USER:$PASS" "#))
  }

  @Test(arguments: [
    (#"{"password": "hu\"sh", "a": 1}"#, #"{"password": "…", "a": 1}"#),
    (#"{"a": {"token" : 5}, "b": "token"}"#, #"{"a": {"token" : "…"}, "b": "token"}"#),
    (#"{"token": "{cursor}", "secret": null}"#, #"{"token": null, "secret": null}"#),
    (#"{"token": "hush"#, #"{"token": "hush"#),
  ]) func `shows no secret of a body of JSON`(body: String, shown: String) throws {
    let line = Self.line(try Self.template("http://h", body: body))
    #expect(line.hasSuffix("-H 'Content-Type: application/json' --data-raw '\(shown)' http://h"))
  }

  @Test func `shows no secret of a form`() throws {
    let form = TypedField("Content-Type", NamedText("application/x-www-form-urlencoded"))
    let line = Self.line(
      try Self.template("http://h", [form], body: "a=b&password=hush&c={cursor}"))
    #expect(line.hasSuffix("--data-raw 'a=b&password=…' http://h"))
    #expect(!line.contains("-L"))
  }

  @Test(arguments: [
    ("pass show api", #"-H "Authorization: Bearer $(pass show api)""#),
    ("cat 'a b' # x", #"-H "Authorization: Bearer $(sh -c 'cat '\''a b'\'' # x')""#),
  ]) func `runs a command for a credential`(command: String, word: String) throws {
    var options = HTTPSourceOptions()
    options.credential = CredentialCommand(command)
    let printed = try Self.template("http://h").curl(for: .cursor(nil), limit: 1, options)
    #expect(printed.line.hasSuffix("\(word) http://h") && printed.line.contains("-L"))
    #expect(printed.remarks.count == 1 && printed.remarks[0].contains("prints a whole header"))
  }

  @Test func `has no control character that a terminal takes for a key`() throws {
    let type = TypedField("Content-Type", NamedText("text/plain"))
    let line = Self.line(try Self.template("http://h", [type], body: "a\u{3}b'\n\u{7F}"))
    #expect(
      line.hasSuffix(
        #"--data-raw 'a'"$(printf '\003')"'b'\''"# + "\n" + #"'"$(printf '\177')" http://h"#))
  }

  @Test func `has text with an exclamation mark in single quotes beside a name`() throws {
    let fields = [TypedField("X-A", try Self.named("wow! $KEY"))]
    let line = Self.line(try Self.template("http://h", fields))
    #expect(line.contains(#"-H 'X-A: wow! '"$KEY" "#))
  }

  @Test(
    arguments: [
      "http://h/p?page={page}&n={limit}", "http://h/a'b?c=d&e={x}", "http://[::1]:80/?a=[1]",
    ], [nil, "{\"a\": \"it's $5 `x` \\\\ !\"}", "a\nb"]) func `is read back as the same request`(
      address: String, body: String?
    ) throws
  {
    let fields = [
      TypedField("X-A", NamedText("a\"b\\c `d` $e !")), TypedField("X-B", try Self.named("$KEY!")),
      TypedField("X-C", NamedText()),
    ]
    let template = try Self.template(address, fields, body: body)
    let printed = Self.line(template, .page(2))
    let line = try CurlLine(printed) { _ in "hush" }
    let read = try RequestTemplate(
      line.address, fields: line.fields, login: line.login, body: line.body, method: line.method)
    let again = try read.request(for: .cursor(nil), limit: 20)
    let sent = try template.request(for: .page(2), limit: 20)
    #expect(again.url == sent.url && again.body == sent.body && again.method == sent.method)
    for field in sent.headers { #expect(again.headers.contains(field), "\(field)") }
  }
}
