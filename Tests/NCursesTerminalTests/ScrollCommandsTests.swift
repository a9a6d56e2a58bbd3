import Terminal
import Testing

@testable import NCursesTerminal

@MainActor @Suite struct `Lines that the terminal moves by itself` {
  private static let strings = [
    "csr": "\u{1B}[%i%p1%d;%p2%dr", "indn": "\u{1B}[%p1%dS", "rin": "\u{1B}[%p1%dT",
    "sc": "\u{1B}7", "rc": "\u{1B}8",
  ]
  private static let reset = "\u{1B}7\u{1B}[r\u{1B}8"

  private func made(
    _ strings: [String: String] = strings, flags: Set<String> = ["xenl"]
  ) -> ScrollCommands? {
    ScrollCommands(
      TerminalCapabilities(string: { strings[$0] }, flag: { flags.contains($0) }))
  }

  /// Commands that have set margins, with the cursor on a line.
  private func moving(_ lines: Range<Int>, cursor line: Int) throws -> ScrollCommands {
    var commands = try #require(made())
    _ = commands.bytes(before: Array("\u{1B}[\(line + 1)d".utf8))
    _ = commands.bytes(for: try scrolled(lines))
    return commands
  }

  /// Lines of ten of which one goes and one comes; down where the distance is negative.
  private func scrolled(_ lines: Range<Int>, by distance: Int = 1) throws -> ScrolledLines {
    var rows = (0..<10).map { "row \($0)" }
    let old = digests(rows)
    rows.remove(at: distance > 0 ? lines.lowerBound : lines.upperBound - 1)
    rows.insert("new", at: distance > 0 ? lines.upperBound - 1 : lines.lowerBound)
    return try #require(ScrolledLines(from: old, to: digests(rows)))
  }

  private func digests(_ rows: [String]) -> LineDigests {
    var canvas = Canvas(size: Size(lines: 10, columns: 20))
    for (line, row) in rows.enumerated() {
      canvas.draw(SafeText(row), at: Point(line: line, column: 0))
    }
    return LineDigests(of: canvas)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(arguments: ["csr", "indn", "rin", "sc", "rc"])
  func `are left to ncurses where the terminal lacks a sequence`(name: String) {
    var strings = Self.strings
    strings[name] = nil
    #expect(made(strings) == nil)
    strings[name] = "other"
    #expect(made(strings) == nil)
  }

  @Test func `are left to ncurses where writing in the last cell would scroll`() {
    #expect(made(flags: []) == nil)
  }

  @Test func `need margins only once`() throws {
    var commands = try #require(made())
    #expect(text(commands.bytes(for: try scrolled(0..<9))) == "\u{1B}7\u{1B}[;9r\u{1B}8\u{1B}[S")
    #expect(text(commands.bytes(for: try scrolled(0..<9))) == "\u{1B}[S")
    #expect(text(commands.bytes(for: try scrolled(0..<9, by: -1))) == "\u{1B}[T")
    #expect(text(commands.bytes(for: try scrolled(2..<9))) == "\u{1B}7\u{1B}[3;9r\u{1B}8\u{1B}[S")
  }

  @Test(arguments: [
    "\u{1B}[3;4Hx", "\u{1B}[H\u{1B}[Jx", "\r\u{1B}[7dx\u{1B}[K", "\u{1B}[1mx\u{1B}(B",
  ])
  func `keep their margins where ncurses goes to a place`(drawing: String) throws {
    var commands = try moving(2..<9, cursor: 8)
    #expect(text(commands.bytes(before: Array(drawing.utf8))) == "")
    #expect(text(commands.bytes(for: try scrolled(2..<9))) == "\u{1B}[S")
  }

  @Test(
    arguments: [
      "\n", "\u{1B}[B", "\u{1B}[2B", "\u{1B}[L", "\u{1B}[3M", "\u{1B}[2S", "\u{1B}D", "\u{1B}E",
    ])
  func `give their margins up where ncurses goes down or moves lines`(drawing: String) throws {
    var commands = try moving(0..<9, cursor: 5)
    #expect(text(commands.bytes(before: Array(drawing.utf8))) == Self.reset)
    #expect(text(commands.bytes(before: Array(drawing.utf8))) == "")
  }

  @Test(arguments: ["\u{1B}[A", "\u{1B}[3A", "\r\u{1B}Mx"])
  func `give their margins up where ncurses goes up and may stop below the first line`(
    drawing: String
  ) throws {
    var commands = try moving(2..<9, cursor: 8)
    #expect(text(commands.bytes(before: Array(drawing.utf8))) == Self.reset)
  }

  @Test(arguments: ["\u{1B}[A", "\u{1B}[3A", "\r\u{1B}Mx"])
  func `keep margins from the first line on where ncurses goes up`(drawing: String) throws {
    var commands = try moving(0..<9, cursor: 8)
    #expect(text(commands.bytes(before: Array(drawing.utf8))) == "")
  }

  @Test(arguments: ["\u{1B}[H\u{1B}Mx", "\u{1B}[H\u{1B}[m\u{1B}Mx", "\u{1B}[2d\u{1B}M\u{1B}Mx"])
  func `give their margins up where ncurses goes up from the first line, which moves all`(
    drawing: String
  ) throws {
    var commands = try moving(0..<9, cursor: 8)
    #expect(text(commands.bytes(before: Array(drawing.utf8))) == Self.reset)
  }

  @Test func `know the first line also where an earlier frame has led there`() throws {
    var commands = try moving(0..<9, cursor: 8)
    #expect(text(commands.bytes(before: Array("\u{1B}[Hx".utf8))) == "")
    #expect(text(commands.bytes(before: Array("\r\u{1B}Mx".utf8))) == Self.reset)
  }

  @Test(arguments: ["\n", "\u{1B}[A", "\u{1B}M"])
  func `have unknown margins reset, which may be set`(drawing: String) throws {
    var commands = try moving(0..<9, cursor: 8)
    commands.forgetMargins()
    #expect(text(commands.bytes(before: Array("\u{1B}[2;2Hx".utf8))) == "")
    #expect(text(commands.bytes(before: Array(drawing.utf8))) == Self.reset)
  }

  @Test func `leave the first frame as it is, which sets the margins itself`() throws {
    var commands = try #require(made())
    commands.forgetMargins()
    let opening = "\u{1B}(B\u{1B})0\u{1B}[?1049h\u{1B}[1;10r\u{1B}[H\u{1B}[Jx\nx"
    #expect(text(commands.bytes(before: Array(opening.utf8))) == "")
    #expect(text(commands.bytes(before: Array("\n".utf8))) == "")
  }
}
