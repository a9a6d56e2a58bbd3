import Randomness
import Terminal
import Testing

@Suite struct `A kept drawing` {
  private static let screen = Size(lines: 4, columns: 10)

  /// Draws into a region; returns whether the content was drawn, and not reused.
  private static func draw(
    _ kept: inout KeptDrawing, _ rect: Rect, on canvas: inout Canvas, _ text: SafeText = "ab"
  ) -> Bool {
    var isDrawn = false
    canvas.inRegion(rect) {
      $0.draw(&kept) {
        isDrawn = true
        for line in $0.visibleLines {
          $0.draw(text, at: Point(line: line, column: 0), style: Style(.bold))
        }
      }
    }
    return isDrawn
  }

  private static func draw(
    _ kept: inout KeptDrawing, _ rect: Rect, _ size: Size = screen
  ) -> (isDrawn: Bool, picture: String) {
    var canvas = Canvas(size: size)
    let isDrawn = draw(&kept, rect, on: &canvas)
    return (isDrawn, canvas.picture + canvas.stylePicture)
  }

  @Test func `is drawn once, and stands on other lines, too`() {
    var (kept, fresh) = (KeptDrawing(), KeptDrawing())
    let (here, below) = (
      Rect(line: 0, column: 2, lines: 2, columns: 8), Rect(line: 2, column: 2, lines: 2, columns: 8)
    )
    let first = Self.draw(&kept, here)
    let second = Self.draw(&kept, here)
    #expect(first.isDrawn && !second.isDrawn)
    #expect(second.picture == first.picture)
    let moved = Self.draw(&kept, below)
    #expect(!moved.isDrawn)
    #expect(moved.picture == Self.draw(&fresh, below).picture)
  }

  @Test(arguments: [
    Rect(line: 0, column: 1, lines: 2, columns: 8), Rect(line: 0, column: 2, lines: 2, columns: 7),
    Rect(line: 0, column: 2, lines: 1, columns: 8), Rect(line: -1, column: 2, lines: 2, columns: 8),
    Rect(line: 3, column: 2, lines: 2, columns: 8), Rect(line: -5, column: 2, lines: 2, columns: 8),
  ]) func `is drawn again where the region or what is in sight of it is another`(rect: Rect) {
    var (kept, fresh) = (KeptDrawing(), KeptDrawing())
    _ = Self.draw(&kept, Rect(line: 0, column: 2, lines: 2, columns: 8))
    let again = Self.draw(&kept, rect)
    #expect(again.isDrawn)
    #expect(again.picture == Self.draw(&fresh, rect).picture)
  }

  @Test func `is drawn again on a canvas of another width, and when it is forgotten`() {
    var kept = KeptDrawing()
    let rect = Rect(line: 0, column: 0, lines: 1, columns: 4)
    _ = Self.draw(&kept, rect)
    #expect(Self.draw(&kept, rect, Size(lines: 4, columns: 12)).isDrawn)
    kept.forget()
    #expect(Self.draw(&kept, rect, Size(lines: 4, columns: 12)).isDrawn)
  }

  @Test func `takes nothing away that stands beside it, nor what is drawn over it`() {
    var kept = KeptDrawing()
    let rect = Rect(line: 0, column: 2, lines: 1, columns: 8)
    for mark: SafeText in ["x", "y"] {
      var canvas = Canvas(size: Self.screen)
      canvas.draw(mark)
      #expect(Self.draw(&kept, rect, on: &canvas))
      #expect(canvas.picture.hasPrefix("\(mark) ab"))
    }
    for mark: SafeText in ["x", "y", ""] {
      var canvas = Canvas(size: Self.screen)
      _ = Self.draw(&kept, rect, on: &canvas)
      canvas.draw(mark, at: Point(line: 0, column: 5))
      #expect(canvas.picture.hasPrefix(mark.width > 0 ? "  ab \(mark)" : "  ab\n"))
    }
  }

  @Test func `tells of parts of emoji each time`() {
    var kept = KeptDrawing()
    let rect = Rect(line: 0, column: 0, lines: 1, columns: 10)
    for _ in 1...2 {
      var canvas = Canvas(size: Self.screen)
      _ = Self.draw(&kept, rect, on: &canvas, "👍🏽")
      #expect(canvas.hasEmojiParts)
    }
    var plain = Canvas(size: Self.screen)
    plain.draw("👍🏽", at: Point(line: 2, column: 0))
    var other = KeptDrawing()
    _ = Self.draw(&other, rect, on: &plain)
    #expect(plain.hasEmojiParts)
    var bare = Canvas(size: Self.screen)
    _ = Self.draw(&other, rect, on: &bare)
    #expect(!bare.hasEmojiParts)
  }

  @Test(arguments: UInt64(1)...5) func `looks as if it were drawn each time`(seed: UInt64) {
    var random = SplitMix64(start: seed)
    var kept = (0..<4).map { _ in KeptDrawing() }
    for _ in 0..<500 {
      var (canvas, plain) = (Canvas(size: Self.screen), Canvas(size: Self.screen))
      for index in kept.indices {
        let rect = Rect(
          line: random.within(-1...4), column: random.within(-2...9), lines: random.within(0...2),
          columns: random.within(0...9))
        let text = SafeText(["漢字", "a", "abcdefghijklm", ""][index])
        _ = Self.draw(&kept[index], rect, on: &canvas, text)
        var none = KeptDrawing()
        _ = Self.draw(&none, rect, on: &plain, text)
      }
      #expect(canvas.glyphs == plain.glyphs && canvas.styles == plain.styles)
    }
  }
}
