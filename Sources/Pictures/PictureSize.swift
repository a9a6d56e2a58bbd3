public import Terminal

/// The size of a picture in pixels, sufficient to lay it out before it is loaded.
public struct PictureSize: Hashable, Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// The maximum side length of a PNG, which is greater than that of a JPEG.
  private static let longestSide = (1 << 31) - 1
  /// The maximum number of lines or columns of a terminal: `TIOCGWINSZ` reports both in 16 bits.
  private static let longestEdge = (1 << 16) - 1

  /// Creates a size from declared values, which are clamped to 1 … 2³¹ − 1.
  public init(width: Int, height: Int) {
    self.width = min(max(1, width), Self.longestSide)
    self.height = min(max(1, height), Self.longestSide)
  }

  /// The number of pixels.
  public var pixelCount: Int { width * height }

  /// The lines and columns of the picture when scaled into an area.
  ///
  /// Cost: constant. With the default factor, the result equals the size of `HalfBlocks` for the
  /// same area.
  ///
  /// - Parameters:
  ///   - area: the maximum lines and columns.
  ///   - factor: the maximum enlargement of a small picture; values up to 1 mean none. `HalfBlocks`
  ///     uses 2.
  public func fitted(into area: Size, enlargedAtMost factor: Int = 2) -> Size {
    scaled(into: area, enlargedAtMost: factor).inGlyphs
  }

  /// The size in pixels of the picture when scaled into an area, keeping its aspect ratio.
  ///
  /// A pixel is one column wide and half a line high, which is about square. The result is at least
  /// 1×1, and an empty area counts as 1×1.
  ///
  /// - Parameters:
  ///   - area: the maximum lines and columns.
  ///   - factor: the maximum enlargement of a small picture; values up to 1 mean none.
  public func scaled(into area: Size, enlargedAtMost factor: Int = 2) -> PictureSize {
    let factor = Self.clamped(factor)
    let columns = min(Self.clamped(area.columns), width * factor)
    let halfLines = min(2 * Self.clamped(area.lines), height * factor)
    if columns * height <= halfLines * width {
      return PictureSize(width: columns, height: Self.rounded(height * columns, by: width))
    }
    return PictureSize(width: Self.rounded(width * halfLines, by: height), height: halfLines)
  }

  /// The size in lines and columns if each glyph shows two pixels, one above the other.
  var inGlyphs: Size { Size(lines: (height + 1) / 2, columns: width) }

  private static func clamped(_ value: Int) -> Int { min(max(1, value), longestEdge) }

  private static func rounded(_ value: Int, by divisor: Int) -> Int {
    (value + divisor / 2) / divisor
  }
}

extension PictureSize: CustomStringConvertible {
  /// The size in the usual notation: width × height.
  public var description: String { "\(width)×\(height)" }
}
