import CPictures
import Testing

/// A JPEG file made by TurboJPEG of pixels.
struct JPEGFixture {
  var width: Int
  var height: Int
  var format = TJPF_RGB
  var sampling = TJSAMP_444
  var flags: Int32 = 0
  var pixels: [UInt8]

  /// Every pixel the same.
  init(width: Int, height: Int, pixel: [UInt8], format: TJPF = TJPF_RGB) {
    self.width = width
    self.height = height
    self.format = format
    pixels = (0..<(width * height)).flatMap { _ in pixel }
  }

  /// A slope from dark to bright with some detail, so that a file has all kinds of codes.
  init(slopeOfWidth width: Int, height: Int) {
    self.init(width: width, height: height, pixel: [0, 0, 0])
    for index in pixels.indices { pixels[index] = UInt8((index * 7 + index / width * 3) % 256) }
  }

  /// The file, of the quality 95.
  func bytes() throws -> [UInt8] {
    let compressor = try #require(tjInitCompress())
    defer { tjDestroy(compressor) }
    var file: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let result = tjCompress2(
      compressor, pixels, Int32(width), 0, Int32(height), Int32(format.rawValue), &file, &count,
      Int32(sampling.rawValue), 95, flags)
    defer { tjFree(file) }
    #expect(result == 0)
    return Array(UnsafeBufferPointer(start: try #require(file), count: Int(count)))
  }
}
