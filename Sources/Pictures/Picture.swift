public import Terminal

/// A picture in memory: rows of sRGB pixels of 8 bits a channel, from the top left corner.
///
/// A value without a reference to any library, to be made away from the main actor.
public struct Picture: Hashable, Sendable {
  /// The extent in pixels.
  public let size: PictureSize
  /// Whether a pixel has a fourth byte, its opacity; colours are not multiplied by it.
  public let hasAlpha: Bool
  /// The pixels, 3 or 4 bytes each, row after row without gaps.
  public let pixels: [UInt8]

  /// Creates a picture of pixels; nil where their number does not fit the size.
  ///
  /// - Parameters:
  ///   - size: the extent in pixels.
  ///   - hasAlpha: whether each pixel has a fourth byte, its opacity.
  ///   - pixels: 3 or 4 bytes for each pixel, row after row, from the top left corner.
  public init?(size: PictureSize, hasAlpha: Bool = false, pixels: [UInt8]) {
    guard pixels.count == size.pixelCount * (hasAlpha ? 4 : 3) else { return nil }
    self.size = size
    self.hasAlpha = hasAlpha
    self.pixels = pixels
  }

  /// Decodes a PNG or JPEG file, told apart by its first bytes.
  ///
  /// Every PNG colour type and depth is read, a colour profile is ignored; of JPEG grey, YCbCr,
  /// RGB, CMYK and YCCK of 8 bits. Cost: the pixels, 1 to 4 ms for 320×240; of a PNG that is made
  /// to be slow 2 s for each MiB of the file, which no limit but that of its bytes shortens.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - limits: what the file may cost, checked before it is decoded.
  ///   - area: where it will be drawn. A JPEG much larger than that is decoded at a half, a
  ///     quarter or an eighth of its size, which is faster and looks the same there.
  /// - Throws: `PictureError`, also for a file that is cut off or damaged anywhere.
  public init(
    decoding bytes: [UInt8], limits: PictureLimits = PictureLimits(), fitting area: Size? = nil
  ) throws(PictureError) {
    try limits.check(byteCount: bytes.count)
    switch PictureFormat(of: bytes) {
    case .png:
      let file = PNGFile(bytes)
      try limits.check(file.declaredSize())
      self = try file.decoded()
    case .jpeg:
      let file = try JPEGFile(bytes)
      try limits.check(file.size)
      self = try file.decoded(atLeast: area.map { file.size.scaled(into: $0) })
    case nil:
      throw .unknownFormat
    }
  }

  /// Reads the extent of a PNG or JPEG file from its header.
  ///
  /// The file may be cut off after it. No limit applies: nothing is allocated for the pixels.
  ///
  /// - Throws: `PictureError` where the header cannot be read.
  public static func dimensions(of bytes: [UInt8]) throws(PictureError) -> PictureSize {
    switch PictureFormat(of: bytes) {
    case .png: try PNGFile(bytes).declaredSize()
    case .jpeg: try JPEGFile(bytes).size
    case nil: throw .unknownFormat
    }
  }

  /// The width in pixels.
  public var width: Int { size.width }

  /// The height in pixels.
  public var height: Int { size.height }
}
