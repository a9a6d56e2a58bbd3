import CPictures
import Pictures
import Terminal
import Testing

/// A picture given as letters: `#` black, `o` white, `r` red, blank transparent; each line is a
/// row.
func picture(_ text: String) throws -> Picture {
  let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
  let pixels = rows.joined().flatMap { letter -> [UInt8] in
    switch letter {
    case "#": [0, 0, 0, 255]
    case "o": [255, 255, 255, 255]
    case "r": [255, 0, 0, 255]
    default: [0, 0, 0, 0]
    }
  }
  let size = PictureSize(width: rows.first?.count ?? 0, height: rows.count)
  return try #require(Picture(size: size, hasAlpha: true, pixels: pixels))
}

/// A picture of one row of opaque colors.
func picture(ofRow colors: [[UInt8]]) throws -> Picture {
  let size = PictureSize(width: colors.count, height: 1)
  return try #require(Picture(size: size, pixels: Array(colors.joined())))
}

/// Draws a picture at its own size on a canvas of the same size.
func drawn(_ picture: Picture, _ depth: ColorDepth, ascii: Bool = false) -> Canvas {
  let blocks = HalfBlocks(picture, scaledTo: picture.size, depth: depth, ascii: ascii)
  var canvas = Canvas(size: blocks.size)
  blocks.draw(in: &canvas)
  return canvas
}

/// A PNG file of any color type and depth, interlaced or not, written without a library.
struct PNGFixture {
  /// The color types of ISO/IEC 15948, 11.2.2.
  enum ColorType: UInt8, CaseIterable {
    case grey = 0
    case color = 2
    case palette = 3
    case greyAlpha = 4
    case colorAlpha = 6
  }

  var width: UInt32
  var height: UInt32
  var depth: UInt8 = 8
  var type: ColorType
  var isInterlaced = false
  /// The chunks between the header and the pixels: the name and the content of each.
  var chunks: [(String, [UInt8])] = []
  /// The bytes of each row, packed according to the depth.
  var rows: [[UInt8]]

  /// The bytes of the file, with uncompressed pixels.
  var bytes: [UInt8] {
    Self.signature
      + Self.chunk("IHDR", header)
      + chunks.flatMap { Self.chunk($0.0, $0.1) }
      + Self.chunk("IDAT", Self.stored(rows.flatMap { [0] + $0 }))
      + Self.chunk("IEND", [])
  }

  /// The file up to the end of its header, 33 bytes.
  var headerBytes: [UInt8] { Self.signature + Self.chunk("IHDR", header) }

  private var header: [UInt8] {
    Self.bigEndian(width) + Self.bigEndian(height)
      + [depth, type.rawValue, 0, 0, isInterlaced ? 1 : 0]
  }

  private static let signature: [UInt8] = [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]

  /// Makes a chunk: its length, its name, its content and their checksum.
  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return bigEndian(UInt32(content.count)) + body + bigEndian(checksum(of: body))
  }

  /// Corrects the checksums of a damaged file, so that a decoder does not reject it because of
  /// them.
  static func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var result = Array(bytes.prefix(8))
    var rest = bytes.dropFirst(8)
    while rest.count >= 12 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard rest.count >= length + 12 else { break }
      let body = Array(rest.dropFirst(4).prefix(length + 4))
      result += rest.prefix(4) + body + bigEndian(checksum(of: body))
      rest = rest.dropFirst(length + 12)
    }
    return result + rest
  }

  /// A zlib stream of one stored block of at most 65,535 bytes.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let length = UInt16(bytes.count)
    let lengths = [length, ~length].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return [0x78, 0x01, 0x01] + lengths + bytes + bigEndian(high << 16 | low)
  }

  /// The CRC-32 of ISO/IEC 15948, annex D, bit by bit.
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

/// A JPEG file that TurboJPEG makes from pixels.
struct JPEGFixture {
  var width: Int
  var height: Int
  var format = TJPF_RGB
  var sampling = TJSAMP_444
  var flags: Int32 = 0
  var pixels: [UInt8]

  /// A picture in which all pixels are the same.
  init(width: Int, height: Int, pixel: [UInt8], format: TJPF = TJPF_RGB) {
    self.width = width
    self.height = height
    self.format = format
    pixels = (0..<(width * height)).flatMap { _ in pixel }
  }

  /// A gradient from dark to bright with some detail, so that a file contains all kinds of codes.
  init(slopeOfWidth width: Int, height: Int) {
    self.init(width: width, height: height, pixel: [0, 0, 0])
    for index in pixels.indices { pixels[index] = UInt8((index * 7 + index / width * 3) % 256) }
  }

  /// The bytes of the file, with a quality of 95.
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
