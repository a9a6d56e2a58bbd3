import Foundation
import Testing

/// Items as lines, without a screen.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `The plain form` {
  @Test func `writes as many lines as are wanted`() async throws {
    try await SampleHome.run { home in
      for limit in [0, 1, 49, 50, 51, 120] {
        let result = try await Command.run(
          home.launch("timeline:", "--plain", "--limit", "\(limit)"))
        #expect(result.status == .exited(0))
        #expect(result.error.isEmpty)
        #expect(result.output.isEmpty || result.output.hasSuffix("\n"))
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == limit)
        for (line, post) in zip(lines, home.newest) {
          #expect(line.firstMatch(of: #/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  @/#) != nil)
          #expect(line.contains("@\(post.authorHandle)  "))
        }
      }
    }
  }

  @Test func `writes objects that can be read`() async throws {
    try await SampleHome.run { home in
      let launch = home.launch(
        "timeline:", "--plain", "--json", "--limit", "200", "--page-size", "7")
      let result = try await Command.run(launch)
      #expect(result.status == .exited(0))
      let objects = try result.output.split(separator: "\n").map { line in
        try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
      #expect(objects.count == 200)
      for (object, post) in zip(objects, home.newest) {
        #expect(object["text"] as? String == post.text)
        #expect(object["authorName"] as? String == post.authorName)
      }
      let identifiers = objects.compactMap { $0["id"] as? Int }
      #expect(Set(identifiers).count == 200)
    }
  }

  @Test(arguments: ["dumb", "", nil]) func `is what a terminal that cannot draw gets`(
    type: String?
  ) async throws {
    try await SampleHome.run { home in
      let launch = home.launch("--limit", "3", environment: ["TERM": type])
      try await PseudoTerminal.run(launch) { terminal in
        let status = try await terminal.waitForExit()
        #expect(status == .exited(0))
        let output = await terminal.output
        #expect(!output.contains(0x1B))
        #expect(output.count { $0 == UInt8(ascii: "\n") } == 3)
      }
    }
  }

  @Test func `is what standard output gets that is not a terminal`() async throws {
    try await SampleHome.run { home in
      var launch = home.launch("--limit", "3")
      launch.standardOutput = .pipe
      try await PseudoTerminal.run(launch) { terminal in
        let status = try await terminal.waitForExit()
        #expect(status == .exited(0))
        #expect(await terminal.output.isEmpty)
        #expect(await terminal.standardOutput.count { $0 == UInt8(ascii: "\n") } == 3)
      }
    }
  }

  @Test func `ends silently when nobody reads any more`() async throws {
    try await SampleHome.run { home in
      var launch = home.launch("timeline:", "--plain")
      launch.standardOutput = .pipe
      launch.standardError = .pipe
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitUntil("lines") { _ in await !terminal.standardOutput.isEmpty }
        await terminal.closeStandardOutput()
        #expect(try await terminal.waitForExit() == .exited(0))
        #expect(await terminal.standardError.isEmpty)
        #expect(await terminal.output.isEmpty)
      }
    }
  }

  @Test(arguments: [["timeline:", "--plain"], ["--help"], ["--help", "all"], ["--version"]])
  func `says why nothing can be written`(arguments: [String]) async throws {
    try await SampleHome.run { home in
      var launch = home.launch(arguments)
      launch.standardOutput = .file("/dev/full")
      let result = try await Command.run(launch)
      #expect(result.status == .exited(1))
      #expect(result.error.hasPrefix("endless: ") && result.error.isOneLine)
    }
  }

  @Test func `tries again what may pass, else exits with status 3`() async throws {
    try await SampleHome.run { home in
      let words = ["timeline:", "--plain", "--fail-every", "2"]
      let whole = try await Command.run(home.launch(words + ["--limit", "120"]))
      #expect(whole.status == .exited(0) && whole.error.isEmpty)
      #expect(whole.output.split(separator: "\n").count == 120)
      let failed = try await Command.run(home.launch(words + ["--retry-for", "0"]))
      #expect(failed.status == .exited(3))
      #expect(failed.output.split(separator: "\n").count == 50)
      #expect(failed.error.hasPrefix("endless: the network is down") && failed.error.isOneLine)
    }
  }

  @Test func `is interrupted by the key with nothing to be mended`() async throws {
    try await SampleHome.run { home in
      let launch = home.launch("timeline:", "--plain", "--latency", "600000")
      try await PseudoTerminal.run(launch, TerminalOptions(isJob: true)) { terminal in
        try await terminal.waitUntil("the program to have begun") { _ in
          home.size(of: home.database + "-shm") > 0
        }
        try await terminal.write("\u{3}")
        #expect(try await terminal.waitForExit() == .exited(130))
      }
    }
  }

  @Test(arguments: [
    ("--version", "endless "), ("--help", "Usage: endless "), ("-h", "Usage: endless "),
  ])
  func `tells of itself on standard output`(option: String, start: String) async throws {
    try await SampleHome.run(filled: false) { home in
      let result = try await Command.run(home.launch(option))
      #expect(result.status == .exited(0))
      #expect(result.output.hasPrefix(start))
      #expect(result.error.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: home.dataHome))
    }
  }
}
