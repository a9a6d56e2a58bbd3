import Randomness
import Terminal
import Testing

extension Canvas {
  /// The picture of a canvas that is filled with dots and then drawn on by `body`.
  static func picture(_ lines: Int, _ columns: Int, _ body: (inout Canvas) -> Void) -> String {
    var canvas = Canvas(size: Size(lines: lines, columns: columns))
    canvas.fill(Rect(line: 0, column: 0, lines: lines, columns: columns), with: Glyph("."))
    body(&canvas)
    return canvas.picture
  }

  /// Whether each wide glyph has its right half to its right, and no half is alone.
  var isWhole: Bool {
    (0..<extent.lines).allSatisfy { line in
      let row = Array(glyphs[range(ofLine: line)])
      return row.indices.allSatisfy { column in
        let isHalf = column > 0 && row[column - 1].width == 2
        let hasRoom = row[column].width < 2 || column + 1 < row.count
        return isHalf == (row[column].width == 0) && hasRoom
      }
    }
  }
}

@Suite struct `A canvas` {
  @Test func `is blank at first`() {
    let canvas = Canvas(size: Size(lines: 2, columns: 3))
    #expect(canvas.picture == "\n")
    #expect(canvas.stylePicture == "...\n...")
    #expect(canvas.size == Size(lines: 2, columns: 3))
    #expect(canvas.visibleLines == 0..<2)
  }

  @Test(arguments: [Size(lines: 0, columns: 0), Size(lines: 0, columns: 3)])
  func `may have no line`(size: Size) {
    var canvas = Canvas(size: size)
    canvas.draw("漢")
    canvas.fill(Rect(line: -1, column: -1, lines: 3, columns: 3))
    canvas.add(.bold, to: Rect(line: -1, column: -1, lines: 3, columns: 3))
    #expect(canvas.picture == "")
    #expect(canvas.visibleLines.isEmpty)
  }

  @Test(arguments: [
    (-4, "......"), (-3, "c....."), (-2, "bc...."), (-1, "abc..."), (0, "aabc.."), (2, "..aabc"),
    (3, "...aab"), (4, "....aa"), (5, ".....a"), (6, "......"),
  ])
  func `clips text at its sides`(column: Int, picture: String) {
    #expect(Canvas.picture(1, 6) { $0.draw("aabc", at: Point(line: 0, column: column)) } == picture)
  }

  @Test(arguments: [
    (-4, "...."), (-3, " ..."), (-2, "字.."), (-1, " 字."), (0, "漢字"), (1, ".漢"), (2, "..漢"),
    (3, "..."), (4, "...."),
  ])
  func `makes a blank of the half that is left of a wide glyph`(column: Int, picture: String) {
    let drawn = Canvas.picture(1, 4) { $0.draw("漢字", at: Point(line: 0, column: column)) }
    #expect(drawn == picture)
  }

  @Test(arguments: [(-2, "..."), (-1, " .."), (0, "漢."), (1, ".漢"), (2, ".."), (3, "...")])
  func `clips a single wide glyph alike`(column: Int, picture: String) {
    let drawn = Canvas.picture(1, 3) { $0.draw(Glyph("漢"), at: Point(line: 0, column: column)) }
    #expect(drawn == picture)
  }

  @Test(arguments: [-1, 1, .min, .max]) func `draws no line that it has not`(line: Int) {
    let picture = Canvas.picture(1, 3) { canvas in
      canvas.draw("abc", at: Point(line: line, column: 0))
      canvas.draw(Glyph("x"), at: Point(line: line, column: 0))
      canvas.draw("abc", at: Point(line: 0, column: line == 1 ? 3 : .max))
      canvas.draw("abc", at: Point(line: 0, column: .min))
    }
    #expect(picture == "...")
  }

  @Test func `says how many columns a text took, drawn or not`() {
    var canvas = Canvas(size: Size(lines: 1, columns: 3))
    #expect(canvas.draw("漢字a") == 5)
    #expect(canvas.draw("漢字a", at: Point(line: 1, column: 0)) == 5)
    #expect(canvas.draw("漢字a", at: Point(line: 0, column: 9)) == 5)
    #expect(canvas.draw("") == 0)
  }

  @Test(arguments: [
    (0, "x 字漢."), (1, " x字漢."), (2, "漢x 漢."), (3, "漢 x漢."), (4, "漢字x ."), (5, "漢字 x."),
    (6, "漢字漢x"),
  ])
  func `mends the wide glyph that a narrow one is drawn over`(column: Int, picture: String) {
    let drawn = Canvas.picture(1, 7) { canvas in
      canvas.draw("漢字漢")
      canvas.draw("x", at: Point(line: 0, column: column))
    }
    #expect(drawn == picture)
  }

  @Test(arguments: [(0, "語字漢."), (1, " 語 漢."), (2, "漢語漢."), (3, "漢 語 ."), (5, "漢字 語")])
  func `mends the wide glyphs that a wide one is drawn over`(column: Int, picture: String) {
    let drawn = Canvas.picture(1, 7) { canvas in
      canvas.draw("漢字漢")
      canvas.draw(Glyph("語"), at: Point(line: 0, column: column))
    }
    #expect(drawn == picture)
  }

  @Test func `fills what can be seen of a rectangle`() {
    let picture = Canvas.picture(3, 4) { canvas in
      canvas.fill(Rect(line: 1, column: 2, lines: .max, columns: .max), with: Glyph("#"))
      canvas.fill(Rect(line: -5, column: -5, lines: 6, columns: 6), with: Glyph("+"))
      canvas.fill(Rect(line: 2, column: 0, lines: 1, columns: 1), with: Glyph("漢"))
    }
    #expect(picture == "+...\n..##\n .##")
  }

  @Test func `keeps glyphs and colours where it adds attributes`() {
    var canvas = Canvas(size: Size(lines: 2, columns: 3))
    let style = Style(foreground: .indexed(1))
    canvas.draw("abc", style: style)
    canvas.add(.reverse, to: Rect(line: -1, column: 1, lines: 3, columns: 9))
    canvas.add(.bold, to: Rect(line: 1, column: 2, lines: 1, columns: 1))
    #expect(canvas.picture == "abc\n")
    #expect(canvas.stylePicture == "crr\n.rb")
    #expect(canvas.styles[1].foreground == .indexed(1))
  }

  @Test func `gives both halves of a wide glyph the style`() {
    var canvas = Canvas(size: Size(lines: 1, columns: 4))
    canvas.draw("漢", at: Point(line: 0, column: 1), style: Style(.underline))
    #expect(canvas.stylePicture == ".uu.")
  }

  @Test(arguments: [1, 2, 3]) func `has no half a glyph, whatever is drawn`(start: UInt64) {
    var generator = SplitMix64(start: start)
    var canvas = Canvas(size: Size(lines: 4, columns: 9))
    let texts: [SafeText] = ["漢字", "a漢", "x", "漢b", "abc", "🇩🇪🇩", ""]
    for _ in 0..<3000 {
      let numbers = (0..<6).map { _ in Int.random(in: -4...10, using: &generator) }
      let inner = Rect(line: numbers[0], column: numbers[1], lines: 3, columns: numbers[2])
      let place = Point(line: numbers[3], column: numbers[4])
      canvas.inRegion(inner) { region in
        region.draw(texts[abs(numbers[5]) % texts.count], at: place)
        if numbers[5] == 0 { region.fill(inner) }
        if numbers[5] == 1 { region.draw(Glyph("語"), at: place) }
      }
      #expect(canvas.isWhole)
    }
  }
}
