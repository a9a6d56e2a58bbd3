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
