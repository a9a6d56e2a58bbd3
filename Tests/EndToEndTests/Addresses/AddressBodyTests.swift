import Foundation
import Testing

/// How the content of an answer is recognized, without a screen.
@Suite(.serialized, .timeLimit(.minutes(15))) struct `The content of an answer` {
  private static let plain = "text%2Fplain"

  @Test(arguments: [plain, "application%2Foctet-stream", ""])
  func `is a list of JSON, whatever its type does not say`(type: String) async throws {
    let service = try await SampleService.shared
    let lines = try service.lines(of: "users", count: 30)
    for (path, name) in [("single/users", ""), ("single/users", ";name="), ("ndjson/users", "")] {
      let address = service.address(path, "count=30;type=\(type)\(name)")
      let result = try await output(of: address, ["--json"])
      #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
      #expect(result.lines == lines)
      #expect(try address.requests == 1)
    }
  }

  @Test func `goes on in pages where it names the next one`() async throws {
    let service = try await SampleService.shared
    let address = service.address("urls/users?limit={limit}", "count=120;type=\(Self.plain)")
    let result = try await output(of: address)
    #expect(result.status == .exited(0) && result.lines.count == 120, "\(result.error)")
    #expect(try address.requests == 3)
  }

  @Test(arguments: ["events", "sequence"]) func `is a line for each record of a stream`(
    style: String
  ) async throws {
    let service = try await SampleService.shared
    let result = try await output(of: service.address("\(style)/users", "count=30"))
    #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
    #expect(result.lines == (try service.lines(of: "users", count: 30)))
  }

  @Test func `of events ends with the limit, however long the stream is`() async throws {
    let service = try await SampleService.shared
    let address = service.address("events/users", "count=30;hold")
    let result = try await output(of: address, ["--limit", "7"])
    #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
    #expect(result.lines == (try service.lines(of: "users", count: 30).dropLast(23)))
  }

  // MARK: The limit on the size of an answer

  private static let size = 17_000_000

  @Test(arguments: ["application%2Fjson", plain])
  func `is passed on where it is an array beyond the bound`(type: String) async throws {
    let service = try await SampleService.shared
    let path = "fault/huge?bytes=\(Self.size)"
    let whole = try await output(of: service.address(path, "type=\(type)"))
    #expect(whole.status == .exited(0) && whole.error.isEmpty, "\(whole.error)")
    #expect(whole.output.utf8.count == Self.size)
    let some = try await output(
      of: service.address(path, "type=\(type)"), ["--columns", "id", "--limit", "2"])
    #expect(some.lines == ["id", "1000000001", "1000000002"], "\(some.error)")
    let items = try await output(of: service.address(path, "type=\(type)"), ["--items", "/x"])
    #expect(items.status == .exited(1) && items.error.contains("no array at '/x'"))
  }

  /// A document of more than 16 MiB is shown like a file with the same bytes.
  @Test func `is that of a file where it is an object beyond the bound`() async throws {
    let records = (1...170_000).map {
      #"{"id":\#($0),"text":"\#(String(repeating: "x", count: 80))"}"#
    }
    let document = #"{"total":170000,"items":["# + records.joined(separator: ",\n") + "]}"
    let answer =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(document.utf8.count)\r\n\r\n\(document)"
    #expect(document.utf8.count > 16 << 20)
    try await RawService.run(answering: answer) { root in
      try await SampleHome.run(filled: false) { home in
        try home.directory.write(document, to: "file.json")
        for options in [
          ["--columns", "id", "--limit", "3"],
          ["--items", "/items", "--json", "--limit", "2"],
        ] {
          let file = try await Command.run(
            home.launch(["file.json", "--plain"] + options), within: .seconds(200))
          let asked = try await Command.run(
            home.launch(["\(root)/x", "--plain"] + options), within: .seconds(200))
          #expect(file.status == .exited(0) && asked.status == .exited(0), "\(asked.error)")
          #expect(!file.output.isEmpty && asked.output == file.output, "\(options)")
        }
        let next = try await Command.run(
          home.launch("\(root)/x", "--plain", "--next", "/next"), within: .seconds(200))
        #expect(next.status == .exited(1))
        #expect(next.error.contains("the page is larger than 16 MiB: request fewer items"))
      }
    }
  }
}

/// Answers that are not pages, on a screen.
@Suite(.serialized, .timeLimit(.minutes(15))) struct `A stream of an address on a screen` {
  private static func onScreen(
    _ addresses: String..., body: (Tmux) async throws -> Void
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("a text\n", to: "text")
      try await Tmux.run(home.launch(addresses), lines: 12, body: body)
    }
  }

  /// The stream has no end.
  @Test(arguments: ["events", "sequence", "ndjson"]) func `has its records as they come`(
    style: String
  ) async throws {
    let service = try await SampleService.shared
    let address = service.address("\(style)/users", "count=30;hold")
    try await Self.onScreen(address.text) { tmux in
      try await tmux.waitFor("lupe.1@example.org")
      try await tmux.waitUntil("the names") { $0.first?.hasPrefix("  id  name") == true }
      try await tmux.type("G")
      try await tmux.waitFor(".30@example.org")
      try await tmux.waitFor("waiting for more…")
      #expect(try address.requests == 1)
      try await tmux.quit()
    }
  }

  @Test func `is an array beyond the bound in columns, as far as it has come`() async throws {
    let service = try await SampleService.shared
    for path in ["fault/endless", "fault/huge?bytes=17000000"] {
      let address = service.address(path)
      try await Self.onScreen(address.text) { tmux in
        try await tmux.waitFor("1000000001  xxx")
        try await tmux.waitUntil("the names") { $0.first?.hasPrefix("          id  text") == true }
        try await tmux.type("300000g")
        if path.hasPrefix("fault/e") {
          try await tmux.waitFor("1000300000  xxx", within: .seconds(200))
        }
        #expect(try address.requests == 1)
        try await tmux.quit()
      }
    }
  }

  @Test func `is a text that comes late, with the keys that were typed before`() async throws {
    let service = try await SampleService.shared
    let address = service.address("text/users", "count=1003;latency=10000")
    try await Self.onScreen(address.text) { tmux in
      try await tmux.waitFor("loading…")
      try await tmux.type("20gjj")
      try await tmux.type("/\\.555@\r")
      try await tmux.waitUntil("item 555 at the top") {
        $0.first?.hasPrefix("555  ") == true
      }
      try await tmux.waitFor("line 555 of 1,003")
      try await tmux.quit()
      #expect(try address.requests == 1)
    }
  }

  @Test func `is a text that comes late beside others that were named`() async throws {
    let service = try await SampleService.shared
    let address = service.address("text/users", "count=103;latency=10000")
    try await Self.onScreen(address.text, "text") { tmux in
      try await tmux.waitFor("loading…")
      try await tmux.type(":n\r")
      try await tmux.waitFor("a text")
      try await tmux.type(":p\r")
      try await tmux.waitFor("1  Lupe Karimova")
      try await tmux.type(":n\r")
      try await tmux.waitFor("a text")
      try await tmux.type(":p\r")
      try await tmux.waitFor("1  Lupe Karimova")
      try await tmux.quit()
      #expect(try address.requests == 1)
    }
  }

  @Test func `is left while it is late`() async throws {
    let service = try await SampleService.shared
    try await Self.onScreen(service.address("text/users", "latency=60000").text) { tmux in
      try await tmux.waitFor("loading…")
      try await tmux.type("jjq")
      #expect(try await tmux.waitForExit(within: .seconds(30)) == .exited(0))
    }
  }
}
