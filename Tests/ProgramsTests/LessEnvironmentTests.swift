import Feeds
import Programs
import Terminal
import Testing
import Viewers

@MainActor @Suite struct `What LESS says` {
  private static func parse(
    _ less: String, _ words: [String] = ["file"]
  ) throws(Failure) -> CommandLineOptions {
    try CommandLineParser.parse(
      words.map { Array($0.utf8) }, less: LessEnvironment(options: less))
  }

  /// The options that are set, as letters: `F`, `S`, `N`, `i` or `I`, `f`, and `m` for the mouse.
  private static func effects(_ options: CommandLineOptions) -> String {
    let viewer = options.viewer
    let flags: [(String, Bool)] = [
      ("F", viewer.quitsIfOneScreen), ("S", !viewer.wrapsLines), ("N", viewer.showsLineNumbers),
      ("i", viewer.searchCase == .smart), ("I", viewer.searchCase == .ignored),
      ("f", viewer.follows), ("m", options.looks.mouse),
    ]
    return flags.filter(\.1).map(\.0).joined()
  }

  private nonisolated static let prompt = """
    m Manual page printf(1) ?ltline %lt?L/%L.:byte %bB?s/%s..?e (END):?pB %pB\\%..\
    (press h for help or q to quit)$PM Manual page printf(1) ?ltline %lt?L/%L.:byte %bB?s/%s..\
    ?e (END):?pB %pB\\%..(press h for help or q to quit)$
    """

  @Test(arguments: [
    // The values that are set by git, by systemd, by man-db, and by man-db if the reader has set
    // options, too.
    ("FRX", "F"), ("FRSXMK", "FS"), ("-ix8RmP\(prompt)", "i"), ("-ix8RmP\(prompt)-R", "i"),
    ("-ix8RmP\(prompt)-FSN --mouse", "FSNim"),
  ]) func `is read as other programs set it`(less: String, effects: String) throws {
    let options = try Self.parse(less)
    #expect(Self.effects(options) == effects)
    #expect(options.viewer.tabs == .usual)
  }

  @Test(arguments: [
    ("", ""), ("-", ""), ("-S", "S"), ("S", "S"), ("-S -N", "SN"), ("-S-N", "SN"), ("SN i", "SNi"),
    ("I", "I"), ("iI", "I"), ("-f", ""), ("NfS", "SN"), ("N-+N", ""), ("NS-+NS", ""),
    ("NS-+N-i", "Si"), ("Nn", ""), ("i-+i", ""), ("F$S", "FS"), ("%&!-=lvHYZN", "N"),
    ("--chop-long-lines", "S"), ("--chop", "S"), ("--CHOP", ""), ("--LINE-NUMBERS", "N"),
    ("--Line-Numbers --IGNORE", "NI"), ("--line-numbers", ""), ("N--line-numb", ""),
    ("N--line", "N"),
    ("--quit-if-one-screen -S", "FS"), ("--quit S", "S"), ("--unknown=N -S", "S"),
    ("--mouse --wheel-lines=3 --use-color -N", "Nm"), ("--RAW-CONTROL-CHARS -S", "S"),
    ("--prompt=N S F$ -i", "i"), ("--shift=4S", "S"), ("--shift 4 -S", "S"), ("--tabs=4N", "N"),
    ("+F", "f"), ("+/NSF$i", "i"), ("é漢-N", "N"),
  ]) func `is letters and names in a row`(less: String, effects: String) throws {
    #expect(Self.effects(try Self.parse(less)) == effects, "\(less)")
  }

  @Test(arguments: [
    ("PNSF$i", "i"), ("PNSF", ""), ("-Pm?f%f$-N", "N"), ("j5S", "S"), ("j.5S", "S"), ("j-3S", "S"),
    ("z-4S", "S"), ("z10S", "S"), ("b64S", "S"), ("y3S", "S"), ("h0S", "S"), ("#10S", "S"),
    ("#.5S", "S"), ("DNGk$S", "S"), ("Dd+r$Du+b$-N", "N"), ("kN$S", "S"), ("oN$S", "S"),
    ("tN$S", "S"), ("pN$S", "S"), ("\"NN$S", "S"), ("x 4 S", "S"), ("-j 5 -S", "S"), ("-z4-+S", ""),
    ("--use-backslash -Pa\\$N$S", "S"), ("-Pa\\$N", "N"),
  ]) func `has no letters in a value`(less: String, effects: String) throws {
    #expect(Self.effects(try Self.parse(less)) == effects, "\(less)")
  }

  @Test(arguments: [
    ("x4", "4"), ("-x4,8", "4,8"), ("x9,17N", "9,17"), ("--tabs=4", "4"), ("--tabs 3,9 S", "3,9"),
    ("x2x6", "6"), ("x4-+x", "8"), ("x", "8"), ("xR", "8"), ("x0", "8"), ("x99999999999999", "8"),
  ]) func `sets tab stops`(less: String, tabs: String) throws {
    #expect(try Self.parse(less).viewer.tabs == TabStops(tabs), "\(less)")
  }

  @Test(arguments: [
    ("j5", "5"), ("-j.5", ".5"), ("j-1S", "-1"), ("--jump-target=-.25", "-.25"), ("j3-+j", "1"),
    ("j", "1"), ("j0", "1"), ("j--", "1"), ("j..", "1"),
  ]) func `sets the line that a jump leads to`(less: String, target: String) throws {
    #expect(try Self.parse(less).viewer.jumpTarget == JumpTarget(target), "\(less)")
  }

  @Test(arguments: [("+G", StartPosition.end), ("-N +12$S", .item(12)), ("+F", .end), ("+g", nil)])
  func `may say where a text begins`(less: String, start: StartPosition?) throws {
    #expect(try Self.parse(less).start == start)
  }

  @Test(arguments: [
    ("SN", ["-+S"], "N"), ("SN", ["-+SN"], ""), ("N", ["-n"], ""), ("i", ["-I"], "I"),
    ("I", ["-+I"], ""), ("F", ["-+F"], ""), ("x4", ["-x8"], ""), ("+G", ["+3"], ""),
    ("FRX", ["-S", "-N"], "FSN"), ("--mouse", ["-+N"], "m"),
  ]) func `comes before the command line, which wins`(
    less: String, words: [String], effects: String
  ) throws {
    let options = try Self.parse(less, words + ["file"])
    #expect(Self.effects(options) == effects)
    #expect(options.viewer.tabs == .usual)
    if less == "+G" { #expect(options.start == .item(3)) }
  }

  @Test(arguments: [[], ["timeline:"], ["--secure"], ["file", "--plain"], ["--help"]])
  func `is without effect where there is no text on a screen`(words: [String]) throws {
    let options = try Self.parse("SNi+G", words)
    #expect(Self.effects(options) == "" && options.start == nil)
  }
}
