import Foundation
import Testing

/// Failures of an address without a screen: if they persist, the program ends with a status and one
/// line.
@Suite(.serialized, .timeLimit(.minutes(15))) struct `An address that fails` {
  /// An address, and the status and the words of its failure.
  struct Failing: Sendable, CustomTestStringConvertible {
    let address: AskedAddress
    let status: Int32
    let words: String
    var testDescription: String { address.testDescription }

    init(_ path: String, _ switches: String = "", _ status: Int32, _ words: String) {
      // On a busy machine, a service that does answer may need more than a second.
      let timeout = words.contains("--timeout") ? "1" : "60"
      address = AskedAddress(path, switches, ["--timeout", timeout, "--retry-for", "0"])
      (self.status, self.words) = (status, words)
    }
  }

  private static let links = "link/users?per_page={limit}"
  private static let tooLarge = "the page is larger than 16 MiB: request fewer items"

  @Test(arguments: [
    Failing(links, "fail-all=500", 3, "500 Internal Server Error: request 1 fails"),
    Failing(links, "fail-all=503", 3, "503 Service Unavailable: request 1 fails"),
    Failing(links, "fail-all=429;retry-after=9", 3, "429 Too Many Requests: request 1 fails"),
    Failing(links, "auth=a", 1, "401 Unauthorized: the token is missing or wrong"),
    Failing(links, "fail-all=404", 1, "404 Not Found: request 1 fails"),
    Failing("fault/status/410", "", 1, "410 Gone: status 410"),
    Failing("fault/cut", "", 3, "the connection to HOST was lost: "),
    Failing(
      "fault/invalid", "", 1, "first page: the page is not valid JSON: unexpected end at line 1"),
    Failing("fault/endless?page={page}", "", 1, tooLarge),
    Failing("fault/huge?bytes=16777217&page={page}", "", 1, tooLarge),
    Failing("fault/loop", "", 1, " redirects more than 10 times"),
    Failing(
      "fault/redirect?to=file:///etc/passwd", "", 1, "the service redirects to a file: address"),
    Failing("fault/redirect?to=ftp://HOST/", "", 1, "the service redirects to a ftp: address"),
    Failing("fault/silent", "", 3, "no data from HOST for 1 s: see --timeout"),
    Failing("fault/stall", "", 3, "no data from HOST for 1 s: see --timeout"),
    Failing(
      "fault/html?page={page}", "", 1,
      "the response is a web page (HTML), not data: is this the address of the API?"),
  ]) func `is told in one line, with a status that says whether it may pass`(
    failing: Failing
  ) async throws {
    let service = try await SampleService.shared
    let host = "127.0.0.1:\(service.port)"
    let path = failing.address.path
    // An address with `{page}` says how pages are found, so the program does not wait for the first
    // answer. The failure is the same.
    let numbered = path + (path.contains("?") ? "&" : "?") + "page={page}"
    for path in path.contains("{page}") ? [path] : [path, numbered] {
      let address = service.address(path.replacing("HOST", with: host), failing.address.switches)
      let result = try await output(of: address, failing.address.options)
      #expect(result.status == .exited(failing.status))
      #expect(result.output.isEmpty)
      #expect(result.error.hasPrefix("endless: ") && result.error.isOneLine, "\(result.error)")
      let words = failing.words.replacing("HOST", with: host)
        .replacing("first page", with: path == numbered ? "page 1" : "first page")
      #expect(result.error.contains(words), "\(result.error)")
      // A service that is busy may count the request only after the program has given up.
      _ = try await Polling.answer(within: .seconds(60)) { () throws(HarnessError) in
        (try? address.requests) ?? 0 > 0 ? true : nil
      }
      let requests = try address.requests
      if !path.contains("loop") { #expect(requests == 1) }
    }
  }

  @Test(arguments: ["", "?page={page}"]) func `is a host that is not there`(query: String)
    async throws
  {
    try await SampleHome.run(filled: false) { home in
      func fails(
        _ address: String, _ status: Int32, _ words: String, proxy: String? = nil
      ) async throws {
        let result = try await Command.run(
          home.launch(
            [address + query, "--plain", "--retry-for", "0"], environment: ["http_proxy": proxy]))
        #expect(result.status == .exited(status), "\(address)")
        #expect(result.error.hasPrefix("endless: \(words)") && result.error.isOneLine)
      }
      let free = "127.0.0.1:\(try FreePort.find())"
      let service = try await SampleService.shared
      try await fails("http://no.such.host.invalid/", 1, "no such host: no.such.host.invalid\n")
      try await fails("http://\(free)/", 3, "cannot connect to \(free): ")
      let address = service.address("link/users")
      try await fails(address.text, 3, "cannot connect to 127.0.0.1", proxy: "http://\(free)")
      try await fails(address.text, 1, "no such proxy: ", proxy: "http://no.such.invalid:1")
      #expect(try address.requests == 0)
    }
  }

  /// The items before the failure are still written.
  ///
  /// If a page that the service has named is missing, this is a failure and not the end.
  @Test(arguments: [
    links, "cursors/users?cursor={cursor}&limit={limit}", "urls/users?limit={limit}",
  ])
  func `after its first page leaves the items of that`(path: String) async throws {
    let service = try await SampleService.shared
    for (status, exit) in [(503, 3 as Int32), (404, 1), (416, 1)] {
      let address = service.address(path, "count=1003;no-total;fail=2:\(status)")
      let result = try await output(of: address, ["--retry-for", "0"])
      #expect(result.status == .exited(exit) && result.error.isOneLine)
      #expect(result.lines == (try service.lines(of: "users", count: 1_003).dropLast(953)))
    }
  }

  @Test(arguments: ["fail=1:503,2:500", "fail=3:429;retry-after=1", "fail=2:408,4:502,6:504"])
  func `for a while only is asked again, and nothing is told`(switches: String) async throws {
    let service = try await SampleService.shared
    let address = service.address(Self.links, "count=303;\(switches)")
    let result = try await output(of: address)
    #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
    #expect(result.lines == (try service.lines(of: "users", count: 303)))
  }

  @Test func `is a POST that is not sent twice unless it may be`() async throws {
    let service = try await SampleService.shared
    let data = ["--data", #"{"pageToken":"{cursor}"}"#]
    let address = service.address("body-token/users", "count=40;fail=1:503")
    let refused = try await output(of: address, data)
    #expect(refused.status == .exited(1) && refused.error.contains("503 Service Unavailable"))
    #expect(try address.requests == 1)
    let again = service.address("body-token/users", "count=40;fail=1:503")
    let result = try await output(of: again, data + ["--retry-for", "9"])
    #expect(result.status == .exited(0) && result.lines.count == 40, "\(result.error)")
  }

  @Test(arguments: ["link/users?per_page=1", "pages/users?per_page=1&page={page}"])
  func `is one with more pages than are asked for without a word`(path: String) async throws {
    let service = try await SampleService.shared
    let address = service.address(path, "count=1100")
    let stopped = try await output(of: address)
    #expect(stopped.status == .exited(1))
    #expect(stopped.lines.count == 1_000)
    #expect(stopped.error.isOneLine)
    #expect(
      stopped.error.hasSuffix("stopped after 1000 requests: allow more with --max-requests\n"))
    #expect(try address.requests == 1_000)
    let asked = service.address(path, "count=1100")
    let some = try await output(of: asked, ["--max-requests", "3"])
    #expect(some.status == .exited(0) && some.lines.count == 3)
    #expect(some.error.hasSuffix("stopped after 3 requests\n") && some.error.isOneLine)
    #expect(try asked.requests == 3)
    let one = try await output(of: service.address(path, "count=1100"), ["--max-requests", "1"])
    #expect(one.status == .exited(0) && one.error.hasSuffix("stopped after 1 request\n"))
    let all = try await output(
      of: service.address(path, "count=1100"), ["--max-requests", "2000"])
    #expect(all.status == .exited(0) && all.lines.count == 1_100 && all.error.isEmpty)
  }
}

/// Services whose pages never end.
@Suite(.serialized, .timeLimit(.minutes(15))) struct `An address without an end` {
  /// The service answers a request for any page beyond the end with its last page.
  @Test(arguments: [[], ["--parallel", "1"]])
  func `ends where its last page comes for the third time`(options: [String]) async throws {
    let service = try await SampleService.shared
    let address = service.address(
      "pages/users?page={page}&per_page={limit}", "count=103;no-total;repeat")
    let result = try await output(of: address, options)
    #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
    #expect(result.lines == (try service.lines(of: "users", count: 103)))
    #expect(try address.requests < 20)
  }
}

/// Bodies that are not pages.
@Suite(.serialized, .timeLimit(.minutes(15))) struct `A text behind an address` {
  @Test(arguments: ["text", "csv", "ndjson"]) func `is passed on byte for byte`(
    style: String
  ) async throws {
    let service = try await SampleService.shared
    let result = try await output(of: service.address("\(style)/users", "count=5000"))
    #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
    let body = try service.body(of: "/with/count=5000/\(style)/users")
    #expect(result.outputBytes == Array(body))
  }

  @Test func `is a record for each event of a stream`() async throws {
    let service = try await SampleService.shared
    let result = try await output(of: service.address("events/users", "count=500"))
    #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
    #expect(result.lines == (try service.lines(of: "users", count: 500)))
  }

  @Test func `is unpacked where it is packed`() async throws {
    let service = try await SampleService.shared
    let result = try await output(of: service.address("packed/users", "count=5000"))
    #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
    let body = try service.body(of: "/with/count=5000/csv/users")
    #expect(result.outputBytes == Array(body))
  }

  @Test func `is a page of HTML, too, where no pages are asked for`() async throws {
    let service = try await SampleService.shared
    let result = try await output(of: service.address("fault/html"))
    #expect(result.status == .exited(0))
    #expect(result.outputBytes == Array(try service.body(of: "/fault/html")))
  }

  @Test(arguments: [
    ["--json"], ["--format", "json"], ["--format", "csv"], ["--columns", "id"], ["--items", "/a"],
    ["--next", "/b"], ["--id", "c"],
  ]) func `is an error for a page of HTML where an option asks for data`(
    options: [String]
  ) async throws {
    let service = try await SampleService.shared
    let result = try await output(of: service.address("fault/html"), options)
    #expect(result.status == .exited(1) && result.output.isEmpty && result.error.isOneLine)
    #expect(result.error.contains("the response is a web page (HTML), not data"), "\(result.error)")
  }

  /// The bytes of a document without a list are written like those of a text.
  @Test func `is a document without a list`() async throws {
    let service = try await SampleService.shared
    let result = try await output(of: service.address("inclusive/users", "count=5"))
    #expect(result.status == .exited(0), "\(result.error)")
    #expect(result.output.contains(#""k0000005""#), "\(result.output)")
  }

  @Test func `is written as far as it came, before what is wrong is told`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\n"
    for body in ["half\n", "a text of more than a few bytes\n"] {
      try await RawService.run(answering: head + body) { root in
        try await SampleHome.run(filled: false) { home in
          let result = try await Command.run(home.launch(root, "--plain"))
          #expect(result.status == .exited(3))
          #expect(result.output == body)
          #expect(result.error.contains(" was lost: ") && result.error.isOneLine)
        }
      }
    }
  }

  @Test func `stands line by line while it comes, and is left at once`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"
    try await RawService.run(answering: head + "line 1\nline 2\n", holds: true) { root in
      try await SampleHome.run(filled: false) { home in
        try await Tmux.run(home.launch(root), lines: 12) { tmux in
          try await tmux.waitFor("line 2")
          try await tmux.type("q")
          #expect(try await tmux.waitForExit(within: .seconds(30)) == .exited(0))
        }
      }
    }
  }

  @Test func `is printed where it fits on the screen, as other texts are`() async throws {
    // If the machine is busy, a screen may open before the answer has come.
    for _ in 1...5 {
      if try await Self.isPrinted() { return }
    }
    Issue.record("a screen opened each time")
  }

  /// Expects that a short text is printed; returns false if a screen opened instead.
  private static func isPrinted() async throws -> Bool {
    let service = try await SampleService.shared
    let address = service.address("text/users", "count=2")
    return try await SampleHome.run(filled: false) { home in
      try await PseudoTerminal.run(home.launch("-F", address.text)) { terminal in
        try await terminal.waitUntil("its end, or a screen") { output in
          guard await terminal.isRunning else { return true }
          return output.contains(Array("\u{1B}[?1049h".utf8))
        }
        guard await !terminal.isRunning else { return false }
        #expect(try await terminal.waitForExit() == .exited(0))
        let lines = String(
          decoding: try service.body(of: "/with/count=2/text/users"), as: UTF8.self)
        #expect(await terminal.text == lines.replacing("\n", with: "\r\n"))
        return true
      }
    }
  }
}

