import Foundation
import Testing

/// Commands that are run once a page, by the built program.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `The pages of a command` {
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
      let failed = try await output("exec:[ {page} = 1 ] && echo one || { echo no >&2; exit 3; }")
      #expect(failed.status == .exited(1))
      #expect(failed.output == "one\n")
      #expect(failed.error == "endless: the command ended with status 3: no\n")
      let none = try await output("exec:echo '[]'; : {page}", "--items", "/data")
      #expect(none.error.contains("--items needs an answer that is an object of JSON"))
      let wrong = try await output("exec:echo one", "--id", "id")
      #expect(wrong.status == .exited(2))
    }
  }

  /// As a service does that gives 100 at most.
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
