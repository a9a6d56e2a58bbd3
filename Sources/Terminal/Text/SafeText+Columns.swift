extension SafeText {
  /// Whether no glyph is wide: then a glyph's index is its column.
  private var isNarrow: Bool { glyphs.count == width }

  /// The columns of some of its glyphs together.
  ///
  /// Cost: their number, or constant where no glyph of the text is wide.
  func columns(of range: Range<Int>) -> Int {
    isNarrow ? range.count : glyphs[range].reduce(0) { $0 + $1.width }
  }

  /// The glyphs that have a part in some columns, and the column where the first of them begins.
  ///
  /// Cost: the glyphs up to the last of them, or constant where no glyph of the text is wide.
  func glyphs(in columns: Range<Int>) -> (range: Range<Int>, column: Int) {
    let columns = columns.clamped(to: 0..<width)
    if isNarrow { return (columns, columns.lowerBound) }
    guard !columns.isEmpty else { return (0..<0, 0) }
    var (first, column) = (0, 0)
    while column + glyphs[first].width <= columns.lowerBound {
      column += glyphs[first].width
      first += 1
    }
    var (end, next) = (first, column)
    while next < columns.upperBound {
      next += glyphs[end].width
      end += 1
    }
    return (first..<end, column)
  }

  /// Some of its glyphs.
  func part(_ range: Range<Int>) -> SafeText {
    range == glyphs.indices ? self : SafeText(glyphs: glyphs[range], of: self)
  }
}
