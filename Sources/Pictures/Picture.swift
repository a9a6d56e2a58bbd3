public import Terminal

/// A picture in memory: rows of sRGB pixels with 8 bits per channel, from the top left corner.
///
/// It is a plain value, which can be created off the main actor.
public struct Picture: Hashable, Sendable {
  /// The size in pixels.
  public let size: PictureSize
  /// Whether each pixel has a fourth byte, its opacity; the colors are not premultiplied.
  public let hasAlpha: Bool
  /// The pixels, 3 or 4 bytes each, row after row without padding.
  public let pixels: [UInt8]

  /// Creates a picture from pixels; nil if their number does not fit the size.
  ///
  /// The array is not copied.
  ///
  /// - Parameters:
  ///   - size: the size in pixels.
  ///   - hasAlpha: whether each pixel has a fourth byte, its opacity.
  ///   - pixels: 3 or 4 bytes for each pixel, row after row, from the top left corner.
  public init?(size: PictureSize, hasAlpha: Bool = false, pixels: [UInt8]) {
    let (bytes, overflows) = size.pixelCount.multipliedReportingOverflow(by: hasAlpha ? 4 : 3)
    guard !overflows, pixels.count == bytes else { return nil }
    self.size = size
    self.hasAlpha = hasAlpha
    self.pixels = pixels
  }

  /// Decodes a PNG or JPEG file, which is recognized by its first bytes.
  ///
  /// It runs on the calling thread, and cannot be cancelled.
  ///
  /// For PNG, all color types and depths are supported; for JPEG, grayscale, YCbCr, RGB, CMYK and
  /// YCCK with 8 bits. Color profiles are ignored. Cost: usually proportional to the number of
  /// pixels, 1 to 4 ms for 320×240. A PNG made to be slow takes 2 s for each MiB, so
  /// `limits.byteCount` bounds the time.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - limits: the limits, checked before decoding.
  ///   - area: the area in which the picture will be drawn. A much larger JPEG is decoded at half,
  ///     a quarter or an eighth of its size, which is faster and looks the same.
  /// - Throws: `PictureError`, also if the pixels are truncated or damaged.
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

  /// Reads the size of a PNG or JPEG file from its header.
  ///
  /// The file may be truncated after the header. No limit applies, because nothing is allocated for
  /// the pixels. Cost: reads the bytes of the header.
  ///
  /// - Throws: `PictureError` if the header cannot be read.
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

/// A supported picture format.
public enum PictureFormat: String, CaseIterable, Sendable {
  /// Portable Network Graphics, ISO/IEC 15948; of an animated file, only the default image.
  case png
  /// Baseline and progressive JPEG, ISO/IEC 10918-1.
  case jpeg

  /// Recognizes the format by the first bytes, independent of a file name or content type; nil for
  /// other formats.
  public init?(of bytes: [UInt8]) {
    let found = Self.allCases.first { bytes.starts(with: $0.firstBytes) }
    guard let found else { return nil }
    self = found
  }

  private var firstBytes: [UInt8] {
    switch self {
    case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    case .jpeg: [0xFF, 0xD8, 0xFF]
    }
  }
}

/// Limits for a picture, checked before anything is decoded.
public struct PictureLimits: Hashable, Sendable {
  /// The maximum size of the file in bytes.
  public var byteCount: Int
  /// The maximum number of declared pixels; each takes 3 or 4 bytes, or 9 in a progressive JPEG.
  public var pixelCount: Int

  /// Creates limits; by default 16 MiB and 16 Mi pixels (4096 × 4096, 64 MiB decoded).
  public init(byteCount: Int = 1 << 24, pixelCount: Int = 1 << 24) {
    self.byteCount = byteCount
    self.pixelCount = pixelCount
  }

  func check(byteCount count: Int) throws(PictureError) {
    guard count <= byteCount else {
      throw .tooManyBytes(count, limit: byteCount)
    }
  }

  func check(_ size: PictureSize) throws(PictureError) {
    guard size.pixelCount <= pixelCount else {
      throw .tooManyPixels(size, limit: pixelCount)
    }
  }
}

/// The reason why a picture cannot be read.
public enum PictureError: Error, Hashable, Sendable {
  /// The first bytes belong to no supported format.
  case unknownFormat
  /// The file has more bytes than the limit allows.
  case tooManyBytes(Int, limit: Int)
  /// The picture has more pixels than the limit allows.
  case tooManyPixels(PictureSize, limit: Int)
  /// The file is truncated, damaged, or of an unsupported variant.
  case unreadable(PictureFormat, reason: String)
}

extension PictureError {
  /// Creates an error from a library's message: one line of printable ASCII in lower case.
  static func unreadable(_ format: PictureFormat, saying message: String) -> PictureError {
    let words = message.unicodeScalars.map { scalar in
      (0x20..<0x7F).contains(scalar.value) ? Character(scalar) : " "
    }
    return .unreadable(format, reason: String(words).lowercased())
  }
}

extension PictureError: CustomStringConvertible {
  /// The error in one line, for the status line.
  public var description: String {
    switch self {
    case .unknownFormat:
      "the picture is neither PNG nor JPEG"
    case .tooManyBytes(let count, let limit):
      "the picture has \(count) bytes (limit \(limit))"
    case .tooManyPixels(let size, let limit):
      "the picture has \(size) pixels (limit \(limit))"
    case .unreadable(let format, let reason):
      "cannot read the \(format.rawValue) picture: \(reason)"
    }
  }
}
