import Feeds
import Programs
import Records
import Testing
import Viewers

@MainActor @Suite struct `A command line` {
  private static func parse(_ words: [String]) throws(Failure) -> CommandLineOptions {
    try CommandLineParser.parse(words.map { Array($0.utf8) })
  }

  @Test func `names a source and where it is opened, in any order`() throws {
    for words in [["file", "+3"], ["+3", "file"], ["+3", "--", "file"]] {
      let options = try Self.parse(words)
      #expect(options.source == Array("file".utf8))
      #expect(options.start == .item(3))
    }
    #expect(try Self.parse(["file", "+G"]).start == .end)
    #expect(try Self.parse(["--", "--plain"]).source == Array("--plain".utf8))
  }

  @Test func `may have bytes in a name that are no text`() throws {
    let options = try CommandLineParser.parse([[0x66, 0xFF]])
    #expect(options.source == [0x66, 0xFF])
  }

  @Test func `gives a value beside an option or behind it`() throws {
    for words in [["--keep", "300"], ["--keep=300"]] {
      #expect(try Self.parse(words).viewer.paging.keep == 300)
    }
    #expect(try Self.parse(["file", "-N"]).viewer.showsLineNumbers)
    #expect(try Self.parse(["file", "--line-numbers"]).viewer.showsLineNumbers)
  }

  @Test func `means the timeline where it names nothing else`() throws {
    #expect(try Self.parse([]).isTimeline)
    #expect(try Self.parse(["timeline:"]).isTimeline)
    #expect(try !Self.parse(["file"]).isTimeline)
    #expect(try !CommandLineParser.parse([], hasStandardInput: true).isTimeline)
  }

