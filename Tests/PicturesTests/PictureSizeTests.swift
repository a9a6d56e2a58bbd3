import Pictures
import Randomness
import Terminal
import Testing

@Suite struct `A size of a picture` {
  @Test(arguments: [
    (320, 240, 24, 6, 16, 6),  // as high as the space
    (320, 100, 24, 6, 24, 4),  // as wide as the space
    (100, 100, 40, 20, 40, 20),  // both: a cell is twice as high as wide
    (3, 3, 80, 24, 6, 3),  // at most twice its size
    (1, 1, 80, 24, 2, 1),
    (1, 10_000, 80, 24, 1, 24),
    (10_000, 1, 80, 24, 80, 1),
    (320, 240, 0, 0, 1, 1),
  ])
  func `keeps its shape in a place`(
    width: Int, height: Int, columns: Int, lines: Int, fittedColumns: Int, fittedLines: Int
  ) {
    let size = PictureSize(width: width, height: height)
    let fitted = size.fitted(into: Size(lines: lines, columns: columns))
    #expect(fitted == Size(lines: fittedLines, columns: fittedColumns))
  }

  @Test func `grows as far as it is told`() {
    let size = PictureSize(width: 4, height: 4)
    let place = Size(lines: 20, columns: 80)
    #expect(size.fitted(into: place, enlargedAtMost: 1) == Size(lines: 2, columns: 4))
    #expect(size.fitted(into: place, enlargedAtMost: 100) == Size(lines: 20, columns: 40))
  }

  @Test func `can be any number that a server claims`() {
    for width in [Int.min, -1, 0, 1, .max] {
      for height in [Int.min, 0, .max] {
        let size = PictureSize(width: width, height: height)
        let fitted = size.fitted(into: Size(lines: .max, columns: .max), enlargedAtMost: .max)
        #expect(fitted.lines >= 1 && fitted.columns >= 1)
      }
    }
  }

  @Test func `never leaves its place, and is what half blocks take`() throws {
    var random = SplitMix64(start: 2)
    for _ in 0..<200 {
      let (width, height) = (
        Int.random(in: 1...60, using: &random), Int.random(in: 1...60, using: &random)
      )
      let place = Size(
        lines: Int.random(in: 1...20, using: &random),
        columns: Int.random(in: 1...40, using: &random))
      let size = PictureSize(width: width, height: height)
      let fitted = size.fitted(into: place)
      #expect(fitted.lines <= place.lines && fitted.columns <= place.columns)
      let pixels = [UInt8](repeating: 50, count: size.pixelCount * 3)
      let picture = try #require(Picture(size: size, pixels: pixels))
      for depth in [ColorDepth.none, .eight, .palette256] {
        #expect(HalfBlocks(picture, fitting: place, depth: depth).size == fitted)
      }
    }
  }
}
