/// A line of a canvas.
///
/// One that was kept stands on the next canvas by one assignment, and is known to be the same without a look
/// at its glyphs.
package struct CanvasLine: Sendable {
  /// The line as it was kept; nil where it was drawn into since.
  private var kept: KeptLine?
  /// What stands in each column, where it was drawn into.
  private var own: [StyledGlyph]?
  /// Whether nothing was drawn into it.
  package private(set) var isBlank = true

  /// Creates a line of blanks.
  package init(columns: Int) { kept = KeptLine(Array(repeating: .blank, count: columns)) }

  /// What stands in each column.
  package var glyphs: [StyledGlyph] { own ?? kept?.glyphs ?? [] }

  /// The number by which equal lines are found; see `LineDigest`.
  ///
  /// Cost: its columns, or constant where it was kept.
  package var digest: UInt64 { kept?.digest ?? LineDigest.of(glyphs) }

  /// By which it is found to be another line's copy; nil where it was drawn into.
  var identity: ObjectIdentifier? { kept.map { ObjectIdentifier($0) } }

  /// Takes the form in which canvases share it.
  ///
  /// Cost: if it was drawn into, a pass over its columns, because the digest is computed.
  mutating func keep() {
    guard let own else { return }
    (kept, self.own) = (KeptLine(own), nil)
  }

  // MARK: Drawing

  /// Writes glyphs side by side from a column, negative or not, as far as some columns reach.
  ///
  /// - Parameter width: the columns of all glyphs.
  mutating func write(
    _ text: [Glyph], width: Int, from first: Int, in visible: Range<Int>, _ style: Style
  ) {
    draw(in: visible) { line in
      text.withUnsafeBufferPointer { text in
        if text.count == width {
          // Most texts are this, and each frame does it for each new line: one pass.
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

  /// Sets the style of columns, their glyphs kept.
  mutating func set(_ style: Style, on columns: Range<Int>) {
    change(columns) { $0.style = style }
  }

  /// Puts a style over those of columns, their glyphs kept.
  mutating func overlay(_ style: Style, on columns: Range<Int>) {
    change(columns) { $0.style = $0.style.overlaid(by: style) }
  }

  private mutating func change(_ columns: Range<Int>, _ body: (inout StyledGlyph) -> Void) {
    withOwnGlyphs { line in
      for index in columns { body(&line[index]) }
    }
  }

  /// Draws over columns, of which there is at least one.
  ///
  /// Half a wide glyph cannot stand: where one half is about to be drawn over, at either end of what is drawn,
  /// the other becomes a blank.
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

  /// Copies the glyphs where others have them, too.
  private mutating func withOwnGlyphs(
    _ body: (UnsafeMutableBufferPointer<StyledGlyph>) -> Void
  ) {
    if let kept { (own, self.kept, isBlank) = (kept.glyphs, nil, false) }
    own?.withUnsafeMutableBufferPointer { body($0) }
  }
}
