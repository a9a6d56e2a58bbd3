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
  /// The array is not copied.
  ///
  /// - Parameters:
  ///   - size: the extent in pixels.
  ///   - hasAlpha: whether each pixel has a fourth byte, its opacity.
  ///   - pixels: 3 or 4 bytes for each pixel, row after row, from the top left corner.
  public init?(size: PictureSize, hasAlpha: Bool = false, pixels: [UInt8]) {
    let (bytes, overflows) = size.pixelCount.multipliedReportingOverflow(by: hasAlpha ? 4 : 3)
    guard !overflows, pixels.count == bytes else { return nil }
    self.size = size
    self.hasAlpha = hasAlpha
    self.pixels = pixels
  }

  /// Decodes a PNG or JPEG file, told apart by its first bytes.
  ///
  /// It runs on the calling thread, and cannot be cancelled.
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
  /// The file may be cut off after it. No limit applies: nothing is allocated for the pixels. Cost: the bytes of the
  /// header.
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

/// A kind of picture file that can be read.
public enum PictureFormat: String, CaseIterable, Sendable {
  /// Portable Network Graphics, ISO/IEC 15948; of an animated file the first frame.
  case png
  /// Baseline and progressive JPEG, ISO/IEC 10918-1.
  case jpeg

  /// Tells the kind by the first bytes, whatever a name or a server says; nil for all others.
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

/// What a picture may cost: both are checked before anything is decoded.
public struct PictureLimits: Hashable, Sendable {
  /// The most bytes that a file may have.
  public var byteCount: Int
  /// The most pixels that it may declare; each takes 3 or 4 bytes, 9 in a progressive JPEG.
  public var pixelCount: Int

  /// Creates limits, of 16 MiB and 16 Mi pixels (4096 × 4096, 64 MiB decoded) if nothing is said.
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

/// Why a picture could not be read.
public enum PictureError: Error, Hashable, Sendable {
  /// The first bytes are those of no format that can be read.
  case unknownFormat
  /// The file has more bytes than the limit allows.
  case tooManyBytes(Int, limit: Int)
  /// The picture has more pixels than the limit allows.
  case tooManyPixels(PictureSize, limit: Int)
  /// The file is cut off, damaged, or of a variant that the library does not read.
  case unreadable(PictureFormat, reason: String)
}

extension PictureError {
  /// Makes an error of a library's message: one line of printable ASCII in lower case.
  static func unreadable(_ format: PictureFormat, saying message: String) -> PictureError {
    let words = message.unicodeScalars.map { scalar in
      (0x20..<0x7F).contains(scalar.value) ? Character(scalar) : " "
    }
    return .unreadable(format, reason: String(words).lowercased())
  }
}

extension PictureError: CustomStringConvertible {
  /// The error in one line, as the status line shows it.
  public var description: String {
    switch self {
    case .unknownFormat:
      "the picture is neither png nor jpeg"
    case .tooManyBytes(let count, let limit):
      "the picture has \(count) bytes, more than \(limit)"
    case .tooManyPixels(let size, let limit):
      "the picture has \(size) pixels, more than \(limit)"
    case .unreadable(let format, let reason):
      "cannot read the \(format.rawValue) picture: \(reason)"
    }
  }
}
