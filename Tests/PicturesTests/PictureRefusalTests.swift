import CPictures
import Pictures
import Randomness
import Testing

@Suite struct `A file that is no good` {
  private static let png = PNGFixture(
    width: 4, height: 3, type: .colorAlpha, chunks: [("gAMA", [0, 0, 0xB1, 0x8F])],
    rows: (0..<3).map { row in (0..<16).map { UInt8($0 * 16 + row) } }
  ).bytes

  private static let palette = PNGFixture(
    width: 8, height: 2, depth: 4, type: .palette, isInterlaced: true,
    chunks: [("PLTE", [UInt8](repeating: 77, count: 48)), ("tRNS", [0, 128])],
    rows: [[0x10], [0x20], [0x34], [0x56, 0x70], [0x12, 0x34, 0x56, 0x78]]
  ).bytes

  private static func jpeg(_ flags: Int32 = 0) throws -> [UInt8] {
    var file = JPEGFixture(slopeOfWidth: 19, height: 17)
    file.flags = flags
    file.sampling = TJSAMP_420
    return try file.bytes()
  }

  private static func all() throws -> [[UInt8]] {
    [png, palette, try jpeg(), try jpeg(TJFLAG_PROGRESSIVE)]
  }

  @Test(arguments: ["", "G", "GIF89a", "\u{89}PNG", "<html>"])
  func `is named as neither png nor jpeg`(text: String) {
    #expect(throws: PictureError.unknownFormat) { try Picture(decoding: Array(text.utf8)) }
    #expect(throws: PictureError.unknownFormat) { try Picture.dimensions(of: Array(text.utf8)) }
  }

  @Test func `is refused for its declared size before it is decoded`() {
    let bytes = PNGFixture(width: 60000, height: 60000, type: .colorAlpha, rows: []).headerBytes
    let size = PictureSize(width: 60000, height: 60000)
    #expect(throws: PictureError.tooManyPixels(size, limit: 1 << 24)) {
      try Picture(decoding: bytes)
    }
  }

  @Test func `is refused for its declared size as a jpeg`() throws {
    var bytes = try Self.jpeg()
    let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
    for index in (frame + 5)..<(frame + 9) { bytes[index] = 0xF0 }
    let size = PictureSize(width: 0xF0F0, height: 0xF0F0)
    #expect(throws: PictureError.tooManyPixels(size, limit: 1 << 24)) {
      try Picture(decoding: bytes)
    }
  }

  @Test func `is refused for its bytes`() {
    #expect(throws: PictureError.tooManyBytes(Self.png.count, limit: 10)) {
      try Picture(decoding: Self.png, limits: PictureLimits(byteCount: 10))
    }
  }

  @Test(arguments: [(0, 1), (1, 0), (.max, 1)] as [(UInt32, UInt32)])
  func `is refused for an impossible size`(width: UInt32, height: UInt32) {
    let bytes = PNGFixture(width: width, height: height, type: .grey, rows: [[0]]).bytes
    #expect(throws: PictureError.self) { try Picture(decoding: bytes) }
    #expect(throws: PictureError.self) { try Picture.dimensions(of: bytes) }
  }

  @Test func `is refused for data that no pixel needs`() {
    let surplus = [UInt8](repeating: 0, count: 10_000)
    let bytes = PNGFixture(width: 1, height: 1, type: .grey, rows: [[0], surplus]).bytes
    #expect(throws: PictureError.unreadable(.png, reason: "more data than its size allows")) {
      try Picture(decoding: bytes)
    }
  }

  @Test func `is described in one line of lower case`() throws {
    let cutOff: [[UInt8]] = [Array(Self.png.dropLast(30)), Array(try Self.jpeg().dropLast(30))]
    for bytes in cutOff {
      let error = #expect(throws: PictureError.self) { try Picture(decoding: bytes) }
      let text = try #require(error).description
      #expect(text.hasPrefix("cannot read the "))
      #expect(text.allSatisfy { $0.isASCII && !$0.isNewline && !$0.isUppercase })
    }
  }

  @Test func `gives an error or a picture wherever it is cut off`() throws {
    for file in try Self.all() {
      let whole = try Picture(decoding: file)
      for count in file.indices {
        let part = Array(file[..<count])
        if let picture = try? Picture(decoding: part) { #expect(picture.size == whole.size) }
        if let size = try? Picture.dimensions(of: part) { #expect(size == whole.size) }
      }
      #expect(throws: PictureError.self) { try Picture(decoding: Array(file.dropLast(40))) }
    }
  }

  @Test func `gives an error or a picture whatever is changed in it`() throws {
    var random = SplitMix64(start: 1)
    let limits = PictureLimits(pixelCount: 1 << 16)
    for file in try Self.all() {
      for run in 0..<1500 {
        var bytes = file
        for _ in 0...Int.random(in: 0..<6, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        if run.isMultiple(of: 2), file[0] == 0x89 { bytes = PNGFixture.withChecksums(bytes) }
        guard let picture = try? Picture(decoding: bytes, limits: limits) else { continue }
        #expect(picture.size.pixelCount <= limits.pixelCount)
      }
    }
  }
}
