public import Terminal

/// A row, drawn into the canvas of its cell.
nonisolated extension ColumnLayout {
  /// Draws the values of a row, as the columns were laid out last; what is too long is cut.
  ///
  /// For `ReusableCell.draw(in:)`, where the layout was made for the width of the cell. Cost: the columns
  /// in sight.
  ///
  /// - Parameters:
  ///   - canvas: the region of the cell.
  ///   - line: the line that it draws on.
  ///   - ellipsis: stands at the end of what was cut; `Symbols.cut` of a theme.
  ///   - value: the value of a column; nil for none.
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

  /// Draws the names of the columns with their marks, each as its values stand; for a header.
  ///
  /// - Parameters:
  ///   - canvas: the region of the cell.
  ///   - line: the line that it draws on.
  ///   - ellipsis: stands at the end of what was cut.
  ///   - style: how they look.
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
  /// Columns between the column's start and a value, of which a number of columns is drawn.
  ///
  /// The value is measured only where it is aligned by that.
  func indent(of value: @autoclosure () -> ColumnLayout.Measure, width drawn: Int) -> Int {
    guard case .decimal(let after) = alignment else { return 0 }
    guard case .number(let before, _) = value() else { return max(0, width - drawn) }
    return max(0, min(width - drawn, width - after - before))
  }
}
