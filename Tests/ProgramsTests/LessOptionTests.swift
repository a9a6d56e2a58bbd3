import Feeds
import Programs
import Terminal
import Testing
import Viewers

@MainActor @Suite struct `An option of less` {
  private static func parse(
    _ words: [String], _ less: LessEnvironment = LessEnvironment()
  ) throws(Failure) -> CommandLineOptions {
    try CommandLineParser.parse(words.map { Array($0.utf8) }, less: less)
  }

  @Test(arguments: [
    ["-RXnMeK"], ["-SRFX"], ["-aABcCdeEgGiIJKLmMnNqQrRsSuUwWX~"], ["-P", "-N"], ["-Pa$S"],
    ["-x4"], ["-x", "4"], ["-x4S"], ["-j.5"], ["-j", "5"], ["-z-4"], ["-z", "5"], ["-Dd+r"],
    ["-#", "4"], ["-b64"], ["-h10"], ["-y5"], ["-olog"], ["-O", "log"], ["-k", "keys"],
    ["-t", "tag"],
    ["-Ttags"], ["-\"", "'"], ["-20"], ["-+S"], ["-+SN"], ["-+x"], ["--use-color"], ["--mouse"],
    ["--MOUSE"], ["--wheel-lines=3"], ["--wheel-lines", "3"], ["--incsearch"], ["--quit-on-intr"],
    ["--RAW-CONTROL-CHARS"], ["--no-init"], ["--chop-long-lines"], ["--LINE-NUMBERS"],
    ["--quit-if-one-screen"], ["--prompt=x"], ["--tabs=4"], ["--follow-name"], ["--save-marks"],
    ["--silent"], ["--rscroll=-"], ["--status-col-width=3"], ["--lesskey-src", "keys"],
  ]) func `is taken as less takes it, with its value`(words: [String]) throws {
    let options = try Self.parse(words + ["file"])
    #expect(options.sources == [Array("file".utf8)])
    #expect(!options.viewer.follows && options.start == nil)
  }

  @Test func `has its effect where there is one`() throws {
    let options = try Self.parse(["-SNFx4", "file"])
    #expect(!options.viewer.wrapsLines && options.viewer.showsLineNumbers)
    #expect(options.viewer.quitsIfOneScreen && options.viewer.tabs == TabStops(every: 4))
    #expect(try Self.parse(["-x3S", "file"]).viewer.wrapsLines == false)
    #expect(try Self.parse(["-Nn", "file"]).viewer.showsLineNumbers == false)
    #expect(try Self.parse(["-i", "file"]).viewer.searchCase == .ignored)
    #expect(try Self.parse(["-I", "file"]).viewer.searchCase == .ignored)
    #expect(try Self.parse(["--tabs=9,17", "file"]).viewer.tabs == TabStops("9,17"))
    #expect(try Self.parse(["file"]).viewer.wrapsLines)
  }

  @Test func `is another one here where endless has its own`() throws {
    #expect(try Self.parse(["-f", "file"]).viewer.follows)
    #expect(try Self.parse(["-h"]).asks == .help)
    #expect(try Self.parse(["-?"]).asks == .help)
    #expect(try Self.parse(["-V"]).asks == .version)
    #expect(try Self.parse(["--color", "never", "file"]).looks.color == .never)
  }

  @Test(arguments: [
    (["-Z", "file"], "unknown option '-Z'"), (["-RZ", "file"], "unknown option '-Z'"),
    (["-+Z", "file"], "unknown option '-+Z'"),
    (["--squeeze", "file"], "unknown option '--squeeze'"),
    (["--no-init=1", "file"], "--no-init takes no value"),
    (["-x"], "-x needs a value: -x N"), (["-j"], "-j needs a value"),
    (["-xR", "file"], "-x needs a value"),
    (["--wheel-lines"], "--wheel-lines needs a number"),
    (["-x0", "file"], "--tabs must be numbers from 1 to 1000, such as 4 or 9,17, not '0'"),
  ]) func `is a mistake where it is none or has no value`(words: [String], text: String) {
    let failure = #expect(throws: Failure.self) { try Self.parse(words) }
    #expect(failure == .usage(text))
  }

  @Test(arguments: [["+/x"], ["-p", "x"], ["-px"], ["--pattern=x"]])
  func `begins at a match`(words: [String]) throws {
    #expect(try Self.parse(words + ["file"]).start == .match("x"))
  }

  @Test func `does not count for what LESSSECURE forbids`() throws {
    let less = LessEnvironment(isSecure: true)
    #expect(try Self.parse(["a", "b"], less).viewer.restriction == .environment)
    #expect(try Self.parse(["a"]).viewer.restriction == nil)
    #expect(try Self.parse(["--secure"], less).viewer.restriction == .guest)
    let failure = #expect(throws: Failure.self) { try Self.parse(["a", "--log", "log"], less) }
    #expect(failure == .usage("LESSSECURE forbids --log"))
  }
}
