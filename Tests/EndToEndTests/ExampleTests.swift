import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct `The program in the document of the libraries` {
  private static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `is the one that is built`() throws {
    let document = try String(
      contentsOf: Self.checkout.appending(path: "docs/libraries.md"), encoding: .utf8)
    let program = try String(
      contentsOf: Self.checkout.appending(path: "Sources/Examples/Squares/main.swift"),
      encoding: .utf8)
    #expect(!program.isEmpty && document.contains("```swift\n\(program)```"))
  }

  @Test func `shows its list, and goes on where the next page is`() async throws {
    let launch = Launch(try BuiltProgram.path(of: "Squares"))
    try await Tmux.run(launch, lines: 10, columns: 40) { tmux in
      try await tmux.waitFor("3² = 9")
      for _ in 1...12 { try await tmux.send("Space") }
      try await tmux.waitUntil("the third page") { lines in
        lines.contains { $0.contains(/1\d\d² = 1\d\d\d\d$/) }
      }
      try await tmux.quit()
    }
  }
}

/// The four example lists, each modeled on a kind of system from which `endless` developed.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `The example of` {
  // MARK: A keyed timeline

  @Test(arguments: [1, 2, 7, 20, 400])
  func `K1, K6, K13: a keyed timeline gives each post once, also where a page begins at one gone`(
    pageSize: Int
  ) async throws {
    let keys = try await words("timeline", pageSize: pageSize)
    #expect(keys == (1...300).reversed().map { "post-" + "000\($0)".suffix(4) })
  }

  @Test func `a keyed timeline shows posts of three cells, and what is new above them`()
    async throws
  {
    try await Tmux.run(Launch(try BuiltProgram.path(of: "Origins"), "timeline")) { tmux in
      try await tmux.waitUntil("the first post, and all ready") { lines in
        lines.starts(with: [
          "▌ Ada  post-0300", "▌ What happened on day 300.", "▌ ♥ 20", "", "  Dilnoza  post-0299",
        ]) && lines.last?.contains("Timeline (ready)") == true
      }
      try await tmux.send("r")
      try await tmux.waitUntil("new posts, and the place kept") { lines in
        lines.first == "▌ Ada  post-0300" && lines.last?.contains("3 new ↑") == true
      }
      try await tmux.send("g")
      try await tmux.waitUntil("the new posts") { $0.first == "▌ Dilnoza  post-0303" }
      try await toEnd(of: tmux)
      try await tmux.waitFor("post-0001")
      try await tmux.waitFor("Timeline (end)")
      try await quit(tmux)
    }
  }

  @Test func `a keyed timeline is initial, loading, ready or at its end`() async throws {
    let launch = Launch(try BuiltProgram.path(of: "Origins"), "timeline", "--latency", "600000")
    try await Tmux.run(launch) { tmux in
      try await tmux.waitFor("Timeline (loading)")
      try await tmux.send("C-c")
      try await tmux.waitFor("Timeline (initial)")
      try await tmux.send(".")
      try await tmux.waitFor("Timeline (loading)")
      try await quit(tmux)
    }
  }

  @Test func `a keyed timeline takes its posts from a service`() async throws {
    try await SampleService.run { service in
      let address = "\(service.root)/with/count=25;latency=50"
      let launch = Launch(try BuiltProgram.path(of: "Origins"), "timeline", "--service", address)
      try await Tmux.run(launch) { tmux in
        try await tmux.waitUntil("the first post, and all ready") { lines in
          lines.first == "▌ Finn O'Hara  post-0025"
            && lines.last?.contains("Timeline (ready)") == true
        }
        try await toEnd(of: tmux)
        try await tmux.waitFor("Lupe Ortiz  post-0001")
        try await tmux.waitFor("item 25 of 25")
        try await quit(tmux)
      }
    }
  }

  // MARK: Numbered users

  @Test(arguments: [1, 7, 20, 200])
  func `N1, N4, N6, N10, P53: numbered users gives each once, as said last, no page too many`(
    pageSize: Int
  ) async throws {
    let lines = try await lines("users", pageSize: pageSize)
    #expect(lines.map { $0.prefix { $0 != " " } } == (1...120).map { "user\($0)@example.org" })
    #expect(lines.first == "user1@example.org  Jun, online")
  }

  @Test func `numbered users has a loading row, which can be cancelled and goes on`()
    async throws
  {
    let launch = Launch(try BuiltProgram.path(of: "Origins"), "users", "--latency", "12000")
    try await Tmux.run(launch, lines: 10, columns: 60) { tmux in
      try await tmux.waitFor("user1@example.org")
      try await tmux.send("G")
      try await tmux.waitUntil("a loading row") { $0.contains("  loading…") }
      try await tmux.send("x")
      try await tmux.waitUntil("a row that says so") { $0.contains("  stopped · .: continue") }
      try await tmux.send(".")
      try await tmux.waitFor("user21@example.org")
      try await quit(tmux)
    }
  }

  @Test func `P24, N2, N3, N4: numbered users lacks nobody after a refresh in the midst of a load`()
    async throws
  {
    let launch = Launch(try BuiltProgram.path(of: "Origins"), "users", "--latency", "300")
    try await Tmux.run(launch, lines: 10, columns: 70) { tmux in
      try await tmux.waitFor("user1@example.org")
      try await tmux.send("G", "r")
      try await toEnd(of: tmux)
      var before: [String] = []
      try await tmux.waitUntil("the last user") { lines in
        before = lines
        return lines.contains { $0.hasPrefix("▌ user120@example.org") }
          && lines.last?.contains("of 120") == true
      }
      try await tmux.send("r")
      try await tmux.waitUntil("the same users") { lines in
        lines.dropLast() == before.dropLast() && lines.last?.contains("up to date") == true
      }
      try await quit(tmux)
    }
  }

  @Test func `numbered users takes them from a service, and says when it fails`() async throws {
    try await SampleService.run { service in
      let address = "\(service.root)/with/count=45;fail=1:404"
      let launch = Launch(try BuiltProgram.path(of: "Origins"), "users", "--service", address)
      try await Tmux.run(launch, lines: 10, columns: 90) { tmux in
        try await tmux.waitFor("the service answers 404: request 1 fails")
        try await tmux.send(".")
        try await tmux.waitUntil("the first user") { lines in
          lines.first == "▌ lupe.1@example.org  Lupe Karimova"
        }
        try await toEnd(of: tmux)
        try await tmux.waitFor("user 45 of 45")
        try await quit(tmux)
      }
    }
  }

  // MARK: Contacts by offset

  @Test(arguments: [1, 7, 10, 50])
  func `P50, O1, O2, O3, O5, O6: contacts by offset gives each once, pages short and some gone`(
    pageSize: Int
  ) async throws {
    let ids = try await words("contacts", pageSize: pageSize)
    #expect(ids == (1...150).map(String.init))
  }

  @Test func `contacts by offset gives a page each time it is asked by hand`() async throws {
    try await Tmux.run(Launch(try BuiltProgram.path(of: "Origins"), "contacts")) { tmux in
      try await tmux.waitUntil("one page and no more") { lines in
        lines.contains("7  Piotr 7") && lines.contains("Return: the next page")
          && !lines.contains("8  Mei 8")
      }
      try await tmux.send("Enter")
      try await tmux.waitFor("13  Noor 13")
      try await tmux.send("C-d")
      #expect(try await tmux.waitForExit() == .exited(0))
    }
  }

  @Test func `contacts by offset takes them from a service, and asks again for a page that failed`()
    async throws
  {
    try await SampleService.run { service in
      let address = "\(service.root)/with/count=15;fail=2:503"
      let launch = Launch(try BuiltProgram.path(of: "Origins"), "contacts", "--service", address)
      try await Tmux.run(launch) { tmux in
        try await tmux.waitUntil("one page and no more") { lines in
          lines.contains("1  Lupe Karimova") && lines.contains("Return: the next page")
            && !lines.contains { $0.hasPrefix("11  ") }
        }
        try await tmux.send("Enter")
        try await tmux.waitFor("the service answers 503: request 2 fails")
        try await tmux.send("Enter")
        try await tmux.waitUntil("the last contact") { $0.contains { $0.hasPrefix("15  ") } }
        #expect(try await tmux.waitForExit() == .exited(0))
      }
    }
  }

  // MARK: Stories by token

  @Test(arguments: [1, 20, 30])
  func `P14, T2: stories by token gives each once, where a page is empty and no token is the end`(
    pageSize: Int
  ) async throws {
    let ids = try await words("stories", pageSize: pageSize)
    #expect(ids == (801...1000).reversed().map(String.init))
  }

  @Test func `T3: stories by token fills what is in sight in a batch, down to the end`()
    async throws
  {
    let launch = Launch(try BuiltProgram.path(of: "Origins"), "stories")
    try await Tmux.run(launch, lines: 10, columns: 70) { tmux in
      try await tmux.waitUntil("the first screen, from one batch") { lines in
        lines.first == "▌ 1000  The story of a kite" && lines[8] == "  992  The story of an owl"
          && lines.last?.contains("(batches 1, cancelled 0)") == true
      }
      try await toEnd(of: tmux)
      try await tmux.waitFor("801  The story of a ferry")
      try await quit(tmux)
    }
  }

  @Test func `T5: stories by token stops a batch that is scrolled past, and fills the next`()
    async throws
  {
    let launch = Launch(try BuiltProgram.path(of: "Origins"), "stories", "--latency", "8000")
    try await Tmux.run(launch, lines: 10, columns: 110) { tmux in
      try await tmux.waitUntil("a list of numbers") { $0.first == "▌ 1000  …" }
      try await tmux.send("Space")
      try await tmux.waitUntil("the first batch stopped") { lines in
        lines.first == "▌ 991  …" && lines.last?.contains("cancelled 1)") == true
      }
      try await tmux.waitFor("991  The story of a kite")
      try await quit(tmux)
    }
  }

  @Test func `stories by token takes ids and content from a service, which may give fewer`()
    async throws
  {
    try await SampleService.run { service in
      let address = "\(service.root)/with/count=45;short=3"
      let launch = Launch(try BuiltProgram.path(of: "Origins"), "stories", "--service", address)
      try await Tmux.run(launch, lines: 30, columns: 90) { tmux in
        try await tmux.waitUntil("a screen of content") { lines in
          lines.first == "▌ 1  Show: the library lends umbrellas now; all of them are out"
            && lines.dropLast().allSatisfy { $0.contains("  Show: ") }
        }
        try await toEnd(of: tmux)
        try await tmux.waitUntil("the last story, and none without content") { lines in
          lines.contains { $0.hasPrefix("▌ 45  Show: ") } && !lines.contains { $0.hasSuffix("…") }
        }
        try await quit(tmux)
      }
    }
  }

  // MARK: Helpers

  private func lines(_ system: String, pageSize: Int) async throws -> [Substring] {
    let path = try BuiltProgram.path(of: "Origins")
    let launch = Launch(path, system, "--plain", "--page-size", "\(pageSize)")
    let result = try await Command.run(launch)
    #expect(result.status == .exited(0) && result.error.isEmpty)
    return result.output.split(separator: "\n")
  }

  /// The first word of each line.
  private func words(_ system: String, pageSize: Int) async throws -> [String] {
    try await lines(system, pageSize: pageSize).map { String($0.prefix { $0 != " " }) }
  }

  /// Goes to the last item repeatedly, like a reader, until the end is shown.
  private func toEnd(of tmux: Tmux) async throws {
    var lines: [String] = []
    let found: Bool? = try await Polling.answer(within: .seconds(60)) { () throws(HarnessError) in
      try await tmux.send("G")
      lines = try await tmux.capture()
      return lines.contains { $0.contains("── end ──") } ? true : nil
    }
    try #require(found == true, "no end in sight: \(lines)")
  }

  private func quit(_ tmux: Tmux) async throws {
    try await tmux.quit()
  }
}

@Suite struct `The articles of the documentation` {
  private static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The contents of the files with the given extension in folders of the code, without
  /// indentation, because the listings that they are compared with have none.
  private func texts(in folders: [String], withExtension name: String) throws -> [String] {
    try folders.flatMap { folder in
      let files = FileManager.default.enumerator(
        at: Self.checkout.appending(path: folder), includingPropertiesForKeys: nil)
      return try (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == name }
        .map { atMargin(try String(contentsOf: $0, encoding: .utf8)) }
    }
  }

  private func atMargin(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
  }

  @Test func `show code that is built, word for word`() throws {
    let articles = try texts(in: ["Sources"], withExtension: "md")
    let code = try texts(in: ["Sources", "Tests"], withExtension: "swift")
    let listings = articles.flatMap { $0.matches(of: /```swift\n([^`]*(?:`{1,2}[^`]+)*)```/) }
      .map { String($0.1) }
    #expect(listings.count > 20)
    for listing in listings {
      #expect(code.contains { $0.contains(listing) }, "no code that is built has:\n\(listing)")
    }
  }
}
