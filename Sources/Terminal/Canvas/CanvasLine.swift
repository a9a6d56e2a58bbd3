/// A line of a canvas.
///
/// A kept line is put on the next canvas with one assignment, and is known to be equal without a
/// comparison of its glyphs.
package struct CanvasLine: Sendable {
  /// The shared glyphs of a kept line; nil if the line has been drawn into since it was kept.
  private var kept: KeptLine?
  /// The glyph of each column, if the line has been drawn into since it was kept.
  private var own: [StyledGlyph]?
  /// Whether nothing has been drawn into the line.
  package private(set) var isBlank = true

  /// Creates a line of blanks.
  package init(columns: Int) { kept = KeptLine(Array(repeating: .blank, count: columns)) }

  /// The glyph of each column.
  package var glyphs: [StyledGlyph] { own ?? kept?.glyphs ?? [] }

  /// A number for finding equal lines; see `LineDigest`.
  ///
  /// Cost: proportional to the number of columns of the line, or constant for a kept line.
  package var digest: UInt64 { kept?.digest ?? LineDigest.of(glyphs) }

  /// The identity by which copies of a kept line are found; nil if the line has been drawn into
  /// since it was kept.
  var identity: ObjectIdentifier? { kept.map { ObjectIdentifier($0) } }

  /// Makes the line shareable between canvases.
  ///
  /// Cost: proportional to the number of columns if the line has been drawn into, because the
  /// digest is then computed.
  mutating func keep() {
    guard let own else { return }
    (kept, self.own) = (KeptLine(own), nil)
  }

  // MARK: Drawing

  /// Writes glyphs side by side from a column, which may be negative, clipped to a range of
  /// columns.
  ///
  /// - Parameter width: the total width of the glyphs in columns.
  mutating func write(
    _ text: [Glyph], width: Int, from first: Int, in visible: Range<Int>, _ style: Style
  ) {
    draw(in: visible) { line in
      text.withUnsafeBufferPointer { text in
        if text.count == width {
          // Most of the text in a frame takes this path, so it makes only one pass.
          for index in visible {
            line[index] = StyledGlyph(glyph: text[index &- first], style: style)
          }
        } else {
          Self.write(text, from: first, in: visible, style, into: line)
        }
      }
    }
  }

  private static func write(
    _ text: UnsafeBufferPointer<Glyph>, from first: Int, in visible: Range<Int>, _ style: Style,
    into line: UnsafeMutableBufferPointer<StyledGlyph>
  ) {
    var index = first
    for glyph in text {
      let next = index + glyph.width
      if index >= visible.upperBound { break }
      if index >= visible.lowerBound, next <= visible.upperBound {
        line[index] = StyledGlyph(glyph: glyph, style: style)
        if glyph.width == 2 {
          line[index + 1] = StyledGlyph(glyph: .continuation, style: style)
        }
      } else {
        for half in (index..<next).clamped(to: visible) {
          line[half] = StyledGlyph(glyph: .space, style: style)
        }
      }
      index = next
    }
  }

  /// Fills columns with a glyph of one column.
  mutating func fill(_ columns: Range<Int>, with glyph: Glyph, _ style: Style) {
    draw(in: columns) { line in
      for index in columns { line[index] = StyledGlyph(glyph: glyph, style: style) }
    }
  }

  /// Sets the style of columns, and keeps their glyphs.
  mutating func set(_ style: Style, on columns: Range<Int>) {
    change(columns) { $0.style = style }
  }

  /// Overlays a style on the styles of columns, and keeps their glyphs.
  mutating func overlay(_ style: Style, on columns: Range<Int>) {
    change(columns) { $0.style = $0.style.overlaid(by: style) }
  }

  private mutating func change(_ columns: Range<Int>, _ body: (inout StyledGlyph) -> Void) {
    withOwnGlyphs { line in
      for index in columns { body(&line[index]) }
    }
  }

  /// Draws over the given columns; there must be at least one.
  ///
  /// If one half of a wide glyph is drawn over at either end, the other half becomes a blank.
  private mutating func draw(
    in columns: Range<Int>, _ body: (UnsafeMutableBufferPointer<StyledGlyph>) -> Void
  ) {
    withOwnGlyphs { line in
      if line[columns.lowerBound].glyph.width == 0 { line[columns.lowerBound - 1].glyph = .space }
      if columns.upperBound < line.count, line[columns.upperBound].glyph.width == 0 {
        line[columns.upperBound].glyph = .space
      }
      body(line)
    }
  }

  /// Passes the line's own glyphs to a closure; copies the glyphs first if they are shared.
  private mutating func withOwnGlyphs(
    _ body: (UnsafeMutableBufferPointer<StyledGlyph>) -> Void
  ) {
    if let kept { (own, self.kept, isBlank) = (kept.glyphs, nil, false) }
    own?.withUnsafeMutableBufferPointer { body($0) }
  }
}
