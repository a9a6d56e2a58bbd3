import Foundation
import Testing

/// The addresses that a restricted viewer may open.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A restricted viewer and addresses` {
  private static let kinds = ["http:", "https:", "file:", "ftp:", "FILE", "exec:"]

  /// The message for each kind of address if `LESSSECURE` is set; `--secure` refuses all kinds,
  /// because a guest may only see the timeline.
  private static let words = [
    "http:": "LESSSECURE forbids network addresses",
    "https:": "LESSSECURE forbids network addresses",
    "file:": "cannot open 'file:' addresses: name a file or a folder",
    "ftp:": "cannot open 'ftp:' addresses: name a file or a folder",
    "exec:": "LESSSECURE forbids commands",
  ]

  @Test(arguments: kinds, ["LESSSECURE", "--secure"]) func `opens files alone, or nothing`(
    kind: String, way: String
  ) async throws {
    let service = try await SampleService.shared
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("one\n", to: "FILE")
      let address = service.address("text/users")
      let place = address.text.dropFirst("http:".count)
      let word = kind == "FILE" ? kind : kind == "exec:" ? "exec:touch made" : kind + place
      for others in [[], ["FILE"]] {
        let launch =
          way == "--secure"
          ? home.launch([way] + others + [word])
          : home.launch(others + [word, "--plain"], environment: [way: "1"])
        let result = try await Command.run(launch)
        if kind == "FILE", way != "--secure" {
          #expect(result.status == .exited(0) && result.error.isEmpty)
          continue
        }
        #expect(result.status == .exited(2), "\(result.error)")
        let words = Self.words[kind].flatMap { way == "--secure" ? nil : $0 }
        let said = words ?? "--secure shows only the sample timeline"
        #expect(result.error == "endless: \(said); see endless --help\n")
      }
      #expect(try address.requests == 0)
      let left = try FileManager.default.contentsOfDirectory(atPath: home.directory.path)
      #expect(left == ["FILE"])
    }
  }

  @Test func `asks nothing of an address that is typed on its screen`() async throws {
    let service = try await SampleService.shared
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("one\n", to: "FILE")
      let address = service.address("text/users")
      let launch = home.launch("FILE", environment: ["LESSSECURE": "1"])
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("one")
        try await terminal.write(":e \(address.text)\r")
        try await terminal.waitFor("LESSSECURE forbids opening other files")
        try await terminal.quit()
      }
      #expect(try address.requests == 0)
    }
  }
}

