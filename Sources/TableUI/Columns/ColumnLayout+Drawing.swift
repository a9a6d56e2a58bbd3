public import Terminal

/// Drawing of a row into the canvas of its cell.
nonisolated extension ColumnLayout {
  /// Draws the values of a row in the current layout; values that are too long are cut.
  ///
  /// Call it in `ReusableCell.draw(in:)`, with a layout for the width of the cell. Cost:
  /// proportional to the length of the values in the visible columns.
  ///
  /// - Parameters:
  ///   - canvas: the region of the cell.
  ///   - line: the line to draw on.
  ///   - ellipsis: the glyph at the end of a cut value; use `Symbols.cut` of a theme.
  ///   - value: returns the value of a column, or nil if the row has none.
  public func draw(
    in canvas: inout Canvas, line: Int = 0, ellipsis: Glyph = Glyph("…"),
    value: (_ column: Int) -> StyledText?
  ) {
    for place in visibleColumns where place.column < columns.count {
      guard let value = value(place.column) else { continue }
      let text = value.truncated(to: place.width, ellipsis: ellipsis)
      let x = place.x + place.indent(of: Measure(value.text), width: text.width)
      canvas.draw(text, at: Point(line: line, column: x))
    }
  }

  /// Draws the names and marks of the columns for a header, aligned at the right in columns of
  /// numbers.
  ///
  /// - Parameters:
  ///   - canvas: the region of the cell.
  ///   - line: the line to draw on.
  ///   - ellipsis: the glyph at the end of a cut name.
  ///   - style: the style of the names.
  public func drawNames(
    in canvas: inout Canvas, line: Int = 0, ellipsis: Glyph = Glyph("…"), style: Style = .plain
  ) {
    for place in visibleColumns where place.column < columns.count {
      let text = columns[place.column].heading(width: place.width, ellipsis: ellipsis)
      let x = place.x + place.indent(of: .other(width: text.width), width: text.width)
      canvas.draw(text, at: Point(line: line, column: x), style: style)
    }
  }
}

nonisolated extension ColumnLayout.Place {
  /// The number of blanks before a value that is drawn with a given width.
  ///
  /// The value is measured only if the alignment of the column requires it.
  func indent(of value: @autoclosure () -> ColumnLayout.Measure, width drawn: Int) -> Int {
    guard case .decimal(let after) = alignment else { return 0 }
    guard case .number(let before, _) = value() else { return max(0, width - drawn) }
    return max(0, min(width - drawn, width - after - before))
  }
}
