import Terminal

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
