public import Terminal

/// The extent of a picture in pixels: enough to lay it out before the picture is there.
public struct PictureSize: Hashable, Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// The longest side that a PNG can declare, and more than a JPEG can.
  private static let longestSide = (1 << 31) - 1
  /// More lines or columns than a terminal has: `TIOCGWINSZ` reports both in 16 bits.
  private static let longestEdge = (1 << 16) - 1

  /// Creates a size from what a file or a server declares; a side is taken as 1 to 2³¹ − 1.
  public init(width: Int, height: Int) {
    self.width = min(max(1, width), Self.longestSide)
    self.height = min(max(1, height), Self.longestSide)
  }

  /// The pixels in all.
  public var pixelCount: Int { width * height }

  /// The lines and columns that the picture takes when it is scaled into an area.
  ///
  /// A constant cost; the very size that `HalfBlocks` has with the same arguments.
  ///
  /// - Parameters:
  ///   - area: the most lines and columns to take.
  ///   - factor: how much a small picture may grow; 1, and what is below, for not at all. `HalfBlocks` takes 2.
  public func fitted(into area: Size, enlargedAtMost factor: Int = 2) -> Size {
    scaled(into: area, enlargedAtMost: factor).inGlyphs
  }

  /// The pixels that the picture has when it is scaled into an area, its shape kept.
  ///
  /// A pixel is one column wide and half a line high, which is about square. At least 1×1, and
  /// an empty area counts as one of 1×1.
  ///
  /// - Parameters:
  ///   - area: the most lines and columns to take.
  ///   - factor: how much a small picture may grow; 1, and what is below, for not at all.
  public func scaled(into area: Size, enlargedAtMost factor: Int = 2) -> PictureSize {
    let factor = Self.clamped(factor)
    let columns = min(Self.clamped(area.columns), width * factor)
    let halfLines = min(2 * Self.clamped(area.lines), height * factor)
    if columns * height <= halfLines * width {
      return PictureSize(width: columns, height: Self.rounded(height * columns, by: width))
    }
    return PictureSize(width: Self.rounded(width * halfLines, by: height), height: halfLines)
  }

  /// The lines and columns that these pixels take, two of them in a glyph, one above the other.
  var inGlyphs: Size { Size(lines: (height + 1) / 2, columns: width) }

  private static func clamped(_ value: Int) -> Int { min(max(1, value), longestEdge) }

  private static func rounded(_ value: Int, by divisor: Int) -> Int {
    (value + divisor / 2) / divisor
  }
}

extension PictureSize: CustomStringConvertible {
  /// The size as people write it: width × height.
  public var description: String { "\(width)×\(height)" }
}
