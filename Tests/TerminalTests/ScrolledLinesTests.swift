import Terminal
import Testing

@Suite struct `Lines that scrolled` {
  @Test func `are found where all move up and one comes in below`() throws {
    let moved = try #require(
      scrolled(from: ["a", "b", "c", "d", "status 1"], to: ["b", "c", "d", "e", "status 2"]))
    #expect(moved.lines == 0..<4)
    #expect(moved.distance == 1)
    #expect((0..<5).map(moved.origin(of:)) == [1, 2, 3, nil, 4])
  }

  @Test func `are found where all move down`() throws {
    let moved = try #require(
      scrolled(from: ["a", "b", "c", "d", "status"], to: ["y", "z", "a", "b", "status"]))
    #expect(moved.lines == 0..<4)
    #expect(moved.distance == -2)
    #expect((0..<5).map(moved.origin(of:)) == [nil, nil, 0, 1, 4])
  }

  @Test func `leave what stands above and below them where it is`() throws {
    let moved = try #require(
      scrolled(from: ["title", "a", "b", "c", "end"], to: ["title", "b", "c", "d", "end"]))
    #expect(moved.lines == 1..<4)
  }

  @Test func `may hold one that has changed as well`() throws {
    let moved = try #require(
      scrolled(from: ["a", "b", "c", "d", "e"], to: ["b", "c!", "d", "e", "f"]))
    #expect(moved.distance == 1)
    #expect(moved.lines == 0..<5)
  }

  @Test func `are none where less than half of what differs is still there`() {
    #expect(scrolled(from: ["a", "b", "c", "d"], to: ["d", "e", "f", "g"]) == nil)
  }

  @Test func `are none where nothing has changed, or one line`() {
    #expect(scrolled(from: ["a", "b"], to: ["a", "b"]) == nil)
    #expect(scrolled(from: ["a", "b"], to: ["a", "c"]) == nil)
  }

  @Test func `are none between screens of different heights`() {
    #expect(scrolled(from: ["a", "b", "c"], to: ["b", "c"]) == nil)
  }

  @Test func `are told apart by the marks of their letters, too`() {
    #expect(scrolled(from: ["e", "a", "x"], to: ["a\u{301}", "x\u{301}", "y"]) == nil)
  }

  private func scrolled(from old: [String], to new: [String]) -> ScrolledLines? {
    ScrolledLines(from: LineDigests(of: canvas(old)), to: LineDigests(of: canvas(new)))
  }

  private func canvas(_ lines: [String]) -> Canvas {
    var canvas = Canvas(size: Size(lines: lines.count, columns: 10))
    for (index, line) in lines.enumerated() {
      canvas.draw(SafeText(line), at: Point(line: index, column: 0))
    }
    return canvas
  }
}
