import Foundation
import Testing

/// Requests that are printed and not sent.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A dry run` {
  private static let secret = "hush-4712"
  private static let variable = ["API_KEY": secret as String?]

  /// Returns the lines that are printed for an address, without comments, and expects that no
  /// request is sent.
  private static func lines(
    of address: SampleAddress, _ options: [String] = [], in home: SampleHome
  ) async throws -> [String] {
    let before = try address.requests
    let result = try await Command.run(
      home.launch(["--dry-run", address.text] + options, environment: variable))
    #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
    #expect(try address.requests == before)
    #expect(!result.output.contains(secret))
    return result.lines.filter { !$0.hasPrefix("#") }
  }

  private static func shell(_ line: String, in home: SampleHome) async throws -> CommandResult {
    var launch = home.launch(["-c", line], environment: variable)
    launch.program = "/bin/sh"
    let result = try await Command.run(launch)
    #expect(result.status == .exited(0), "\(line): \(result.error)")
    return result
  }

  /// The service answers with the request that it has received, so equal answers mean that the two
  /// requests have the same header and body.
  @Test(arguments: [
    [], ["-H", "X-Api-Key: $API_KEY"], ["-H", "X-Api-Key: it's ${API_KEY}!", "-H", "X-Empty:"],
    ["-H", "Accept: text/plain", "-H", "User-Agent: other/1 (\"x\" `y` $ \\)"],
    ["--data", "{\"a\": \"it's {limit}\",\n \"b\": \"é $x `y` \\\\ !\"}"], ["--data", ""],
    ["--method", "POST"], ["--data", "@a b", "-H", "Content-Type: text/plain"],
    ["--credential", "printf %s \"$API_KEY\" # ')"], ["--credential", "echo token"],
    ["-H", "Authorization: $API_KEY", "-H", "Cookie: a=b$API_KEY"],
  ]) func `prints a line that a shell runs for the same answer`(options: [String]) async throws {
    let service = try await SampleService.shared
    let address = service.address("echo?a=b%20c&d={limit}")
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("machine 127.0.0.1 login me password you\n", to: ".netrc")
      let lines = try await Self.lines(of: address, options, in: home)
      #expect(lines.first?.hasPrefix("curl ") == true)
      let asked = try await Command.run(
        home.launch([address.text, "--plain"] + options, environment: Self.variable))
      #expect(asked.status == .exited(0) && asked.output.contains(#""method":"#))
      let copied = try await Self.shell(lines.joined(separator: "\n"), in: home)
      // The request is the only item of the list in the answer.
      #expect(copied.output.hasSuffix("[\(asked.lines.joined())]}"), "\(copied.output)")
    }
  }

  @Test(arguments: [
    AskedAddress("pages/users?page={page}&per_page={limit}"),
    AskedAddress("pages/users?page={page}", "count=1003;base=0", ["--first-page", "0"]),
    AskedAddress(
      "offsets/users?offset={offset}&limit={limit}", "count=1003", ["--page-size", "20"]),
    AskedAddress("ndjson/users?page={page}&per_page={limit}"),
  ]) func `prints the first page and the second`(asked: AskedAddress) async throws {
    let service = try await SampleService.shared
    let address = service.address(asked.path, asked.switches)
    try await SampleHome.run(filled: false) { home in
      let lines = try await Self.lines(of: address, asked.options, in: home)
      #expect(lines.count == 2)
      var answers: [Data] = []
      for line in lines { answers.append(Data(try await Self.shell(line, in: home).outputBytes)) }
      let printed = try address.paths
      #expect(answers == (try printed.map { try service.body(of: $0) }))
      _ = try await output(of: address, asked.options + ["--limit", "60", "--parallel", "1"])
      let paths = try address.paths.dropFirst(2)
      #expect(Array(paths.prefix(2)) == printed)
    }
  }

  @Test(arguments: [
    AskedAddress("cursors/users?cursor={cursor}&limit={limit}"),
    AskedAddress("after/users?starting_after={last}&limit={limit}"),
    AskedAddress(
      "body-token/users", "count=1003", ["--data", #"{"pageToken":"{cursor}","pageSize":{limit}}"#]),
  ]) func `prints the second page with its placeholder where that is not known`(
    asked: AskedAddress
  ) async throws {
    let service = try await SampleService.shared
    let address = service.address(asked.path, asked.switches)
    try await SampleHome.run(filled: false) { home in
      let lines = try await Self.lines(of: address, asked.options, in: home)
      try #require(lines.count == 2)
      let placeholder = asked.path.contains("{last}") ? "{last}" : "{cursor}"
      #expect(!lines[0].contains(placeholder) && lines[1].contains(placeholder))
      let first = try await Self.shell(lines[0], in: home)
      #expect(first.output.contains(".50@example.org") && !first.output.contains(".51@example.org"))
    }
  }

  @Test func `prints one page of a list whose pages name each other`() async throws {
    let service = try await SampleService.shared
    let address = service.address("link/users?per_page={limit}", "count=1003")
    try await SampleHome.run(filled: false) { home in
      let lines = try await Self.lines(of: address, in: home)
      #expect(lines.count == 1 && lines[0].hasSuffix("?per_page=50'"))
    }
  }

  @Test func `shows no secret that was written`() async throws {
    let service = try await SampleService.shared
    let root = service.root.replacing("//", with: "//me:\(Self.secret)@")
    let address = service.address(
      "echo?api_key=\(Self.secret)&a=b", root: root)
    try await SampleHome.run(filled: false) { home in
      let options = [
        "-H", "X-Auth-Token: \(Self.secret)", "--data", #"{"password": "\#(Self.secret)"}"#,
      ]
      let lines = try await Self.lines(of: address, options, in: home)
      #expect(lines.count == 1)
      for part in ["-u '…:…'", "-H 'X-Auth-Token: …'", #"{"password": "…"}"#, "?api_key=…&a=b'"] {
        #expect(lines[0].contains(part), "\(lines[0])")
      }
    }
  }

  @Test(arguments: [
    (["file"], "--dry-run needs an address such as https://HOST/PATH, not 'file'"),
    (["exec:ls"], "--dry-run needs an address such as https://HOST/PATH, not 'exec:ls'"),
    ([], "--dry-run needs an address such as https://HOST/PATH"),
    (["timeline:"], "--dry-run needs an address such as https://HOST/PATH, not 'timeline:'"),
    (["http://h/", "file"], "--dry-run needs an address such as https://HOST/PATH, not 'file'"),
    (["http://h/", "-H", "X: $NONE"], "-H X: $NONE is not set in the environment"),
    (["http://h/?a={page}&b={last}"], "{page} and {last} cannot be used together"),
  ]) func `of anything else is refused`(words: [String], said: String) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("a text\n", to: "file")
      let result = try await Command.run(home.launch(["--dry-run"] + words))
      #expect(result.status == .exited(2) && result.output.isEmpty)
      #expect(result.error == "endless: \(said); see endless --help\n")
      let secure = try await Command.run(
        home.launch(["--dry-run", "http://h/"], environment: ["LESSSECURE": "1"]))
      #expect(secure.status == .exited(2) && secure.output.isEmpty)
      #expect(secure.error == "endless: LESSSECURE forbids network addresses; see endless --help\n")
    }
  }

  /// In the shell, a function replaces curl and prints each of its arguments.
  @Test(
    arguments: ["sh", "bash"],
    [
      String(String.UnicodeScalarView((32..<127).compactMap { Unicode.Scalar($0) })),
      String(String.UnicodeScalarView((1..<33).compactMap { Unicode.Scalar($0) })),
      "\u{7F}\u{9B}é漢\u{202E}",
      "'", "''", "\\", "\n", "-", "$(id)`id`!!$HOME\"'\"~*?[a]", "a'\n\u{3}'; id; '",
    ]) func `prints whatever is sent as one word`(shell: String, body: String) async throws
  {
    try await SampleHome.run(filled: false) { home in
      let words = ["--dry-run", "http://h/", "-H", "Content-Type: text/plain", "--data", body]
      let lines = try await Command.run(home.launch(words)).output
      var launch = home.launch("-c", "curl() { printf '%s\\0' \"$@\"; }\n\(lines)")
      launch.program = "/bin/\(shell)"
      let printed = try await Command.run(launch)
      let found = printed.outputBytes.split(separator: 0, omittingEmptySubsequences: false).map(
        Array.init)
      #expect(found.suffix(4).first == Array("--data-raw".utf8), "\(printed.error)")
      #expect(found.suffix(3).first == Array(body.utf8))
    }
  }

  @Test func `prints a path that looks like an address as no address`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("a text\n", to: "http://h/file")
      let result = try await Command.run(home.launch("--dry-run", "http://h/file"))
      #expect(result.status == .exited(2) && result.output.isEmpty)
      #expect(result.error.contains("--dry-run needs an address, not 'http://h/file'"))
    }
  }

  @Test func `is safe for a terminal, whatever is sent`() async throws {
    try await SampleHome.run(filled: false) { home in
      let launch = home.launch("--dry-run", "http://h/", "--data", "a\u{1B}[31mb\u{9B}31m")
      try await PseudoTerminal.run(launch) { terminal in
        let status = try await terminal.waitForExit()
        #expect(status == .exited(0))
        let output = await terminal.output
        #expect(!output.contains(0x1B) && !output.contains(0x9B))
        #expect(String(decoding: output, as: UTF8.self).contains("curl --compressed"))
      }
    }
  }
}