  @Test func `says how a text is read, and which columns are wanted`() throws {
    #expect(try Self.parse(["file"]).viewer.format == nil)
    for (name, format) in RecordFormat.named {
      #expect(try Self.parse(["--format", name, "file"]).viewer.format == format)
    }
    #expect(try Self.parse(["--format", "csv", "--format", "auto", "file"]).viewer.format == nil)
    #expect(try Self.parse(["file"]).viewer.times == .source)
    #expect(try Self.parse(["--time", "local", "file"]).viewer.times == .local)
    #expect(try Self.parse(["file"]).viewer.columns == nil)
    #expect(
      try Self.parse(["--columns", "b.c,a, d", "file"]).viewer.columns == ["b.c", "a", " d"])
  }

  @Test func `says how values are separated and where their names are`() throws {
    #expect(try Self.parse(["file"]).viewer.csv == CSVChoice())
    for (text, byte) in [
      (";", 0x3B), ("tab", 9), ("\\t", 9), ("^A", 1), ("0x1F", 0x1F), ("^_", 0x1F), (" ", 0x20),
    ] as [(String, UInt8)] {
      #expect(try Self.parse(["--delimiter", text, "file"]).viewer.csv.delimiter == byte)
    }
    #expect(try Self.parse(["--header", "2", "file"]).viewer.csv.header == .line(2))
    #expect(try Self.parse(["--header=none", "file"]).viewer.csv.header == CSVChoice.Header.none)
    #expect(try Self.parse(["--skip", "3", "file"]).viewer.csv.skippedLines == 3)
  }

  @Test(arguments: ["", "ab", "\"", "\n", "é", "7", "x", "0x80", "^@", "0x00"])
  func `refuses what can separate no values`(text: String) {
    let failure = #expect(throws: Failure.self) { try Self.parse(["--delimiter", text, "file"]) }
    #expect(failure?.text.hasPrefix("--delimiter must be a character") == true)
  }

  @Test(arguments: [["-f", "a"], ["--follow", "a"], ["+F", "a"]])
  func `follows from the end on`(words: [String]) throws {
    let options = try Self.parse(words)
    #expect(options.viewer.follows)
    #expect(options.start == .end)
  }

  @Test(arguments: [["exec:./page {page}"], ["exec:ls", "exec:./page {page}"], ["file"]])
  func `may retry where a source has pages`(sources: [String]) throws {
    #expect(try Self.parse(["--retry-for", "2"] + sources).viewer.paging.retryLimit == .seconds(2))
  }

  @Test func `may name several sources`() throws {
    #expect(try Self.parse(["a", "-", "b"]).sources == ["a", "-", "b"].map { Array($0.utf8) })
  }

  @Test(arguments: [
    (["--kep", "3"], "unknown option '--kep'"),
    (["--vers"], "unknown option '--vers' (did you mean '--version'?)"),
    (["-Z"], "unknown option '-Z'"), (["file", "-NZ"], "unknown option '-Z'"),
    (["--keep"], "--keep needs a value: --keep N"), (["--ascii=yes"], "--ascii takes no value"),
    (["--keep", "many"], "--keep must be at least 1, not 'many'"),
    (["--retry-for", "-1"], "--retry-for must be from 0 to 86400, not '-1'"),
    (["--fail-every", "-1"], "--fail-every must be at least 0, not '-1'"),
    (["--plain", "-f", "a", "b"], "without a screen, -f follows only one file: name one"),
    (["--limit=-1"], "--limit must be at least 0, not '-1'"),
    (["--color", "red"], "--color must be auto, always or never, not 'red'"),
    (["--likes="], "--likes needs a path, not an empty value"),
    (
      ["--format", "xml"],
      "--format must be auto, text, json, ndjson, csv or tsv, not 'xml'"
    ),
    (["--time", "zulu"], "--time must be local, utc or source, not 'zulu'"),
    (["--time", "utc"], "--time cannot be used with the sample timeline"),
    (["--columns", "a,,b"], "--columns must be names separated by commas, not 'a,,b'"),
    (["--columns", "\"a", "x"], "--columns must be names separated by commas, not '\"a'"),
    (["--columns="], "--columns must be names separated by commas, not ''"),
    (["--columns", "a"], "--format and --columns cannot be used with the sample timeline"),
    (
      ["--format", "csv", "timeline:"],
      "--format and --columns cannot be used with the sample timeline"
    ),
    (
      ["--encoding", "nonsense", "file"],
      "--encoding must be a name that iconv knows, not 'nonsense'"
    ),
    (
      ["--header", "1001", "file"],
      "--header must be LINES or LINES,COLUMNS (0 to 1000), or none, not '1001'"
    ),
    (
      ["--skip", "1", "timeline:"],
      "--delimiter, --header and --skip cannot be used with the sample timeline"
    ),
    (["+x", "file"], "invalid position '+x'; use +N, +G, +F or +/PATTERN"),
    (["+3"], "+N, +G and +/PATTERN cannot be used with the sample timeline"),
    (["-f"], "-f and +F cannot be used with the sample timeline"),
    (
      ["--plain", "+/x", "file"],
      "+/PATTERN and -p need a screen, not --plain; --filter writes only matches"
    ),
    (
      ["--plain", "-p", "x", "file"],
      "+/PATTERN and -p need a screen, not --plain; --filter writes only matches"
    ),
    (
      ["--retry-for", "2", "exec:exit 75"],
      "--retry-for needs a source with pages, such as exec:COMMAND with {page}, {offset}, {cursor} or {last}"
    ),
    (["timeline:", "file"], "the timeline cannot be opened with other sources"),
    (["--slots", "x"], "--slots needs --secure"),
  ]) func `that is wrong is told in one line`(words: [String], text: String) {
    let failure = #expect(throws: Failure.self) { try Self.parse(words) }
    #expect(failure == .usage(text))
  }

  @Test func `may only ask for help, whatever else is wrong`() throws {
    #expect(try Self.parse(["--help", "-N"]).asks == .help)
    #expect(try Self.parse(["--version"]).asks == .version)
  }

  @Test func `has each option in the help, in lines of 80 columns`() {
    let help = HelpText.text([AskedPages.options, AddressOptions.options])
    for name in CommandOption.all([AskedPages.options, AddressOptions.options]).flatMap(\.names) {
      #expect(help.contains(name), "\(name)")
    }
    for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func `has a short help, on one screen`() {
    let help = HelpText.beginning([AskedPages.options, AddressOptions.options])
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24)
    for line in lines { #expect(line.count <= 80, "\(line)") }
    #expect(lines.count { $0.hasPrefix("  -") } == 10)
    #expect(help.contains("endless --help all"))
  }

  @Test func `has no two options of one name`() {
    let names = CommandOption.all([AskedPages.options, AddressOptions.options]).flatMap(\.names)
    #expect(Set(names).count == names.count)
  }
}