/// The secrets of a request stay between the reader and the service.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A secret of an address` {
  private static let secret = "hush-4711"
  private static let variable = ["API_KEY": secret as String?]
  private static let header = ["-H", "X-Api-Key: $API_KEY"]

  @Test(arguments: ["$API_KEY", "${API_KEY}", "Bearer ${API_KEY}."])
  func `is read from the environment`(value: String) async throws {
    let service = try await SampleService.shared
    let result = try await output(
      of: service.address("echo"), ["-H", "X-Api-Key: \(value)"], environment: Self.variable)
    #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
    let sent = value.replacing("${API_KEY}", with: Self.secret)
      .replacing("$API_KEY", with: Self.secret)
    #expect(result.output.contains(#""x-api-key":"\#(sent)""#), "\(result.output)")
  }

  @Test func `is not asked with where the environment has none`() async throws {
    let service = try await SampleService.shared
    for value in [nil, ""] as [String?] {
      let address = service.address("echo")
      let result = try await output(
        of: address, Self.header, environment: ["API_KEY": value])
      #expect(result.status == .exited(2))
      let words = "-H X-Api-Key: $API_KEY is not set in the environment"
      #expect(result.error == "endless: \(words); see endless --help\n")
      #expect(try address.requests == 0)
    }
  }

  @Test(arguments: ["Authorization: Bearer a", "cookie: a=b", "X-Auth-Token: a"])
  func `in the command line is told`(field: String) async throws {
    let service = try await SampleService.shared
    let result = try await output(of: service.address("link/users", "count=1"), ["-H", field])
    #expect(result.status == .exited(0) && result.lines.count == 1)
    let name = field.prefix { $0 != ":" }
    #expect(result.error.isOneLine)
    #expect(
      result.error.hasPrefix(
        "endless: other users can see the value of \(name) in the command line"))
    #expect(result.error.hasSuffix(": export it, and write $NAME\n"))
  }

  @Test func `in the address is told, sent, and not shown`() async throws {
    let service = try await SampleService.shared
    let root = service.root.replacing("//", with: "//me:\(Self.secret)@")
    let result = try await output(
      of: service.address("fault/status/404?api_key=\(Self.secret)", root: root))
    #expect(result.status == .exited(1))
    let lines = result.error.split(separator: "\n")
    #expect(
      lines.count == 2
        && lines[0].hasPrefix("endless: other users can see the password in the address"))
    #expect(!result.error.contains(Self.secret))
    let echo = try await output(of: service.address("echo", root: root))
    let encoded = Data("me:\(Self.secret)".utf8).base64EncodedString()
    #expect(echo.output.contains(#""authorization":"Basic \#(encoded)""#))
  }

  /// Another name of the same host counts as another service.
  @Test func `goes to no other service that the first one leads to`() async throws {
    let service = try await SampleService.shared
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("machine 127.0.0.1 login me password you\n", to: ".netrc")
      func headers(_ path: String, _ options: [String]) async throws -> String {
        let address = service.address(path)
        let result = try await Command.run(
          home.launch([address.text, "--plain"] + options, environment: Self.variable))
        #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
        return result.output
      }
      #expect(try await headers("echo", []).contains(#""authorization":"Basic bWU6eW91""#))
      #expect(try await headers("echo", Self.header).contains(Self.secret))
      let other = "fault/redirect?to=http://localhost:\(service.port)/echo"
      let credential = ["--credential", "echo \(Self.secret)"]
      for options in [[], Self.header, credential, ["-H", "Cookie: $API_KEY"]] {
        let sent = try await headers(other, options)
        #expect(sent.contains(#""host":"localhost"#))
        #expect(!sent.contains(Self.secret) && !sent.contains("authorization"), "\(sent)")
      }
      let same = "fault/redirect?to=/echo"
      #expect(try await headers(same, credential).contains("Bearer \(Self.secret)"))
    }
  }

  @Test func `is in no message, log, kept place or list of processes`() async throws {
    let service = try await SampleService.shared
    // No process of another test contains this secret.
    let secret = UUID().uuidString
    let address = service.address(
      "link/users?per_page={limit}&api_key=\(secret)", "count=300;header=X-Api-Key;fail=2:403")
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(secret, to: "secret")
      try await Self.look(at: address, in: home, secret)
      try Self.expectNothing(of: secret, in: home, for: address)
    }
  }

  /// Expects that the secret appears nowhere but in the command line that names the address.
  private static func expectNothing(
    of secret: String, in home: SampleHome, for address: SampleAddress
  ) throws {
    let processes = try home.directory.read("processes").split(separator: "\n")
    #expect(processes.contains { $0.contains("X-Api-Key: $API_KEY") })
    let others = processes.filter { !$0.contains(address.key) }
    #expect(!others.contains { $0.contains(secret) })
    for file in ["log"] + home.stateFiles {
      let text = try String(contentsOfFile: home.path(of: file), encoding: .utf8)
      #expect(!text.contains(secret), "\(file)")
    }
  }

  /// Makes a request fail, repeats it, and shows its address, while the credential's command lists
  /// all processes.
  private static func look(
    at address: SampleAddress, in home: SampleHome, _ secret: String
  ) async throws {
    let listing = "for p in /proc/[0-9]*/cmdline; do tr '\\0' ' ' < $p; echo; done > processes"
    let credential = ["--credential", "cat secret; { \(listing); } 2> /dev/null"]
    let launch = home.launch(
      [address.text, "--log", "log"] + header + credential, environment: ["API_KEY": secret])
    try await Tmux.run(launch, lines: 12, columns: 300) { tmux in
      // The listing starts a program for each process.
      try await tmux.waitFor(".1@example.org", within: .seconds(200))
      try await tmux.type("G")
      try await tmux.waitFor("403 Forbidden")
      try await tmux.type(".")
      try await tmux.waitFor(".51@example.org")
      try await tmux.type("G")
      try await tmux.waitFor(".300@example.org")
      try await tmux.type("CxC=ma/300\r")
      try await tmux.waitFor("api_key=…")
      let screen = try await tmux.capture().joined()
      #expect(!screen.contains(secret))
      try await tmux.quit()
    }
  }

  @Test func `is printed by a command, once, and again where it is refused`() async throws {
    let service = try await SampleService.shared
    try await SampleHome.run(filled: false) { home in
      func run(_ command: String, _ token: String) async throws -> (CommandResult, Int) {
        try home.directory.write("", to: "runs")
        let address = service.address("link/users?per_page={limit}", "count=120;auth=\(token)")
        let result = try await Command.run(
          home.launch(address.text, "--plain", "--credential", "echo >> runs; \(command)"))
        let runs = try home.directory.read("runs").count
        #expect(try address.requests == (result.status == .exited(0) ? 2 + runs : runs))
        return (result, runs)
      }
      let (first, once) = try await run("echo new", "new")
      #expect(first.status == .exited(0) && first.lines.count == 120 && once == 1)
      let renewing = "[ $(wc -l < runs) = 1 ] && echo old || echo new"
      let (second, twice) = try await run(renewing, "new")
      #expect(second.status == .exited(0) && second.lines.count == 120 && twice == 2)
      let (third, last) = try await run("echo \(Self.secret)", "new")
      #expect(third.status == .exited(1) && last == 2)
      #expect(
        third.error
          == "endless: 401 Unauthorized: the token is missing or wrong: give credentials with -H, --credential or ~/.netrc\n"
      )
      let field = try await run("echo 'Authorization: Bearer new'", "new")
      #expect(field.0.status == .exited(0))
    }
  }

  @Test(arguments: [
    ("exit 7", "exited with status 7"), ("true", "printed no token"),
    ("printf 'a\\001b'", "printed no token"),
    ("echo '\(secret) x: y'", "must print a token, or a header as NAME: VALUE"),
  ]) func `that no command prints is told without it`(command: String, words: String) async throws {
    let service = try await SampleService.shared
    let address = service.address("echo")
    let result = try await output(of: address, ["--credential", command])
    #expect(result.status == .exited(1))
    #expect(result.error == "endless: the --credential command \(words)\n")
    #expect(try address.requests == 0)
  }
}

extension SampleHome {
  /// The absolute path of a file in this home.
  func path(of name: String) -> String { directory.path + "/" + name }

  /// All files that the program keeps between two runs.
  var stateFiles: [String] {
    let names = FileManager.default.enumerator(atPath: stateHome)?.compactMap { $0 as? String }
    return (names ?? []).map { "state/" + $0 }.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path(of: name), isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }
}
