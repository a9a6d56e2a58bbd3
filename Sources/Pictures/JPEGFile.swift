import CPictures

/// A JPEG file in memory with its header parsed, decoded by TurboJPEG.
struct JPEGFile: ~Copyable {
  /// The size that the header declares.
  let size: PictureSize
  private let bytes: [UInt8]
  private let isFourColored: Bool
  private let decompressor: tjhandle

  /// Flags that make decoding fail at any warning, and for a progressive file that has too many
  /// scans, so that a small file cannot take as long as a large picture.
  private static let flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS

  /// Parses the header; reads the bytes before the first scan.
  init(_ bytes: [UInt8]) throws(PictureError) {
    guard let decompressor = tjInitDecompress() else {
      throw .unreadable(.jpeg, reason: "out of memory")
    }
    var (width, height, sampling, space) = (Int32(0), Int32(0), Int32(-1), Int32(-1))
    // The result is ignored, because the call also fails for samplings that it cannot name but can
    // decode.
    _ = tjDecompressHeader3(
      decompressor, bytes, UInt(bytes.count), &width, &height, &sampling, &space)
    guard width > 0, height > 0 else {
      defer { tjDestroy(decompressor) }
      throw Self.error(of: decompressor)
    }
    self.bytes = bytes
    self.decompressor = decompressor
    size = PictureSize(width: Int(width), height: Int(height))
    isFourColored = [TJCS_CMYK, TJCS_YCCK].contains { Int32($0.rawValue) == space }
  }

  deinit { tjDestroy(decompressor) }

  /// Decodes the pixels, at half, a quarter or an eighth of the size if that is sufficient.
  func decoded(atLeast needed: PictureSize?) throws(PictureError) -> Picture {
    let size = reduced(atLeast: needed ?? size)
    let format = isFourColored ? TJPF_CMYK : TJPF_RGB
    let channels = isFourColored ? 4 : 3
    var pixels = [UInt8](repeating: 0, count: size.pixelCount * channels)
    let result = tjDecompress2(
      decompressor, bytes, UInt(bytes.count), &pixels, Int32(size.width), 0, Int32(size.height),
      Int32(format.rawValue), Self.flags)
    if isFourColored { pixels = Self.withoutInk(pixels) }
    guard result == 0, let picture = Picture(size: size, pixels: pixels) else {
      throw Self.error(of: decompressor)
    }
    return picture
  }

  private func reduced(atLeast needed: PictureSize) -> PictureSize {
    let all = [8, 4, 2].map { divisor in
      // The size is rounded up as TurboJPEG's TJSCALED does.
      PictureSize(
        width: (size.width + divisor - 1) / divisor, height: (size.height + divisor - 1) / divisor)
    }
    return all.first { $0.width >= needed.width && $0.height >= needed.height } ?? size
  }

  /// Converts CMYK to RGB; the channels are inverted, 255 for no ink, as Adobe's programs store
  /// them.
  private static func withoutInk(_ pixels: [UInt8]) -> [UInt8] {
    var colors: [UInt8] = []
    colors.reserveCapacity(pixels.count / 4 * 3)
    for index in stride(from: 0, to: pixels.count, by: 4) {
      let light = Int(pixels[index + 3])
      for ink in pixels[index..<(index + 3)] { colors.append(UInt8(Int(ink) * light / 255)) }
    }
    return colors
  }

  private static func error(of decompressor: tjhandle) -> PictureError {
    guard let words = tjGetErrorStr2(decompressor) else {
      return .unreadable(.jpeg, reason: "unknown reason")
    }
    return .unreadable(.jpeg, saying: String(cString: words))
  }
}
