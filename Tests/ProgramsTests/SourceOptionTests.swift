import Feeds
import Programs
import Testing
import Viewers

/// Options that a source declares, which the command line itself does not know.
@MainActor @Suite struct `An option of a source` {
  private static let stars = SourceOptions(
    "Stars", need: "stars:",
    [
      SourceOption("--from", "n", "The first star (1).") { text throws(Failure) in
        _ = try SourceOption.number(text, of: "--from", in: 1...9)
      },
      SourceOption("--class", "letter", "Stars of one class alone.") { _ in },
      SourceOption("--names", "", "Name them all.", isForEach: true) { _ in },
    ]
  ) { $0.starts(with: "stars:".utf8) }

  private static func parse(_ words: String...) throws(Failure) -> CommandLineOptions {
    try CommandLineParser.parse(words.map { Array($0.utf8) }, sources: { [stars] })
  }

  @Test func `is taken with its value, and the last one counts`() throws {
    let options = try Self.parse("--from", "2", "stars:", "--class=K", "--from=3")
    #expect(options.viewer.sourceValues["--from"] == "3")
    #expect(options.viewer.sourceValues["--class"] == "K")
    #expect(options.source == Array("stars:".utf8))
    #expect(try Self.parse("stars:").viewer.sourceValues.isEmpty)
  }

  @Test func `with a value that the source refuses is wrong usage, in its words`() {
    #expect(throws: Failure.usage("--from must be from 1 to 9, not 'x'")) {
      try Self.parse("--from", "x", "stars:")
    }
    #expect(throws: Failure.usage("--class needs a value: --class LETTER")) {
      try Self.parse("stars:", "--class")
    }
    #expect(throws: Failure.usage("unknown option '--fro' (did you mean '--from'?)")) {
      try Self.parse("--fro", "2", "stars:")
    }
  }

  @Test func `is wrong usage where nothing that is named has it`() throws {
    #expect(throws: Failure.usage("--from and --class need stars:")) {
      try Self.parse("--from", "2", "file")
    }
    #expect(try Self.parse("--from", "2", "file", "stars:").sources.count == 2)
    // An option that a program does not have is an unknown one.
    #expect(throws: Failure.usage("unknown option '--from'")) {
      try CommandLineParser.parse(["--from", "2", "stars:"].map { Array($0.utf8) })
    }
  }

  @Test func `may have no value, and be for stars alone`() throws {
    #expect(try Self.parse("--names", "stars:").viewer.sourceValues["--names"] == "")
    #expect(throws: Failure.usage("--names takes no value")) {
      try Self.parse("--names=a", "stars:")
    }
    #expect(throws: Failure.usage("--names needs stars:, not 'file'")) {
      try Self.parse("--names", "stars:", "file")
    }
    #expect(throws: Failure.usage("--names needs stars:")) { try Self.parse("--names") }
  }

  @Test func `is in the help, below the heading of its source`() {
    let help = HelpText.text([Self.stars, AskedPages.options])
    #expect(
      help.contains(
        """

        Stars:
          --from N              The first star (1).
          --class LETTER        Stars of one class alone.
          --names               Name them all.

        Paged addresses and commands:
        """))
  }

  @Test func `of a command is refused where there is none`() throws {
    let words = ["--next", "/data", "file"].map { Array($0.utf8) }
    #expect(
      throws: Failure.usage(
        "--next, --id, --first-page, --parallel and --timeout need an address, or exec:COMMAND with {page}, {offset}, {cursor} or {last}"
      )
    ) { try CommandLineParser.parse(words, sources: { [AskedPages.options] }) }
    // A list may be in a file as well.
    let items = ["--items", "/data", "file"].map { Array($0.utf8) }
    let options = try CommandLineParser.parse(items, sources: { [AskedPages.options] })
    #expect(options.viewer.sourceValues["--items"] == "/data")
  }
}
