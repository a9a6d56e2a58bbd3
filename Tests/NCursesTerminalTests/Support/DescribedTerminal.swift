import Foundation
import TemporaryFolders
import Terminal
import Testing

@testable import NCursesTerminal

/// A terminal that the system's terminfo describes, or one whose description differs from such a
/// description in some capabilities.
struct DescribedTerminal: CustomTestStringConvertible, Sendable {
  /// The name of its description.
  let name: String
  /// Its description in the language of terminfo(5); nil if the system has the description.
  let source: String?

  var testDescription: String { name }

  /// Creates a terminal that differs from another one in some capabilities.
  private init(_ name: String, as other: String, _ changes: String) {
    self.name = name
    source = "\(name)|a terminal for tests,\n\t\(changes)\n\tuse=\(other),\n"
  }

  private init(_ name: String) { (self.name, source) = (name, nil) }

  static let all = [
    DescribedTerminal("xterm-256color"), DescribedTerminal("linux"), DescribedTerminal("vt220"),
    DescribedTerminal("tmux-256color"), DescribedTerminal("screen"),
    DescribedTerminal("e-nohpa", as: "xterm-256color", "hpa@, vpa@,"),
    DescribedTerminal("e-nomargins", as: "xterm-256color", "csr@,"),
    DescribedTerminal("e-feeds", as: "xterm-256color", "indn@, rin@,"),
    DescribedTerminal("e-indexes", as: "xterm-256color", "indn@, rin@, ind=\\ED, ri=\\EM$<5>,"),
    DescribedTerminal("e-wraps", as: "xterm-256color", "xenl@,"),
    DescribedTerminal("e-noerase", as: "xterm-256color", "el@, el1@, ech@, ed@,"),
    DescribedTerminal(
      "e-places", as: "xterm-256color", "cr@, cuf@, cuf1@, cub@, cub1@, ht@, cbt@,"),
    DescribedTerminal(
      "e-plainly", as: "xterm-256color",
      "msgr@, clear=\\E[H\\E[2J$<50>, cup=\\E[%i%p1%d;%p2%dH$<5/>,"),
    DescribedTerminal("e-fewpairs", as: "xterm-256color", "pairs#20,"),
  ]

  /// A terminal that does not follow ECMA-48.
  static let vt52 = DescribedTerminal("vt52")

  /// The folder with the descriptions that the system does not have; it is kept for all tests.
  private static let folder: TemporaryFolder? = {
    guard let folder = try? TemporaryFolder() else { return nil }
    let text = all.compactMap(\.source).joined()
    guard let file = try? folder.write(text, to: "source") else { return nil }
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/tic")
    compiler.arguments = ["-x", "-o", folder.path("terminfo"), file]
    guard (try? compiler.run()) != nil else { return nil }
    compiler.waitUntilExit()
    setenv(
      "TERMINFO_DIRS", "\(folder.path("terminfo")):/etc/terminfo:/lib/terminfo:/usr/share/terminfo",
      1)
    return compiler.terminationStatus == 0 ? folder : nil
  }()

  /// An opened painter, with the capabilities and the looks of its terminal.
  @MainActor struct Opened {
    let capabilities: TerminalCapabilities
    let looks: TerminalLooks
    let painter: any Painter
  }

  /// Opens a painter.
  @MainActor func open(
    _ choice: NCursesOptions.PainterChoice, _ size: Size, isAlone: Bool = false,
    mixesColors: Bool = false
  ) throws -> Opened {
    if source != nil { _ = try #require(Self.folder) }
    let locale = TerminalLocale.set()
    #expect(locale == .utf8)
    if choice == .direct {
      let capabilities = try #require(TerminalCapabilities.open(name))
      let looks = TerminalLooks(capabilities, .auto, mixesColors: mixesColors)
      return Opened(
        capabilities: capabilities, looks: looks, painter: DirectPainter(capabilities, looks))
    }
    let screen = try #require(CursesScreen(name, size, colors: true))
    let capabilities = try #require(TerminalCapabilities.inUse())
    let looks = TerminalLooks(capabilities, .auto, mixesColors: mixesColors)
    let painter = NCursesPainter(screen, capabilities, looks, locale, isAlone: isAlone)
    return Opened(capabilities: capabilities, looks: looks, painter: painter)
  }
}
