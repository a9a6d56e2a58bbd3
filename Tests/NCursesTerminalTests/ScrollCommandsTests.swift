import Terminal
import Testing

@testable import NCursesTerminal

@MainActor @Suite struct `Lines that the terminal moves by itself` {
  @Test(arguments: ["csr", "ind", "ri"])
  func `are drawn where it lacks a sequence`(name: String) {
    let kind = TerminalKind.xterm.with("less", ["indn": nil, "rin": nil, name: nil])
    #expect(made(kind) == nil)
  }

  @Test func `are drawn where writing in the last place would move them`() {
    let kind = TerminalKind.xterm.with("less", [:], without: ["xenl"])
    #expect(made(kind) == nil)
  }

  @Test func `need margins only once`() throws {
    var commands = try #require(made(.xterm))
    var cursor: Point? = Point(line: 7, column: 3)
    #expect(try moved(0..<9, by: 1, &commands, &cursor) == "\u{1B}[1;9r\u{1B}[S")
    #expect(cursor == .zero)
    #expect(try moved(0..<9, by: 1, &commands, &cursor) == "\u{1B}[S")
    #expect(try moved(0..<9, by: -1, &commands, &cursor) == "\u{1B}[T")
    #expect(try moved(2..<9, by: 1, &commands, &cursor) == "\u{1B}[3;9r\u{1B}[S")
    #expect(try moved(0..<10, by: 1, &commands, &cursor) == "\u{1B}[1;10r\u{1B}[S")
  }

  @Test func `move by single steps at the edge where it has no other sequence`() throws {
    var commands = try #require(
      made(TerminalKind.xterm.with("old", ["indn": nil, "rin": nil])))
    var cursor: Point?
    #expect(try moved(2..<9, by: 1, &commands, &cursor) == "\u{1B}[3;9r\u{1B}[9H\n")
    #expect(cursor == Point(line: 8, column: 0))
    #expect(try moved(2..<9, by: -1, &commands, &cursor) == "\u{1B}[3H\u{1B}M")
    #expect(cursor == Point(line: 2, column: 0))
  }

  private func made(_ kind: TerminalKind) -> ScrollCommands? {
    ScrollCommands(kind.capabilities, CursorCommands(kind.capabilities))
  }

  private func moved(
    _ lines: Range<Int>, by distance: Int, _ commands: inout ScrollCommands, _ cursor: inout Point?
  ) throws -> String {
    var bytes: [UInt8] = []
    commands.move(try scrolled(lines, by: distance), cursor: &cursor, &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The change of ten lines in which one of the given lines disappears and a new one appears; the
  /// lines move down if the distance is negative.
  private func scrolled(_ lines: Range<Int>, by distance: Int) throws -> ScrolledLines {
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
}
