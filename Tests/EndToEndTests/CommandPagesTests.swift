import Foundation
import Glibc
import Testing

/// Commands that the built program runs once per page.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `The pages of a command` {
  private static let numbers =
    "exec:a=$(( {offset} + 1 )); e=$(( {offset} + {limit} )); [ $e -gt 103 ] && e=103; "
    + "[ $a -gt $e ] || seq $a $e | sed 's/.*/{\"id\": &, \"name\": \"n&\"}/'"

  @Test func `are written without a screen, and ends in the status of a failure`() async throws {
    try await SampleHome.run(filled: false) { home in
      func output(_ words: String...) async throws -> CommandResult {
        try await Command.run(home.launch(words + ["--plain"]))
      }
      let all = try await output(Self.numbers)
      #expect(all.status == .exited(0))
      #expect(
        all.output == (1...103).map { "{\"id\":\($0),\"name\":\"n\($0)\"}\n" }.joined())
      let some = try await output(Self.numbers, "--columns", "name,id", "--limit", "2")
      #expect(some.output == "name\tid\nn1\t1\nn2\t2\n")
      let lines = try await output("exec:[ {page} = 7 ] && echo one", "--json", "--first-page", "7")
      #expect(lines.output == "{\"text\":\"one\"}\n")
      let latin = try await output(
        "exec:[ {page} = 1 ] && printf 'caf\\351\\n'; true", "--encoding", "latin1")
      #expect(latin.output == "caf\u{E9}\n", "\(latin.error)")
      let failed = try await output("exec:[ {page} = 1 ] && echo one || { echo no >&2; exit 3; }")
      #expect(failed.status == .exited(1))
      #expect(failed.output == "one\n")
      #expect(failed.error == "endless: no (exit 3)\n")
      let none = try await output("exec:echo '[]'; : {page}", "--items", "/data")
      #expect(none.error.contains("--items needs a page that is a JSON object"))
      let wrong = try await output("exec:echo one", "--id", "id")
      #expect(wrong.status == .exited(2))
    }
  }

  @Test func `end in the status of a failure, even if the parent ignores the ends of programs`()
    async throws
  {
    try await SampleHome.run(filled: false) { home in
      var launch = home.launch("--plain", "exec:echo one; exit 3")
      launch.arguments = ["--ignore-signal=CHLD", launch.program] + launch.arguments
      launch.program = "env"
      let result = try await Command.run(launch)
      #expect(result.status == .exited(1))
      #expect(result.output == "one\n")
      #expect(result.error.contains("exited with status 3"))
    }
  }

  @Test func `are filtered in a script as on the screen`() async throws {
    try await SampleHome.run(filled: false) { home in
      func output(_ words: String...) async throws -> CommandResult {
        try await Command.run(home.launch([Self.numbers] + words + ["--plain"]))
      }
      let some = try await output("--filter", "id>=30", "--filter", "!n3", "--limit", "2")
      #expect(some.output == "{\"id\":40,\"name\":\"n40\"}\n{\"id\":41,\"name\":\"n41\"}\n")
      let none = try await output("--filter", "later=1", "--exit-status")
      #expect(none.output == "" && none.status == .exited(1) && none.error == "")
      let wrong = try await output("--filter", "id>=many")
      #expect(wrong.status == .exited(2))
      #expect(wrong.error.hasPrefix("endless: --filter 'id>=many': 'many' is not a number"))
      let time = try await output("--since", "10:00")
      #expect(time.status == .exited(2))
    }
  }

  /// The command behaves like a service that returns at most 100 items at a time.
  @Test(arguments: [50, 99, 100, 101, 500]) func `are all there, however large a page is asked for`(
    size: Int
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      for start in ["{offset}", "$(( ({page} - 1) * (l > 100 ? 100 : l) ))", "${ENDLESS_LAST:-0}"] {
        let command =
          "exec:l={limit}; a=\(start); [ $l -gt 100 ] && l=100; "
          + "e=$((a + l)); [ $e -gt 1000 ] && e=1000; seq $((a + 1)) $e"
        let all = try await Command.run(
          home.launch([command, "--plain", "--page-size", "\(size)"]))
        #expect(all.status == .exited(0))
        #expect(all.output == (1...1_000).map { "\($0)\n" }.joined(), "\(start)")
      }
    }
  }
}

/// Commands that print nothing, and therefore never notice that the reader of their output has
/// gone.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A silent command` {
  /// A program, a shell with children, and two shells that ignore SIGTERM; the last one runs once
  /// per page.
  private static let commands = [
    "exec:exec sleep 1000", "exec:sleep 1000 & sleep 1000 | cat; true",
    "exec:trap '' TERM; (trap '' TERM; sleep 1000) & sleep 1000",
    "exec:trap '' TERM; (trap '' TERM; sleep 1000) & sleep 1000; : {page}",
  ]

  @Test(
    arguments: commands.flatMap { command in
      ["q", "SIGTERM", "SIGKILL"].map { ([command], $0) }
    } + [(["exec:sleep 1000 & sleep 1000", "--plain"], "SIGKILL")])
  func `leaves no process, however the viewer ends, also without a screen`(
    words: [String], way: String
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      try await PseudoTerminal.run(home.launch(words)) { terminal in
        let viewer = terminal.program.child.identifier
        let session = ProcessSession(leader: viewer)
        let isStarted = try await Polling.answer(within: .seconds(60)) { () throws(HarnessError) in
          session.members.contains { name(of: $0) == "sleep" } ? true : nil
        }
        #expect(isStarted == true)
        switch way {
        case "q": try await terminal.write("q")
        case "SIGTERM": kill(viewer, SIGTERM)
        default: kill(viewer, SIGKILL)
        }
        let isEmpty = try await Polling.answer(within: .seconds(60)) { () throws(HarnessError) in
          session.members.isEmpty ? true : nil
        }
        #expect(isEmpty == true, "\(session.members.map(name))")
      }
    }
  }

  private func name(of process: pid_t) -> String {
    let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    return (name ?? "").trimmingCharacters(in: .newlines)
  }
}
