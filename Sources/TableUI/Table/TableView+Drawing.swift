public import Terminal

/// Drawing.
extension TableView {
  /// Draws the visible rows as last laid out, and changes nothing.
  ///
  /// The current region must have the size of the layout. Cost: proportional to the number of
  /// visible rows.
  public func draw(in canvas: inout Canvas) {
    guard headerLines > 0 else { return drawRows(in: &canvas) }
    drawHeader(in: &canvas)
    let rows = Rect(line: headerLines, column: 0, lines: rowLines, columns: size.columns)
    canvas.inRegion(rows) { drawRows(in: &$0) }
  }

  private func drawRows(in canvas: inout Canvas) {
    let barred = allowsSelection ? lastSelectedSection : markedSection
    for index in visible.indices {
      draw(at: index, isBarred: visible[index].indexPath.section == barred, in: &canvas)
    }
  }

  /// Draws the cell at an index; it takes the index, because copying a cell costs as much as
  /// drawing a short line.
  private func draw(at index: Int, isBarred: Bool, in canvas: inout Canvas) {
    if isBarred, hasBar(at: index) { drawBar(beside: visible[index], in: &canvas) }
    let extent = Size(lines: visible[index].height, columns: contentWidth)
    draw(visible[index].cell, top: visible[index].top, extent, in: &canvas)
  }

  /// Draws a cell to the right of the bar, from the first visible column.
  func draw(_ cell: any ReusableCell, top: Int, _ extent: Size, in canvas: inout Canvas) {
    let rect = Rect(origin: Point(line: top, column: gutter), size: extent)
    canvas.inRegion(rect) {
      guard columnOffset > 0 else { return cell.draw(in: &$0) }
      let whole = Rect(
        line: 0, column: -columnOffset, lines: extent.lines, columns: columnOffset + extent.columns)
      $0.inRegion(whole) { cell.draw(in: &$0) }
    }
  }

  /// Whether a row of the marked or selected section has the bar.
  ///
  /// The caller compares the sections first, because comparing identities is expensive.
  private func hasBar(at index: Int) -> Bool {
    visible[index].isItem
      && (!allowsSelection || visible[index].identifier == selectedIdentifier)
  }

  private func drawBar(beside visible: VisibleCell, in canvas: inout Canvas) {
    let blank = min(max(0, visible.cell.trailingBlankLines), visible.height - 1)
    for line in (visible.top..<(visible.bottom - blank)).clamped(to: 0..<rowLines) {
      canvas.draw(selectionMark, at: Point(line: line, column: 0), style: selectionStyle)
    }
  }
}