/// The words of a service reach the reader, and have no effect on the terminal.
@Suite(.serialized, .timeLimit(.minutes(15))) struct `The words of a service at an address` {
  private static let said = #"{"error":"a\u001b[31mb\nc\u0007"}"#
  private static let answer =
    "HTTP/1.1 400 No\r\nContent-Type: application/json\r\nContent-Length: \(said.utf8.count)\r\n"
    + "Connection: close\r\n\r\n\(said)"

  @Test(arguments: ["", "/?page={page}"]) func `are a line without control characters`(
    path: String
  ) async throws {
    try await RawService.run(answering: Self.answer) { root in
      try await SampleHome.run(filled: false) { home in
        let result = try await Command.run(home.launch(root + path, "--plain"))
        #expect(result.status == .exited(1) && result.error.isOneLine)
        #expect(result.error.hasPrefix("endless: 400 Bad Request: a"))
        #expect(!result.error.dropLast().unicodeScalars.contains { $0.value < 0x20 })
        try await PseudoTerminal.run(home.launch(root + path)) { terminal in
          try await terminal.waitFor("400 Bad Request")
          try await terminal.quit()
          let text = await terminal.text
          #expect(!text.contains("\u{1B}[31mb") && !text.contains("\u{7}"))
        }
      }
    }
  }
}
