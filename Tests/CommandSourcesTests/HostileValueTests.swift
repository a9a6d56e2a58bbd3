import Answers
import CommandSources
import CommandTrials
import Glibc
import Paging
import Randomness
import Records
import TemporaryFolders
import Testing

/// Values that a shell could take for more than a value, tested with a real shell.
@Suite(.timeLimit(.minutes(2))) struct `A value` {
  /// Commands that contain a value, each with the text that is before and after the value in the
  /// shell's word.
  ///
  /// In that text, `@` stands for the value again.
  private static let places: [(command: String, before: String, after: String)] = [
    ("x{last}", "x", ""), ("\"x{last}\"", "x", ""), ("'it'\\''s '{last}", "it's ", ""),
    ("\"a  b{last}c\"", "a  b", "c"), ("x{last}\"{last}\"", "x", "@"),
    ("x\"$(printf %s. {last})\"", "x", "."), ("\"x$(printf %s. \"{last}\")\"", "x", "."),
    ("\"x$(printf %s. \"$(printf %s: {last})\")\"", "x", ":."),
    ("x${ENDLESS_LAST:+{last}}", "x", ""), ("\"x${ENDLESS_LAST:+{last}}\"", "x", ""),
    ("\"x$(f() { printf %s. \"$1\"; }; f {last})\"", "x", "."),
    ("\"x$(A={last}; printf %s. \"$A\")\"", "x", "."),
    ("\"x$(for a in {last}; do printf %s. \"$a\"; done)\"", "x", "."),
  ]

  private static let values = [
    "plain", "'; touch MARK; '", "\"; touch MARK; \"", "$(touch MARK)", "`touch MARK`",
    "\n touch MARK\n", "a b  c\td", "*", "?[a-z]*", "~", "~root", "\\", "\\\\n\\'",
    "${ENDLESS_LAST}",
    "$ENDLESS_LAST", "{last}", "{{last}}", "x; touch MARK #", "& touch MARK", "> MARK",
    "| touch MARK",
    "\u{1}\u{7F}\r", "é€😀", "!!", "%s%n", "}", "))", ")\"", "}\"; touch MARK; \"${X:-", "=(a)",
    String(repeating: "long ", count: 2_000),
  ]

  private func words(of value: String) -> [String] {
    Self.places.map { place in
      place.before + value + (place.after == "@" ? value : place.after)
    }
  }

  private static let command =
    "cd \"$ENDLESS_TEST_FOLDER\" && printf '%s\\0' " + places.map(\.command).joined(separator: " ")
    + " | od -An -v -tx1 | tr -d ' \\n'"

  @Test func `is one word, and nothing else, in whatever quotes`() async throws {
    try await TemporaryFolder.run { folder in
      setenv("ENDLESS_TEST_FOLDER", folder.path, 1)
      var options = CommandOptions()
      options.answers.reader.format = .text
      let source = CommandSource(try CommandTemplate(Self.command), options)
      for value in Self.values {
        let page = try await source.load(
          PageRequest(reason: .append, position: .after(.last(AnswerKey(value))), count: 1))
        let wanted: [UInt8] = words(of: value).flatMap { [UInt8]($0.utf8) + [UInt8(0)] }
        #expect(page.text.map(Self.bytes) == wanted, "\(value.prefix(40).debugDescription)")
      }
      #expect(access(folder.path + "/MARK", F_OK) != 0)
    }
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
  }

  @Test func `that cannot be passed is a failure, and nothing is run`() async throws {
    func failure(_ command: String, _ value: String) async throws -> String? {
      let source = CommandSource(try CommandTemplate(command))
      do throws(PagingError) {
        _ = try await source.load(
          PageRequest(reason: .append, position: .after(.last(AnswerKey(value))), count: 1))
        return nil
      } catch {
        #expect(source.runCount == 0)
        return error.description
      }
    }
    #expect(
      try await failure("echo {last}", "a\0b")
        == "the value of {last} contains a NUL byte, which cannot be passed to a command")
    #expect(
      try await failure("echo x{last}", String(repeating: "x", count: 1 << 20))
        == "the value of {last} is larger than 128 KiB, too large to pass to a command")
    #expect(
      try await failure("echo {last}", "--help")
        == "the value of {last} begins with '-' and would be taken as an option: write --name={last} or similar"
    )
    #expect(try await failure("echo x{last}", "--help") == nil)
    // The longest value that Linux accepts together with the variable's name and the final NUL.
    let most = (128 << 10) - "ENDLESS_LAST=".utf8.count - 1
    let exact = String(repeating: "x", count: most)
    #expect(try await failure("[ $((${#ENDLESS_LAST})) = \(most) ]", exact) == nil)
    #expect(try await failure("echo $ENDLESS_LAST", exact + "x") != nil)
  }
}

/// The first random inputs; `make fuzz` tries more of them.
@Suite struct `Whatever is given to a command, or printed by one` {
  @Test(arguments: [1, 2] as [UInt64]) func `stays a value, whatever is around it`(seed: UInt64) {
    #expect(commandTrial.failure(from: seed, count: 40)?.description == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `is an answer or a failure`(seed: UInt64) {
    #expect(answerTrial.failure(from: seed, count: 300)?.description == nil)
  }
}
