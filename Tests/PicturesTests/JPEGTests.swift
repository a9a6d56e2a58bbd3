import CPictures
import Pictures
import Terminal
import Testing

@Suite struct `A jpeg file` {
  @Test(arguments: [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411, TJSAMP_GRAY])
  func `of any sampling gives its grey`(sampling: TJSAMP) throws {
    var file = JPEGFixture(width: 20, height: 12, pixel: [90, 90, 90])
    file.sampling = sampling
    let picture = try Picture(decoding: file.bytes())
    #expect(picture.size == PictureSize(width: 20, height: 12))
    #expect(picture.pixels.allSatisfy { abs(Int($0) - 90) <= 2 })
  }

  @Test func `of colours gives them`() throws {
    let file = JPEGFixture(width: 9, height: 9, pixel: [200, 30, 60])
    let pixel = try Picture(decoding: file.bytes()).pixels.prefix(3)
    #expect(zip(pixel, [200, 30, 60]).allSatisfy { abs(Int($0) - $1) <= 3 })
  }

  @Test func `can be progressive`() throws {
    var file = JPEGFixture(slopeOfWidth: 33, height: 17)
    let plain = try Picture(decoding: file.bytes())
    file.flags = TJFLAG_PROGRESSIVE
    #expect(try Picture(decoding: file.bytes()) == plain)
  }

  @Test func `of four inks is turned into colours`() throws {
    // Full light in all channels except cyan, as Adobe's programs store cyan ink alone.
    let file = JPEGFixture(
      width: 8, height: 8, pixel: [0, 255, 255, 255], format: TJPF_CMYK)
    let picture = try Picture(decoding: file.bytes())
    #expect(picture.pixels.count == 8 * 8 * 3)
    #expect(zip(picture.pixels, [0, 255, 255]).allSatisfy { abs(Int($0) - $1) <= 4 })
  }

  @Test func `is decoded smaller for a small place`() throws {
    let bytes = try JPEGFixture(slopeOfWidth: 200, height: 150).bytes()
    let sizes = try [200, 99, 50, 30, 10].map { columns in
      try Picture(decoding: bytes, fitting: Size(lines: 200, columns: columns)).width
    }
    #expect(sizes == [200, 100, 50, 50, 25])
  }

  @Test(arguments: [(1, 1), (1, 100), (100, 1)])
  func `can be one pixel wide or high`(width: Int, height: Int) throws {
    let bytes = try JPEGFixture(width: width, height: height, pixel: [255, 255, 255]).bytes()
    #expect(try Picture.dimensions(of: bytes) == PictureSize(width: width, height: height))
    let small = try Picture(decoding: bytes, fitting: Size(lines: 1, columns: 1))
    #expect(small.pixels.allSatisfy { $0 > 250 })
  }

  @Test func `says its size by its header alone`() throws {
    let bytes = try JPEGFixture(slopeOfWidth: 64, height: 48).bytes()
    let scan = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xDA]) })
    let size = try Picture.dimensions(of: Array(bytes[..<(scan + 14)]))
    #expect(size == PictureSize(width: 64, height: 48))
  }
}
