import Terminal

/// The scalars that a terminal would obey, or that hide or reorder the text around them.
///
/// They are defined by Unicode's properties, not by the filter's table, so that tests can check the
/// table: controls, unassigned scalars, those with Bidi_Control or Default_Ignorable_Code_Point,
/// line ends, and the marks of interlinear annotations.
package enum HostileScalars {
  /// Whether a code point must not be in anything that is drawn, for example because it is not a
  /// scalar.
  package static func contains(_ value: UInt32) -> Bool {
    if (0x20..<0x7F).contains(value) { return false }
    guard let scalar = Unicode.Scalar(value), !isBidirectionalControl(value) else { return true }
    if scalar.properties.isDefaultIgnorableCodePoint { return true }
    return switch scalar.properties.generalCategory {
    case .control, .unassigned, .lineSeparator, .paragraphSeparator: true
    default: (0xFFF9...0xFFFB).contains(value)
    }
  }

  /// Whether a code point has the property Bidi_Control.
  ///
  /// Source: Bidi_Control in PropList.txt; the standard library does not provide it.
  private static func isBidirectionalControl(_ value: UInt32) -> Bool {
    switch value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The scalars of a range that are not made harmless if they are alone, or that become several
  /// glyphs, apart from tabs, numbers such as `<U+200B>`, and spacing marks.
  package static func unfiltered(in range: ClosedRange<UInt32>) -> [Unicode.Scalar] {
    range.lazy.compactMap(Unicode.Scalar.init).filter { scalar in
      let text = SafeText(String(scalar))
      let isNumber = (8...10).contains(text.glyphs.count) && text.glyphs.last == Glyph(">")
      // A spacing mark alone is shown after a circle.
      let isMark = scalar.properties.generalCategory == .spacingMark && text.glyphs.count == 2
      let isOne = text.glyphs.count <= 1 || scalar == "\t" || isNumber || isMark
      return !isOne || !text.glyphs.allSatisfy(isHarmless) || !isHarmless(Glyph(scalar))
    }
  }

  private static func isHarmless(_ glyph: Glyph) -> Bool {
    glyph == .replacement || glyph.width > 0 && !glyph.scalars.contains { contains($0.value) }
  }
}
