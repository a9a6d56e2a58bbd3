import Terminal

/// Ten characters of plain ASCII from dark to bright, as they look on a dark background.
enum BrightnessRamp {
  private static let glyphs = " .:-=+*#%@".unicodeScalars.map { Glyph($0) }

  /// The character whose share of ink stands for a colour's brightness.
  static func glyph(for color: RGB) -> Glyph { glyphs[color.brightness * glyphs.count / 256] }
}
