public import Terminal

/// A picture as glyphs that show two pixels each, scaled and colored for a terminal.
///
/// With 256 colors or more, each half of a glyph (`▀` or `▄`) shows a pixel; the background of the
/// terminal shows where the picture is more than half transparent. With eight colors, a glyph is
/// one shade for both pixels; without colors, it is a character of the same brightness. Creating
/// this value, on any actor, costs time proportional to the picture's pixels (about 1 ms for
/// 320×240); drawing it costs time proportional to the number of its glyphs.
public struct HalfBlocks: Hashable, Sendable {
  /// The lines and columns of the glyphs, at least 1×1.
  public let size: Size
  private let tiles: [PictureTile]

  /// Scales a picture to fit into an area, keeping its aspect ratio, and enlarging it to at most
  /// twice its size.
  ///
  /// Cost: proportional to the number of pixels in the picture and in the area.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - area: the maximum lines and columns.
  ///   - depth: the number of colors of the terminal.
  ///   - ascii: whether only ASCII is shown, in the terminal's default colors.
  public init(_ picture: Picture, fitting area: Size, depth: ColorDepth, ascii: Bool = false) {
    self.init(picture, scaledTo: picture.size.scaled(into: area), depth: depth, ascii: ascii)
  }

  /// Scales a picture to a given size, in which each pixel is half a glyph.
  ///
  /// Cost: proportional to the number of pixels in the picture and in the result, whose size is not
  /// limited.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - pixels: the number of columns, and twice the number of lines.
  ///   - depth: the number of colors of the terminal.
  ///   - ascii: whether only ASCII is shown, in the terminal's default colors.
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

  /// Draws the picture with its top left corner at a point.
  ///
  /// Cost: proportional to the number of glyphs in visible lines.
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

  /// Combines each pair of pixel rows into a row of glyphs; the lower half after an odd last row
  /// stays empty.
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

/// A glyph of a picture with its colors.
struct PictureTile: Hashable {
  let glyph: Glyph
  let style: Style

  /// A transparent glyph.
  static let blank = PictureTile(glyph: .space, style: .plain)
  private static let upperHalf = Glyph("▀")
  private static let lowerHalf = Glyph("▄")

  /// Creates a glyph for two pixels, each of which is transparent if it is nil.
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

  /// Creates a glyph for the mean of two pixels in the eight base colors.
  init(shade color: RGB) {
    let shade = BaseShade.nearest(to: color)
    self.init(glyph: shade.glyph, style: shade.style)
  }

  /// Creates a glyph for the brightness of two pixels, without colors.
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