/// The request of a page, copied from its list.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A request that is copied` {
  /// Copies a request, and returns the content of tmux's clipboard once the message appears.
  private static func copied(_ words: String, in tmux: Tmux) async throws -> String {
    try await tmux.type(":curl\r")
    try await tmux.waitFor("copied \(words)")
    return try await Polling.answer(within: .seconds(60)) { () throws(HarnessError) in
      try? await tmux.command(["save-buffer", "-"])
    } ?? ""
  }

  @Test(arguments: [
    ("pages/users?page={page}&per_page={limit}", "the request for page 4"),
    ("offsets/users?offset={offset}&limit={limit}", "the request for offset 1"),
    ("cursors/users?cursor={cursor}&limit={limit}", "the request for the page of this row"),
    ("after/users?starting_after={last}&limit={limit}", "the request for the page of this row"),
    ("link/users?per_page={limit}", "the request for the page of this row"),
  ]) func `is that of the page in which the row stands`(path: String, words: String) async throws {
    let service = try await SampleService.shared
    let address = service.address(path, "count=303")
    try await SampleHome.run(filled: false) { home in
      let launch = home.launch(
        [address.text, "-H", "X-Api-Key: $API_KEY"], environment: ["API_KEY": "hush"])
      try await Tmux.run(launch, lines: 12, columns: 120) { tmux in
        try await tmux.waitFor(".1@example.org")
        let first = try await Self.copied("the request for ", in: tmux)
        try await tmux.type("G")
        try await tmux.waitFor(".303@example.org")
        try await tmux.type("160g")
        try await tmux.waitUntil("item 160") { $0.contains { $0.contains(".160@") } }
        let line = try await Self.copied(words, in: tmux)
        #expect(line.hasPrefix("curl ") && line != first)
        #expect(line.contains(#"-H "X-Api-Key: $API_KEY""#) && !line.contains("hush"))
        var shell = home.launch("-c", line, environment: ["API_KEY": "hush"])
        shell.program = "/bin/sh"
        let answer = try await Command.run(shell).output
        #expect(answer.contains(".160@example.org") && !answer.contains(".1@example.org"))
        try await tmux.quit()
      }
    }
  }

  @Test func `is that of the first page where none has come`() async throws {
    let service = try await SampleService.shared
    let address = service.address("link/users?per_page={limit}", "auth=other")
    try await SampleHome.run(filled: false) { home in
      try await Tmux.run(home.launch(address.text), lines: 12, columns: 120) { tmux in
        try await tmux.waitFor("401")
        let line = try await Self.copied("the request for the first page", in: tmux)
        #expect(line.hasPrefix("curl ") && line.hasSuffix("?per_page=50'"))
        try await tmux.quit()
      }
    }
  }

  @Test func `is that of the first page where the row's own is forgotten`() async throws {
    let service = try await SampleService.shared
    let address = service.address("link/users?per_page={limit}", "count=12003;max=1000")
    try await SampleHome.run(filled: false) { home in
      let launch = home.launch(address.text, "--page-size", "1000", "--keep", "20000")
      try await Tmux.run(launch, lines: 12, columns: 150) { tmux in
        try await tmux.waitFor(".1@example.org")
        try await tmux.type("G")
        try await tmux.waitFor(".12003@example.org", within: .seconds(200))
        try await tmux.type("g")
        try await tmux.waitFor(".1@example.org")
        let line = try await Self.copied(
          "the request for the first page (the request for this row is no longer known)", in: tmux)
        #expect(line.hasSuffix("?per_page=1000'"))
        try await tmux.quit()
      }
    }
  }

  @Test func `is in the help of an address, and of no file`() async throws {
    let service = try await SampleService.shared
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("{\"a\": 1}\n", to: "file.ndjson")
      let address = service.address("link/users?per_page={limit}")
      let words = "copy the request for this page as a curl command"
      for (name, isThere) in [(address.text, true), ("file.ndjson", false)] {
        try await Tmux.run(home.launch(name), lines: 80, columns: 160) { tmux in
          try await tmux.waitFor(isThere ? "@example.org" : "file.ndjson")
          try await tmux.send("F1")
          try await tmux.waitFor(" Help")
          #expect(try await tmux.capture().contains { $0.contains(words) } == isThere)
          try await tmux.type("q")
          try await tmux.quit()
        }
      }
    }
  }
}
