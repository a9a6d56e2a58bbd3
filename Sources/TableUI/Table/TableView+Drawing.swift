public import Terminal

/// A frame.
extension TableView {
  /// Draws what is in sight into the region at hand, laid out for its extent.
  ///
  /// Before a cell is drawn for the first time since it came into sight the delegate is told. Cost:
  /// what is in sight.
  public func draw(in canvas: inout Canvas) {
    layout(for: canvas.size)
    for index in visible.indices { willDisplay(index) }
    for cell in visible { draw(cell, in: &canvas) }
  }

  /// Tells the delegate, which may change what is in sight: then some cells wait for the next frame.
  private func willDisplay(_ index: Int) {
    guard index < visible.count, !visible[index].isDisplayed else { return }
    visible[index].isDisplayed = true
    delegate?.tableView(
      self, willDisplay: visible[index].cell, forRowAt: visible[index].indexPath)
  }

  private func draw(_ visible: VisibleCell, in canvas: inout Canvas) {
    if visible.identifier == selectedIdentifier { drawSelection(of: visible, in: &canvas) }
    let (height, width) = (visible.height, contentWidth)
    canvas.inRegion(Rect(line: visible.top, column: gutter, lines: height, columns: width)) {
      guard columnOffset > 0 else { return visible.cell.draw(in: &$0) }
      let whole = Rect(
        line: 0, column: -columnOffset, lines: height, columns: columnOffset + width)
      $0.inRegion(whole) { visible.cell.draw(in: &$0) }
    }
  }

  private func drawSelection(of visible: VisibleCell, in canvas: inout Canvas) {
    let blank = min(max(0, visible.cell.trailingBlankLines), visible.height - 1)
    for line in (visible.top..<(visible.bottom - blank)).clamped(to: 0..<size.lines) {
      canvas.draw(selectionMark, at: Point(line: line, column: 0), style: selectionStyle)
    }
  }
}
