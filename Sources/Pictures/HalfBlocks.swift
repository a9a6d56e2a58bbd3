public import Terminal

/// A picture as glyphs, two pixels in each, scaled and coloured for one screen.
///
/// With 256 colours or more the upper pixel is the foreground of `▀` and the lower its background; the
/// terminal's own background shows where the picture is more than half transparent. With eight
/// colours a glyph is one shade of both pixels, and without colours a character as bright.
/// Making it costs the picture's pixels (about 1 ms for 320×240) and can be done on any actor;
/// drawing it costs its glyphs.
public struct HalfBlocks: Hashable, Sendable {
  /// The lines and columns that it takes, at least 1×1.
  public let size: Size
  private let tiles: [PictureTile]

  /// Scales a picture into an area, its shape kept, enlarged to twice its size at most.
  ///
  /// Cost: the picture's pixels and those of the area.
  ///
  /// - Parameters:
  ///   - picture: what to show.
  ///   - area: the most lines and columns to take.
  ///   - depth: the colours that the screen shows.
  ///   - ascii: whether nothing but ASCII may be shown, in the terminal's own colours.
  public init(_ picture: Picture, fitting area: Size, depth: ColorDepth, ascii: Bool = false) {
    self.init(picture, scaledTo: picture.size.scaled(into: area), depth: depth, ascii: ascii)
  }

  /// Scales a picture to a size of one's own, each of its pixels half a glyph.
  ///
  /// Cost: the picture's pixels and those of the size, which nothing limits.
  ///
  /// - Parameters:
  ///   - picture: what to show.
  ///   - pixels: how many columns it takes, and twice how many lines.
  ///   - depth: the colours that the screen shows.
  ///   - ascii: whether nothing but ASCII may be shown, in the terminal's own colours.
  public init(
    _ picture: Picture, scaledTo pixels: PictureSize, depth: ColorDepth, ascii: Bool = false
  ) {
    size = pixels.inGlyphs
    if depth >= .palette256, !ascii {
      let colors = BoxAverage(picture, scaledTo: pixels).colors
      tiles = Self.pairs(of: colors, width: pixels.width, in: depth)
    } else {
      let whole = PictureSize(width: size.columns, height: size.lines)
      let isPlain = depth == .none || ascii
      tiles = BoxAverage(picture, scaledTo: whole).colors.map { color in
        guard let color else { return .blank }
        return isPlain ? PictureTile(character: color) : PictureTile(shade: color)
      }
    }
  }

  /// Draws it, its top left corner at a place.
  ///
  /// Cost: its glyphs in the visible lines.
  public func draw(in canvas: inout Canvas, at origin: Point = .zero) {
    let visible = canvas.visibleLines
    for line in 0..<size.lines where visible.contains(origin.line + line) {
      for column in 0..<size.columns {
        let tile = tiles[line * size.columns + column]
        let point = Point(line: origin.line + line, column: origin.column + column)
        canvas.draw(tile.glyph, at: point, style: tile.style)
      }
    }
  }

  /// Joins each two rows of pixels to one of glyphs; below an odd last row nothing is drawn.
  private static func pairs(
    of colors: [RGB?], width: Int, in depth: ColorDepth
  ) -> [PictureTile] {
    stride(from: 0, to: colors.count, by: 2 * width).flatMap { start in
      (start..<(start + width)).map { upper in
        let lower = upper + width
        return PictureTile(
          upper: colors[upper], lower: lower < colors.count ? colors[lower] : nil, in: depth)
      }
    }
  }
}

/// One glyph of a picture with its colours.
struct PictureTile: Hashable {
  let glyph: Glyph
  let style: Style

  /// Where the picture is transparent.
  static let blank = PictureTile(glyph: .space, style: .plain)
  private static let upperHalf = Glyph("▀")
  private static let lowerHalf = Glyph("▄")

  /// Shows two pixels in the colours of a screen; one that is nil is left as it is.
  init(upper: RGB?, lower: RGB?, in depth: ColorDepth) {
    switch (upper?.shown(in: depth), lower?.shown(in: depth)) {
    case (let upper?, let lower?):
      self.init(glyph: Self.upperHalf, style: Style(foreground: upper, background: lower))
    case (let upper?, nil):
      self.init(glyph: Self.upperHalf, style: Style(foreground: upper))
    case (nil, let lower?):
      self.init(glyph: Self.lowerHalf, style: Style(foreground: lower))
    case (nil, nil):
      self = .blank
    }
  }

  /// Shows the mean of two pixels in the eight base colours.
  init(shade color: RGB) {
    let shade = BaseShade.nearest(to: color)
    self.init(glyph: shade.glyph, style: shade.style)
  }

  /// Shows how bright two pixels are, without colours.
  init(character color: RGB) {
    self.init(glyph: BrightnessRamp.glyph(for: color), style: .plain)
  }

  private init(glyph: Glyph, style: Style) {
    self.glyph = glyph
    self.style = style
  }
}

extension RGB {
  fileprivate func shown(in depth: ColorDepth) -> Color {
    Color.rgb(red: red, green: green, blue: blue).shown(in: depth)
  }
}
