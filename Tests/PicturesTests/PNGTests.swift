import Pictures
import Testing

@Suite struct `A png file` {
  private static let red: [UInt8] = [255, 0, 0]

  @Test func `of colours gives their bytes`() throws {
    let file = PNGFixture(
      width: 2, height: 2, type: .color,
      rows: [[255, 0, 0, 0, 255, 0], [0, 0, 255, 1, 2, 3]])
    let picture = try Picture(decoding: file.bytes)
    #expect(picture.size == PictureSize(width: 2, height: 2))
    #expect(!picture.hasAlpha)
    #expect(picture.pixels == [255, 0, 0, 0, 255, 0, 0, 0, 255, 1, 2, 3])
  }

  @Test func `of colours and opacity keeps both`() throws {
    let file = PNGFixture(
      width: 1, height: 2, type: .colorAlpha, rows: [[255, 0, 0, 100], [9, 8, 7, 0]])
    let picture = try Picture(decoding: file.bytes)
    #expect(picture.hasAlpha)
    #expect(picture.pixels.prefix(4) == [255, 0, 0, 100])
    #expect(picture.pixels.last == 0)
  }

  @Test func `of greys gives equal channels`() throws {
    let grey = PNGFixture(width: 2, height: 1, type: .grey, rows: [[7, 200]])
    #expect(try Picture(decoding: grey.bytes).pixels == [7, 7, 7, 200, 200, 200])
    let alpha = PNGFixture(width: 1, height: 1, type: .greyAlpha, rows: [[7, 200]])
    #expect(try Picture(decoding: alpha.bytes).pixels == [7, 7, 7, 200])
  }

  @Test(
    arguments: [
      1: [0b0100_0000], 2: [0b0011_0000], 4: [0x0F], 8: [0, 255], 16: [0, 0, 255, 255],
    ] as [UInt8: [UInt8]])
  func `of any depth reaches from black to white`(depth: UInt8, row: [UInt8]) throws {
    let file = PNGFixture(width: 2, height: 1, depth: depth, type: .grey, rows: [row])
    #expect(try Picture(decoding: file.bytes).pixels == [0, 0, 0, 255, 255, 255])
  }

  @Test func `of 16 bits is taken as sRGB`() throws {
    let file = PNGFixture(
      width: 1, height: 1, depth: 16, type: .color, rows: [[128, 128, 128, 128, 0, 0]])
    #expect(try Picture(decoding: file.bytes).pixels == [128, 128, 0])
  }

  @Test func `of a palette is looked up there`() throws {
    var file = PNGFixture(width: 4, height: 1, depth: 2, type: .palette, rows: [[0b0001_1011]])
    file.chunks = [("PLTE", [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255])]
    let pixels = try Picture(decoding: file.bytes).pixels
    #expect(pixels == [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255])
  }

  @Test func `of a palette can have a transparent entry`() throws {
    var file = PNGFixture(width: 2, height: 1, type: .palette, rows: [[0, 1]])
    file.chunks = [("PLTE", [1, 2, 3, 255, 0, 0]), ("tRNS", [0])]
    let picture = try Picture(decoding: file.bytes)
    #expect(picture.hasAlpha)
    #expect(picture.pixels[3] == 0)
    #expect(picture.pixels[4...] == [255, 0, 0, 255])
  }

  @Test func `can be interlaced`() throws {
    // Adam7 on 2×2: the first pixel, then the one next to it, then the row below.
    let file = PNGFixture(
      width: 2, height: 2, type: .grey, isInterlaced: true, rows: [[1], [2], [3, 4]])
    let pixels = try Picture(decoding: file.bytes).pixels
    #expect(pixels == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
  }

  @Test func `is read whatever its text, profile and unknown chunks hold`() throws {
    var file = PNGFixture(width: 1, height: 1, type: .color, rows: [Self.red])
    file.chunks = [("zTXt", [1, 2, 3]), ("iCCP", [0, 0, 9]), ("quUx", []), ("tEXt", [0])]
    #expect(try Picture(decoding: file.bytes).pixels == Self.red)
  }

  @Test(arguments: [(1, 1), (1, 300), (300, 1)])
  func `can be one pixel wide or high`(width: Int, height: Int) throws {
    let row = [UInt8](repeating: 9, count: width)
    let file = PNGFixture(
      width: UInt32(width), height: UInt32(height), type: .grey,
      rows: Array(repeating: row, count: height))
    let picture = try Picture(decoding: file.bytes)
    #expect(picture.size == PictureSize(width: width, height: height))
    #expect(picture.pixels.allSatisfy { $0 == 9 })
  }

  @Test func `says its size by its header alone`() throws {
    let file = PNGFixture(width: 640, height: 480, type: .color, rows: [])
    let size = try Picture.dimensions(of: file.headerBytes)
    #expect(size == PictureSize(width: 640, height: 480))
  }
}
