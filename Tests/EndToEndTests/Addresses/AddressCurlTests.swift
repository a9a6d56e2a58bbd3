import Foundation
import Testing

/// A curl command line in place of an address.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A line of curl` {
  private static let secret = "hush-4713"
  private static let variable = ["API_KEY": secret as String?]

  private static func run(_ words: [String]) async throws -> CommandResult {
    try await SampleHome.run(filled: false) { home in
      try await Command.run(home.launch(words + ["--plain"], environment: variable))
    }
  }

  /// Curl command lines, in which `URL` stands for the address, each with the options of `endless`
  /// that lead to the same request.
  @Test(arguments: [
    ("curl 'URL'", []), ("curl\tURL", []), ("curl\nURL\n", []),
    ("curl \\\n  -sS \\\n  'URL'\n", []),
    ("curl -H \"X-Api-Key: $API_KEY\" URL", ["-H", "X-Api-Key: $API_KEY"]),
    (
      "curl -A me/1 -e http://r/ -b 'a=b' 'URL' --compressed",
      ["-H", "User-Agent: me/1", "-H", "Referer: http://r/", "-H", "Cookie: a=b"]
    ),
    (
      "curl URL -X POST -H $'Content-Type: application/json' --data-raw $'{\"a\": \"it\\'s\"}'",
      ["--data", #"{"a": "it's"}"#]
    ),
    (
      "curl URL -d a=1 -d b=2",
      ["--data", "a=1&b=2", "-H", "Content-Type: application/x-www-form-urlencoded"]
    ),
    (
      "curl --json '{}' URL",
      ["--data", "{}", "-H", "Content-Type: application/json", "-H", "Accept: application/json"]
    ),
    ("curl -XPOST URL", ["--method", "POST"]),
  ]) func `asks as the address with its options does`(line: String, options: [String]) async throws
  {
    let service = try await SampleService.shared
    let address = service.address("echo?n={limit}")
    let read = try await Self.run([line.replacing("URL", with: address.text)])
    #expect(read.status == .exited(0), "\(read.error)")
    #expect(try address.requests == 1)
    let asked = try await Self.run([address.text] + options)
    let sorted = { (text: String) in text.split(whereSeparator: { ",{}".contains($0) }).sorted() }
    #expect(sorted(read.output) == sorted(asked.output))
  }

  @Test func `is a list by its placeholders`() async throws {
    let service = try await SampleService.shared
    let address = service.address("pages/users?page={page}&per_page={limit}", "count=203")
    let result = try await Self.run(["curl -s '\(address.text)'"])
    #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
    #expect(result.lines == (try service.lines(of: "users", count: 203)))
    let data = service.address("pages/users", "count=203")
    let query = "curl -G '\(data.text)' -d page={page} --data-urlencode 'per_page={limit}'"
    #expect(try await Self.run([query]).lines == result.lines)
  }

  @Test func `gives way to the command line`() async throws {
    let service = try await SampleService.shared
    let address = service.address("echo")
    let line = "curl -H 'X-A: 1' -H 'X-B: 1' -d a=1 '\(address.text)'"
    let result = try await Self.run([line, "-H", "x-a: 2", "--data", "{}"])
    #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
    for part in [
      #""x-a":"2""#, #""x-b":"1""#, #""body":"{}""#, #""content-type":"application/json""#,
    ] {
      #expect(result.output.contains(part), "\(result.output)")
    }
  }

  @Test(arguments: [
    ("-u \"me:$API_KEY\"", nil),
    ("-u me:\(secret)", "other users can see the password after -u"),
    ("-H 'X-Api-Key: \(secret)'", "other users can see the value of X-Api-Key in the command line"),
  ]) func `sends secrets, tells of those that are written, and shows none`(
    option: String, notice: String?
  ) async throws {
    let service = try await SampleService.shared
    let address = service.address("echo")
    let line = "curl \(option) '\(address.text)'"
    let result = try await Self.run([line])
    let login = Data("me:\(Self.secret)".utf8).base64EncodedString()
    #expect(result.output.contains(login) || result.output.contains(Self.secret))
    #expect(!result.error.contains(Self.secret))
    #expect(notice.map { result.error.contains($0) } ?? result.error.isEmpty, "\(result.error)")
    let printed = try await Self.run([line, "--dry-run"])
    #expect(printed.status == .exited(0) && !printed.output.contains(Self.secret))
    #expect(printed.output.contains("$API_KEY") == option.contains("$API_KEY"))
    let failing = try await Self.run([line.replacing("/echo", with: "/fault/status/404")])
    #expect(failing.status == .exited(1) && !failing.error.contains(Self.secret))
  }

  @Test(arguments: [
    (
      "-X DELETE URL", "-X must be GET or POST, not 'DELETE', because a refresh repeats the request"
    ),
    ("--bogus URL", "the option --bogus is not supported"),
    ("-o out URL", "-o is refused: a request cannot read or write files"),
    ("-d @file URL", "-d @FILE is refused: a request cannot read files"),
    (
      "-k URL", "-k is refused: certificates are always verified; trust another one with --cacert"
    ),
    (
      "URL | jq .",
      "| outside quotes is shell syntax: put it in quotes, or give only the curl command"
    ),
    ("\"URL?$(id)\"", "$(…) is not run: use --credential to run a command"),
    ("-H \"X: $NONE\" URL", "$NONE is not set in the environment"),
    ("URL URL", "the command has several addresses: give one, in quotes"),
    ("-s", "the command has no address"),
  ]) func `is refused by what it has, and nothing is asked`(line: String, words: String)
    async throws
  {
    let service = try await SampleService.shared
    let address = service.address("echo")
    let result = try await Self.run(["curl " + line.replacing("URL", with: address.text)])
    #expect(result.status == .exited(2) && result.output.isEmpty)
    #expect(result.error == "endless: curl: \(words); see endless --help\n")
    #expect(try address.requests == 0)
  }

  @Test func `is forbidden where addresses are, and is a path where there is one`() async throws {
    try await SampleHome.run(filled: false) { home in
      let line = "curl http://127.0.0.1:1/"
      let secure = try await Command.run(home.launch(line, environment: ["LESSSECURE": "1"]))
      #expect(secure.status == .exited(2))
      #expect(secure.error == "endless: LESSSECURE forbids network addresses; see endless --help\n")
      try home.directory.write("a text\n", to: "curl file")
      let file = try await Command.run(home.launch("curl file", "--plain"))
      #expect(file.status == .exited(0) && file.output == "a text\n")
    }
  }

  @Test func `is typed on the screen of a text, and of another address`() async throws {
    let service = try await SampleService.shared
    let address = service.address("link/users?per_page={limit}", "count=303;header=X-Api-Key")
    let other = service.address("link/users?per_page={limit}", "count=7")
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("a text\n", to: "file")
      let line = ":e curl -s -H \"X-Api-Key: $API_KEY\" '\(address.text)'\r"
      for (name, text) in [("file", "a text"), (other.text, ".7@example.org")] {
        let launch = home.launch(name, environment: Self.variable)
        try await Tmux.run(launch, lines: 12, columns: 200) { tmux in
          try await tmux.waitFor(text)
          try await tmux.type(line)
          try await tmux.waitFor(".8@example.org")
          try await tmux.type("G")
          try await tmux.waitFor(".303@example.org")
          #expect(!(try await tmux.capture().joined().contains(Self.secret)))
          try await tmux.type(name == "file" ? "q" : ":p\r")
          try await tmux.waitFor(text)
          try await tmux.type(":e curl -k http://h/\r")
          try await tmux.waitFor("curl: -k is refused")
          try await tmux.quit()
        }
      }
    }
  }
}
