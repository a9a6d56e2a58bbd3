import CPictures

/// A PNG file in memory, which libpng's simplified API decodes; the caller has checked its
/// signature.
struct PNGFile {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The size that the header declares, read without libpng, so that nothing is allocated.
  func declaredSize() throws(PictureError) -> PictureSize {
    guard bytes.count >= 33, number(at: 8) == 13, number(at: 12) == Chunk.header else {
      throw .unreadable(.png, reason: "no header")
    }
    let (width, height) = (number(at: 16), number(at: 20))
    let allowed = 1..<UInt32(1 << 31)
    guard allowed.contains(width), allowed.contains(height) else {
      throw .unreadable(.png, reason: "impossible size in the header")
    }
    return PictureSize(width: Int(width), height: Int(height))
  }

  /// Decodes the pixels, from a copy of the essential parts of the file.
  func decoded() throws(PictureError) -> Picture {
    let size = try declaredSize()
    // libpng keeps the address of this structure between its calls.
    let image = UnsafeMutablePointer<png_image>.allocate(capacity: 1)
    image.initialize(to: png_image())
    image.pointee.version = UInt32(PNG_IMAGE_VERSION)
    defer {
      png_image_free(image)
      image.deallocate()
    }
    let chunks = try essentialChunks(for: size)
    let picture = chunks.withUnsafeBytes { Self.read($0, of: size, through: image) }
    guard let picture else { throw Self.error(of: image.pointee) }
    return picture
  }

  /// The file without chunks that the pixels do not need: text, profiles and thumbnails.
  ///
  /// libpng would decompress these chunks, which can take 30 s for a file of 7 MB. It also
  /// decompresses all data after the last pixel; therefore the data may not exceed the size of
  /// uncompressed 64-bit pixels.
  private func essentialChunks(for size: PictureSize) throws(PictureError) -> [UInt8] {
    let most = 8 * (size.pixelCount + size.height) + 4096
    var kept = Array(bytes.prefix(8))
    kept.reserveCapacity(bytes.count)
    var start = 8
    while start + 12 <= bytes.count {
      let end = min(start + 12 + Int(number(at: start)), bytes.count)
      if Chunk.isEssential(number(at: start + 4)) { kept += bytes[start..<end] }
      start = end
    }
    guard kept.count <= most else {
      throw .unreadable(.png, reason: "more data than its size allows")
    }
    return kept
  }

  /// Reads a big-endian number; the caller has checked the bounds.
  private func number(at index: Int) -> UInt32 {
    bytes[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func read(
    _ file: UnsafeRawBufferPointer, of size: PictureSize,
    through image: UnsafeMutablePointer<png_image>
  ) -> Picture? {
    guard png_image_begin_read_from_memory(image, file.baseAddress, file.count) != 0,
      image.pointee.width == size.width, image.pointee.height == size.height
    else { return nil }
    let alpha = image.pointee.format & UInt32(PNG_FORMAT_FLAG_ALPHA)
    image.pointee.format = UInt32(PNG_FORMAT_FLAG_COLOR) | alpha
    // Without this flag, libpng would take 16-bit channels for linear light if the file has no
    // gamma chunk.
    image.pointee.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
    var pixels = [UInt8](repeating: 0, count: size.pixelCount * (alpha == 0 ? 3 : 4))
    guard png_image_finish_read(image, nil, &pixels, 0, nil) != 0 else { return nil }
    return Picture(size: size, hasAlpha: alpha != 0, pixels: pixels)
  }

  private static func error(of image: png_image) -> PictureError {
    let words = withUnsafeBytes(of: image.message) { $0.prefix { $0 != 0 } }
    return .unreadable(.png, saying: String(decoding: words, as: UTF8.self))
  }
}

extension PNGFile {
  /// The types of chunks, as the number formed by their four letters.
  private enum Chunk {
    static let header: UInt32 = 0x4948_4452  // IHDR
    private static let optional: Set<UInt32> = [
      0x7452_4E53,  // tRNS: transparency
      0x6741_4D41,  // gAMA
      0x7352_4742,  // sRGB
    ]

    /// Whether a chunk is needed: either it is critical, which a capital first letter shows, or it
    /// affects the display.
    static func isEssential(_ kind: UInt32) -> Bool {
      kind & 0x2000_0000 == 0 || optional.contains(kind)
    }
  }
}
