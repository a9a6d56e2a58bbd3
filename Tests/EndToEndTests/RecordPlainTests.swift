import Foundation
import Testing

/// NDJSON and CSV without a screen, as a pipe gets them.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `The plain form of records` {
  private static let lines = "{\"a\": 1.0, \"b\": {\"c\": \"é\"}}\r\nnot one\n{\"a\":2}"
  private static let table = "id,note\n1,\"a \"\"b\"\"\nc\"\n2,d\n"

  private static func output(
    of text: String, name: String, _ arguments: [String], input: Bool = false
  ) async throws -> CommandResult {
    try await SampleHome.run(filled: false) { home in
      guard !input else { return try await Command.run(home.launch(arguments), input: text) }
      try home.directory.write(text, to: name)
      return try await Command.run(home.launch([name] + arguments))
    }
  }

  @Test(arguments: [false, true]) func `is the file itself, objects, or columns that are named`(
    input: Bool
  ) async throws {
    for (text, name, arguments, expected) in [
      (Self.lines, "a.jsonl", [], Self.lines), (Self.table, "a.csv", [], Self.table),
      (
        Self.lines, "a.jsonl", ["--json"],
        "{\"a\":1.0,\"b\":{\"c\":\"é\"}}\n{\"text\":\"not one\"}\n{\"a\":2}\n"
      ),
      (
        Self.table, "a.csv", ["--json", "--format", "csv"],
        "{\"id\":\"1\",\"note\":\"a \\\"b\\\"\\nc\"}\n{\"id\":\"2\",\"note\":\"d\"}\n"
      ),
      (Self.lines, "a.jsonl", ["--columns", "b.c,a"], "b.c\ta\né\t1.0\n\t\n\t2\n"),
      (
        Self.table, "a.csv", ["--format", "csv", "--columns", "note"],
        "note\na \"b\"\\nc\nd\n"
      ),
    ] {
      let result = try await Self.output(of: text, name: name, arguments, input: input)
      #expect(result.outputBytes == Array(expected.utf8))
      #expect(result.status == .exited(0) && result.error.isEmpty)
    }
  }

  @Test func `begins and ends where it is wanted`() async throws {
    for arguments in [["+2", "--limit", "1"], ["+G", "--limit", "1"]] {
      let result = try await Self.output(
        of: Self.table, name: "a.csv", ["--json", "--format", "csv"] + arguments)
      #expect(result.output == "{\"id\":\"2\",\"note\":\"d\"}\n")
    }
    let text = try await Self.output(of: Self.table, name: "a.csv", ["-N", "+3"])
    #expect(text.output == "     3\tc\"\n     4\t2,d\n")
  }

  @Test func `is of what a packed file holds`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(Self.lines, to: "a.jsonl")
      let packed = Launch("gzip", "a.jsonl", directory: home.directory.path)
      #expect(try await Command.run(packed).status == .exited(0))
      let result = try await Command.run(home.launch("--json", "--limit", "1", "a.jsonl.gz"))
      #expect(result.output == "{\"a\":1.0,\"b\":{\"c\":\"é\"}}\n" && result.error.isEmpty)
      let cut = Launch(
        "sh", "-c", "head -c 60 a.jsonl.gz >cut.gz; exec \(home.program) --json cut.gz",
        directory: home.directory.path)
      let failed = try await Command.run(cut)
      #expect(failed.status == .exited(1) && failed.error.isOneLine)
    }
  }

  @Test(arguments: [
    (["--columns", "none"], "a.csv has no column 'none'"),
    (
      ["--columns", "a", "--format", "text"], "a.csv has no columns: name its format with --format"
    ),
  ]) func `says in one line what it has not`(arguments: [String], text: String) async throws {
    let result = try await Self.output(of: Self.table, name: "a.csv", arguments)
    #expect(result.status == .exited(1) && result.output.isEmpty)
    #expect(result.error == "endless: \(text)\n")
  }
}

/// The times of records in the time zone of the machine, which can only be set for a separate
/// process.
@Suite(.timeLimit(.minutes(5))) struct `Times of records` {
  @Test func `are shown in the reader's zone`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(
        #"{"ts": 1763935201.25, "level": "info", "msg": "one"}"# + "\n"
          + #"{"ts": "2025-11-23T22:00:03Z", "level": "info", "msg": "two"}"# + "\n",
        to: "log.ndjson")
      // In POSIX, the offset after the name is added to the local time to get UTC.
      let launch = home.launch(
        "--time", "local", "log.ndjson", environment: ["TZ": "TEST-5:30"])
      try await Tmux.run(launch, lines: 8, columns: 80) { tmux in
        try await tmux.waitFor("2025-11-24T03:30:01.250+05:30 INFO  one")
        try await tmux.waitFor("2025-11-24T03:30:03+05:30 INFO  two")
        try await tmux.send("G", "J", "Enter")
        try await tmux.waitFor("2025-11-24T03:30:03+05:30, 1.750 s after the record above")
      }
    }
  }
}
