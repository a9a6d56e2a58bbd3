import Answers
import HTTPSources
import Testing

/// The request that is read from a curl command line.
@Suite struct `A line of curl` {
  private static let variables = [
    "KEY": "s3cret", "USER": "me", "PASS": "a:b c", "HOME": "/home/me",
  ]

  private static func line(_ text: String) throws(HTTPError) -> CurlLine {
    try CurlLine("curl " + text) { variables[$0] }
  }

  private static func fields(_ text: String) throws -> [String] {
    try line(text).fields.map { "\($0.name): \($0.value.text)" }
  }

  private static func refusal(_ text: String) -> String? {
    do throws(HTTPError) {
      _ = try line(text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: [
    "https://h/p?a=1#part", "'https://h/p?a=1'", "\"https://h/p?a=1\"", "https://h/'p'?a\\=1",
    "-s https://h/p?a=1", "--url https://h/p?a=1", "-sSLfv --compressed 'https://h/p?a=1'",
    "-- https://h/p?a=1", "\\\n  'https://h/p?a=1' \\\n", "\\\r\n 'https://h/p?a=1'\r\n",
    "\\   'https://h/p?a=1' \\  -s", "\n'https://h/p?a=1'\n-s\n", "\thttps://h/p?a=1\t",
    "$'https://h/p\\x3fa\\u003d1'", "https://h/p?a=1 # a comment 'of any kind\n-s",
    "-w '%{http_code}' --retry 3 -Y1 https://h/p?a=1", "-G -d a=1 https://h/p",
    "--get https://h/p --data-urlencode a=1", "--url-query a=1 https://h/p",
  ]) func `has one address`(text: String) throws {
    let line = try Self.line(text)
    #expect(line.address == "https://h/p?a=1")
    #expect(line.body == nil && line.fields.isEmpty && line.login == nil && line.method == nil)
  }

  @Test(arguments: [
    ("localhost:9200/_search", "http://localhost:9200/_search"), ("h", "http://h"),
    ("-G h/?a=1 -d b=2 -d c={cursor}", "http://h/?a=1&b=2&c={cursor}"),
    ("'h/?a={page}&b={{page}}'", "http://h/?a={page}&b={{page}}"),
    ("'h/?a=\\[1\\]&b=\\{x\\}'", "http://h/?a=[1]&b={x}"), ("-g 'h/?a=[1]'", "http://h/?a=[1]"),
    ("'http://[::1]:8080/'", "http://[::1]:8080/"),
    ("-G h --data-urlencode 'q=a b&{cursor}'", "http://h?q=a%20b%26{cursor}"),
    ("-G h --data-urlencode '=a/b'", "http://h?a%2Fb"), ("h/a=://b", "http://h/a=://b"),
  ]) func `has the address that curl would ask`(text: String, address: String) throws {
    #expect(try Self.line(text).address == address)
  }

  @Test(arguments: [
    ("-H 'X-A: b' h", ["X-A: b"]), ("-HX-A:b h", ["X-A: b"]), ("-H'X-A:  b' h", ["X-A: b"]),
    ("--header X-A:b -sHX-B:c h", ["X-A: b", "X-B: c"]), ("-H 'X-A;' h", ["X-A: "]),
    ("-H \"X-A: $KEY\" h", ["X-A: s3cret"]), ("-H \"X-A: ${KEY}s\" h", ["X-A: s3crets"]),
    ("-H 'X-A: $KEY' h", ["X-A: $KEY"]), ("-H \"X-A: \\$KEY\" h", ["X-A: $KEY"]),
    ("-H X-A:$KEY h", ["X-A: s3cret"]), ("-H $'X-A: \\'\\t\\351\\e' h", ["X-A: '\t\u{FFFD}\u{1B}"]),
    ("-H $'X-A: \\xc3\\xa9\\u00e9\\U0001F600\\cA\\1\\?' h", ["X-A: éé😀\u{1}\u{1}?"]),
    ("-H \"X-A: 'a' \\\"b\\\" \\c $5 $\" h", ["X-A: 'a' \"b\" \\c $5 $"]),
    ("-H \"X-A: a\\\nb\" h", ["X-A: ab"]), ("-H $\"X-A: b\" h", ["X-A: b"]),
    (
      "-A a/1 -e http://r/ -b 'c=d; e=f' h",
      ["User-Agent: a/1", "Referer: http://r/", "Cookie: c=d; e=f"]
    ),
    ("-A a -H 'user-agent: b' h", ["user-agent: b"]),
    ("-H 'user-agent: b' -A a h", ["user-agent: b"]),
    ("-A a -H user-agent:b -H User-Agent:c h", ["user-agent: b", "User-Agent: c"]),
    ("-A a -A b h", ["User-Agent: b"]), ("-e a -H referer:b h", ["referer: b"]),
    ("-b a=1 -b \"b=$KEY\" h", ["Cookie: a=1; b=s3cret"]),
    ("-b a=1 -H cookie:b=2 -b c=3 h", ["cookie: b=2"]),
    ("--oauth2-bearer a -H authorization:b h", ["authorization: b"]),
    ("-H 'Expect:' -H 'Accept-Encoding: gzip' -H 'content-length: 7' h", []),
    ("--oauth2-bearer $KEY h", ["Authorization: Bearer s3cret"]),
    ("-d a=1 h", ["Content-Type: application/x-www-form-urlencoded"]),
    ("-d '{}' -H content-type:application/json h", ["content-type: application/json"]),
    ("--json '{}' h", ["Content-Type: application/json", "Accept: application/json"]),
  ]) func `has the fields of its header`(text: String, fields: [String]) throws {
    #expect(try Self.fields(text) == fields)
  }

  @Test(arguments: [
    ("-d a=1 -d b=2 h", "a=1&b=2"), ("-da=1 h", "a=1"), ("--data a=1 h", "a=1"),
    ("--data-raw @a h", "@a"), ("--data-binary $'a\\nb' h", "a\nb"), ("--data '' h", ""),
    ("--json '{' --json '}' h", "{}"), ("-d {\"a\":\"{cursor}\"} h", "{a:{cursor}}"),
    ("--data-urlencode 'a= b' h", "a=%20b"), ("-X POST -d a h", "a"), ("-XPOST -d a h", "a"),
  ]) func `has a body`(text: String, body: String) throws {
    let line = try Self.line(text)
    #expect(line.body == body && line.method != .get)
  }

  @Test func `is read as Chrome copies it`() throws {
    let line = try CurlLine(
      #"""
      curl 'https://api.example.org/items?page=1&q=%5Ba%5D&r=\[b\]' \
        -H 'accept: application/json' \
        -H 'accept-language: en-US,en;q=0.9' \
        -b 'theme=dark; session=abc' \
        -H 'priority: u=1, i' \
        -H 'sec-ch-ua: "Chromium";v="130", "Not?A_Brand";v="99"' \
        -H 'x-empty;' \
        --data-raw $'{"q":"it\'s \u0021","n":10}' \
        --compressed
      """#
    ) { _ in nil }
    #expect(line.address == "https://api.example.org/items?page=1&q=%5Ba%5D&r=[b]")
    #expect(line.fields.map(\.name).prefix(3) == ["accept", "accept-language", "Cookie"])
    #expect(line.fields.contains(TypedField("priority", NamedText("u=1, i"))))
    #expect(line.fields.contains(TypedField("x-empty", NamedText())))
    #expect(line.body == #"{"q":"it's !","n":10}"#)
  }

  @Test func `is read as Firefox copies it`() throws {
    let line = try Self.line(
      #"""
      'https://api.example.org/items' --compressed -X POST -H 'User-Agent: Mozilla/5.0 (X11)' -H 'Accept: */*' -H 'Accept-Encoding: gzip, deflate, br, zstd' -H 'Content-Type: text/plain;charset=UTF-8' -H 'Connection: keep-alive' -H 'TE: trailers' --data-raw 'a=b'
      """#)
    #expect(line.method == .post && line.body == "a=b" && !line.hasUsualType)
    #expect(
      line.fields.map(\.name) == ["User-Agent", "Accept", "Content-Type", "Connection", "TE"])
  }

  @Test func `has a login, of which names of the environment are known`() throws {
    #expect(try Self.line("-u me:you h").login == NamedText("me:you"))
    let login = try #require(try Self.line("-u \"$USER:$PASS\" h").login)
    #expect(login.text == "me:a:b c" && login.firstName == "USER")
    let template = try RequestTemplate("http://h", fields: [], login: login)
    #expect(try template.request(for: .cursor(nil), limit: 1).login == "me:a%3Ab%20c")
    #expect(template.hasLogin && !template.showsLogin)
    #expect(try RequestTemplate("http://h", fields: [], login: NamedText("a:b")).showsLogin)
  }

  @Test func `says how the service is reached`() throws {
    let line = try Self.line(
      "--cacert ~/ca.pem --unix-socket \"$HOME/s\" -m 2.5 --connect-timeout 3 h")
    #expect(line.certificates == "/home/me/ca.pem" && line.unixSocket == "/home/me/s")
    #expect(line.silence == .seconds(3) && line.connecting == .seconds(3))
    #expect(try Self.line("-m0 h").silence == nil)
    #expect(try Self.line("-X GET h").method == .get)
  }

  @Test(arguments: [
    ("", "the command has no address"), ("-s", "the command has no address"),
    ("h g", "the command has several addresses: give one, in quotes"),
    ("--url h g", "the command has several addresses: give one, in quotes"),
    ("'h/[1-9]'", "[… stands for several addresses: add -g to take it literally"),
    ("'h/{a,b}'", "{… stands for several addresses: add -g to take it literally"),
    ("--bogus h", "the option --bogus is not supported"),
    ("-s9 h", "the option -9 is not supported"),
    ("--header=a:b h", "curl does not accept --header=…: give the value as the next argument"),
    ("h -H", "-H needs a value"), ("h -X", "-X needs a value"),
    ("-X PUT h", "-X must be GET or POST, not 'PUT', because a refresh repeats the request"),
    ("-XDELETE h", "-X must be GET or POST, not 'DELETE', because a refresh repeats the request"),
    (
      "--request post h",
      "--request must be GET or POST, not 'post', because a refresh repeats the request"
    ),
    ("-X GET -d a h", "-X GET with a body is not supported: omit -X to send a POST"),
    ("-k h", "-k is refused: certificates are always verified; trust another one with --cacert"),
    (
      "--insecure h",
      "--insecure is refused: certificates are always verified; trust another one with --cacert"
    ),
    (
      "-x p h",
      "-x is refused: set proxies in the environment: https_proxy, http_proxy and no_proxy"
    ),
    ("-o f h", "-o is refused: a request cannot read or write files"),
    ("-so f h", "-o is refused: a request cannot read or write files"),
    ("-O h", "-O is refused: a request cannot read or write files"),
    ("-F a=b h", "-F is refused: uploads are not supported"),
    ("-T f h", "-T is refused: uploads are not supported"),
    ("-I h", "-I is refused: only GET and POST are supported"),
    ("--next h", "--next is refused: only one request is allowed"),
    ("-d @f h", "-d @FILE is refused: a request cannot read files"),
    ("--json @f h", "--json @FILE is refused: a request cannot read files"),
    (
      "--data-urlencode a@f h",
      "--data-urlencode @FILE is refused: a request cannot read files"
    ),
    ("-H @f h", "-H @FILE is refused: a request cannot read files"),
    ("-b jar h", "-b FILE is refused: a request cannot read files"),
    ("-H secret h", "-H needs 'NAME: VALUE', without a variable in the name"),
    ("-H \"$KEY: a\" h", "-H needs 'NAME: VALUE', without a variable in the name"),
    ("-H 'Accept:' h", "-H 'Accept:' removes a header, which is not supported"),
    ("-u me h", "-u needs NAME:PASSWORD, because endless does not ask for a password"),
    ("-m x h", "-m must be from 0 to 86400 seconds, not 'x'"),
    ("h | jq", "| outside quotes is shell syntax: put it in quotes, or give only the curl command"),
    ("h; ls", "; outside quotes is shell syntax: put it in quotes, or give only the curl command"),
    ("h > f", "> outside quotes is shell syntax: put it in quotes, or give only the curl command"),
    ("h < f", "< outside quotes is shell syntax: put it in quotes, or give only the curl command"),
    ("(h)", "( outside quotes is shell syntax: put it in quotes, or give only the curl command"),
    ("h/?a=1&b=2", "& outside quotes ends a shell command: put the address in quotes"),
    ("h/$(id)", "$(…) is not run: use --credential to run a command"),
    ("\"h/$(id)\"", "$(…) is not run: use --credential to run a command"),
    ("h/`id`", "`…` is not run: use --credential to run a command"),
    ("\"h/`id`\"", "`…` is not run: use --credential to run a command"),
    ("\"h/${KEY:-a}\"", "only ${NAME} is supported, not other forms of ${…}"),
    (
      "h/?k=$KEY",
      "$KEY in the address is not expanded: variables work only in headers and -u; let your shell expand it"
    ),
    (
      "-d k=$KEY h",
      "$KEY in -d is not expanded: variables work only in headers and -u; let your shell expand it"
    ),
    ("-H \"X: $NONE\" h", "$NONE is not set in the environment"),
    ("-$KEY h", "$KEY cannot be used as an option"),
    ("'h", "a quote is not closed: '"),
    ("\"h", "a quote is not closed: \""),
    ("$'h\\'", "a quote is not closed: '"),
  ]) func `is refused by what it has`(text: String, words: String) {
    #expect(Self.refusal(text) == "curl: " + words)
  }
}
