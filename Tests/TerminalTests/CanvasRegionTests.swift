import Terminal
import Testing

@Suite struct `A region of a canvas` {
  @Test func `counts places from its own corner`() {
    let picture = Canvas.picture(3, 5) { canvas in
      canvas.inRegion(Rect(line: 1, column: 2, lines: 1, columns: 2)) { region in
        #expect(region.size == Size(lines: 1, columns: 2))
        region.draw("abc")
        region.draw("xyz", at: Point(line: 1, column: 0))
      }
    }
    #expect(picture == ".....\n..ab.\n.....")
  }

  @Test func `ends when its drawing ends`() {
    let picture = Canvas.picture(2, 3) { canvas in
      canvas.inRegion(Rect(line: 1, column: 1, lines: 1, columns: 1)) { $0.draw("abc") }
      canvas.draw("xyz")
      #expect(canvas.size == Size(lines: 2, columns: 3))
    }
    #expect(picture == "xyz\n.a.")
  }

  @Test func `says which columns can be seen`() {
    _ = Canvas.picture(2, 5) { canvas in
      #expect(canvas.visibleColumns == 0..<5)
      canvas.inRegion(Rect(line: 0, column: -3, lines: 1, columns: 6)) { region in
        #expect(region.visibleColumns == 3..<6)
      }
      canvas.inRegion(Rect(line: 4, column: 1, lines: 1, columns: 2)) { region in
        #expect(region.visibleColumns.isEmpty)
      }
    }
  }

  @Test func `may begin above and left of the canvas`() {
    let picture = Canvas.picture(2, 3) { canvas in
      canvas.inRegion(Rect(line: -1, column: -2, lines: 3, columns: 4)) { region in
        #expect(region.visibleLines == 1..<3)
        region.draw("abcdef")
        region.draw("ghijkl", at: Point(line: 1, column: 0))
        region.draw("m漢漢", at: Point(line: 2, column: 0))
      }
    }
    #expect(picture == "ij.\n  .")
  }

  @Test func `is clipped by the one around it`() {
    let picture = Canvas.picture(4, 6) { canvas in
      canvas.inRegion(Rect(line: 1, column: 1, lines: 2, columns: 4)) { outer in
        outer.inRegion(Rect(line: -1, column: 2, lines: 9, columns: 9)) { inner in
          #expect(inner.size == Size(lines: 9, columns: 9))
          #expect(inner.visibleLines == 1..<3)
          inner.fill(Rect(line: 0, column: 0, lines: 9, columns: 9), with: Glyph("#"))
        }
        outer.draw("ab", at: Point(line: 1, column: 0))
      }
    }
    #expect(picture == "......\n...##.\n.ab##.\n......")
  }

  @Test(
    arguments: [
      (Rect(line: -5, column: 0, lines: 5, columns: 2), "above"),
      (Rect(line: 4, column: 0, lines: 5, columns: 2), "below"),
      (Rect(line: 0, column: -2, lines: 5, columns: 2), "to the left"),
      (Rect(line: 0, column: 6, lines: 5, columns: 2), "to the right"),
      (Rect(line: 1, column: 1, lines: 0, columns: 2), "without lines"),
      (Rect(line: 1, column: 1, lines: 5, columns: 0), "without columns"),
      (Rect(line: .min, column: .min, lines: .max, columns: .max), "far away"),
      (Rect(line: .max, column: .max, lines: .max, columns: .max), "just as far"),
    ])
  func `that cannot be seen has no visible lines`(rect: Rect, place: String) {
    let picture = Canvas.picture(4, 6) { canvas in
      canvas.inRegion(rect) { region in
        #expect(region.visibleLines.isEmpty, "\(place)")
        #expect((0...max(0, rect.size.lines)).contains(region.visibleLines.lowerBound))
        region.draw("漢字漢字")
        region.inRegion(Rect(line: -9, column: -9, lines: 99, columns: 99)) { $0.draw("x") }
        region.inRegion(Rect(line: 3, column: 3, lines: 9, columns: 9)) { inner in
          #expect(inner.visibleLines.isEmpty)
          inner.add(.bold, to: Rect(line: 0, column: 0, lines: 9, columns: 9))
        }
      }
      #expect(!canvas.stylePicture.contains("b"))
    }
    #expect(picture == "......\n......\n......\n......")
  }

  @Test func `draws only its part of a very long one`() {
    let picture = Canvas.picture(2, 3) { canvas in
      canvas.inRegion(Rect(line: 1, column: 1, lines: .max, columns: .max)) { region in
        #expect(region.visibleLines == 0..<1)
        region.draw("a漢", at: Point(line: 0, column: 0))
        region.draw("z", at: Point(line: .max, column: .max))
      }
    }
    #expect(picture == "...\n.a")
  }

  @Test(arguments: [(-2, "....."), (-1, ". ..."), (0, ".漢.."), (1, ".. .."), (2, ".....")])
  func `makes a blank of a wide glyph cut by its edge`(column: Int, picture: String) {
    let place = Point(line: 0, column: column)
    let rect = Rect(line: 0, column: 1, lines: 1, columns: 2)
    let ofText = Canvas.picture(1, 5) { $0.inRegion(rect) { $0.draw("漢", at: place) } }
    let ofGlyph = Canvas.picture(1, 5) { $0.inRegion(rect) { $0.draw(Glyph("漢"), at: place) } }
    #expect(ofText == picture)
    #expect(ofGlyph == picture)
  }

  @Test(arguments: [-1, 0]) func `of one column holds no wide glyph`(column: Int) {
    let rect = Rect(line: 0, column: 1, lines: 1, columns: 1)
    let picture = Canvas.picture(1, 3) { canvas in
      canvas.inRegion(rect) { $0.draw("漢", at: Point(line: 0, column: column)) }
    }
    #expect(picture == ". .")
  }

  @Test func `mends a wide glyph that reaches in from outside`() {
    let picture = Canvas.picture(1, 6) { canvas in
      canvas.draw("漢字語")
      canvas.inRegion(Rect(line: 0, column: 1, lines: 1, columns: 4)) { $0.draw("abcd") }
      #expect(canvas.isWhole)
    }
    #expect(picture == " abcd")
  }

  @Test func `is never smaller than nothing`() {
    var size = Size(lines: -3, columns: -4)
    #expect(size == Size(lines: 0, columns: 0))
    size.lines = -5
    size.columns = -1
    #expect(size == Size(lines: 0, columns: 0))
    #expect(Rect(origin: .zero, size: size).lines.isEmpty)
  }
}
