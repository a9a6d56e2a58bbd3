import Pictures
import Terminal
import Testing

@Suite struct `Half blocks` {
  @Test func `leave the terminal's background where a picture is transparent`() throws {
    let canvas = drawn(
      try picture(
        """
        o ro
        o r#
         oo#
         o #
        o  o
        """), .palette256)
    #expect(
      canvas.picture == """
        ▀ ▀▀
         ▀▀▀
        ▀  ▀
        """)
    #expect(
      canvas.stylePicture == """
        c.cc
        .ccc
        c..c
        """)
  }

  @Test func `draw the lower half alone where the upper is transparent`() throws {
    let canvas = drawn(try picture(" o\no#"), .palette256)
    #expect(canvas.picture == "▄▀")
    #expect(canvas.styles[0] == Style(foreground: .indexed(231)))
    #expect(canvas.styles[1] == Style(foreground: .indexed(231), background: .indexed(16)))
  }

  @Test func `are drawn at a place and clipped there`() throws {
    let blocks = HalfBlocks(
      try picture("oo\noo\noo\noo"), fitting: Size(lines: 2, columns: 2), depth: .palette256)
    var canvas = Canvas(size: Size(lines: 3, columns: 4))
    blocks.draw(in: &canvas, at: Point(line: 2, column: 3))
    blocks.draw(in: &canvas, at: Point(line: -1, column: 0))
    #expect(
      canvas.picture == """
        ▀▀

           ▀
        """)
  }

  @Test func `average light, not numbers`() throws {
    let canvas = drawn(try picture("o#\n#o"), .palette256)
    #expect(canvas.size == Size(lines: 1, columns: 2))
    let blocks = HalfBlocks(
      try picture("o#\n#o"), fitting: Size(lines: 1, columns: 1), depth: .palette256)
    var small = Canvas(size: blocks.size)
    blocks.draw(in: &small)
    // Half of the light is 180 of 255, not 128; the nearest gray is 178.
    #expect(small.styles[0].foreground == .indexed(249))
  }

  @Test func `do not let what is transparent change a colour`() throws {
    let clear = try #require(
      Picture(
        size: PictureSize(width: 2, height: 1), hasAlpha: true,
        pixels: [255, 0, 0, 255, 0, 255, 0, 0]))
    let blocks = HalfBlocks(
      clear, scaledTo: PictureSize(width: 1, height: 1), depth: .palette256)
    var canvas = Canvas(size: blocks.size)
    blocks.draw(in: &canvas)
    #expect(canvas.styles[0] == Style(foreground: .indexed(196)))
  }

  @Test func `count each pixel by its share of the area`() throws {
    let row = try picture(ofRow: [[255, 255, 255], [0, 0, 0], [0, 0, 0]])
    let blocks = HalfBlocks(
      row, scaledTo: PictureSize(width: 2, height: 1), depth: .palette256)
    var canvas = Canvas(size: blocks.size)
    blocks.draw(in: &canvas)
    // Two thirds of the light of white is 208 of 255; the other half is black.
    #expect(canvas.styles.map(\.foreground) == [.indexed(252), .indexed(16)])
  }

  @Test(arguments: [ColorDepth.none, .eight, .palette256])
  func `can be made of the smallest and the thinnest`(depth: ColorDepth) throws {
    for text in ["o", "oooooooo", "o\no\no\no\no\no\no", " "] {
      let blocks = HalfBlocks(
        try picture(text), fitting: Size(lines: 2, columns: 3), depth: depth)
      #expect(blocks.size.lines >= 1 && blocks.size.columns >= 1)
    }
  }

  @Test func `are characters without colours`() throws {
    let slope = try picture(
      ofRow: (0..<10).map { step in Array(repeating: UInt8(step * 28), count: 3) })
    for canvas in [drawn(slope, .none), drawn(slope, .palette256, ascii: true)] {
      #expect(canvas.picture == " .:-=+*#%@")
      #expect(canvas.stylePicture == "..........")
    }
  }

  @Test func `are blank characters where it is dark or transparent`() throws {
    let cross = try picture("  oo  \n  oo  \noooooo\noooooo")
    #expect(drawn(cross, .none).picture == "  @@\n@@@@@@")
    let ring = try picture("#####\n#ooo#\n#ooo#\n#####")
    #expect(drawn(ring, .none).picture == " ###\n ###")
  }

  @Test func `are shades of eight colours`() throws {
    let canvas = drawn(
      try picture(ofRow: [
        [0, 0, 0], [115, 115, 115], [162, 162, 162], [198, 198, 198], [229, 229, 229],
        [205, 0, 0], [145, 0, 0], [0, 0, 119],
      ]), .eight)
    #expect(canvas.picture == " ░▒▓  ▒░")
    #expect(canvas.styles[0] == Style(background: .indexed(0)))
    #expect(canvas.styles[2] == Style(foreground: .indexed(7), background: .indexed(0)))
    #expect(canvas.styles[5] == Style(background: .indexed(1)))
    #expect(canvas.styles[7] == Style(foreground: .indexed(4), background: .indexed(0)))
  }
}
