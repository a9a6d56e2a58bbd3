public import Terminal

/// A frame.
extension TableView {
  /// Draws what is in sight, as it was laid out last, and changes nothing.
  ///
  /// The region at hand has the extent that it was laid out for. Cost: what is in sight.
  public func draw(in canvas: inout Canvas) {
    for index in visible.indices { draw(at: index, in: &canvas) }
  }

  /// By its index, because a copy of it costs as much as drawing a short line.
  private func draw(at index: Int, in canvas: inout Canvas) {
    // Identities are dear to compare; where the selection stands was looked up with the rows.
    if visible[index].indexPath.section == lastSelectedSection,
      visible[index].identifier == selectedIdentifier
    {
      drawSelection(of: visible[index], in: &canvas)
    }
    let (cell, height, width) = (visible[index].cell, visible[index].height, contentWidth)
    let place = Rect(line: visible[index].top, column: gutter, lines: height, columns: width)
    canvas.inRegion(place) {
      guard columnOffset > 0 else { return cell.draw(in: &$0) }
      let whole = Rect(
        line: 0, column: -columnOffset, lines: height, columns: columnOffset + width)
      $0.inRegion(whole) { cell.draw(in: &$0) }
    }
  }

  private func drawSelection(of visible: VisibleCell, in canvas: inout Canvas) {
    let blank = min(max(0, visible.cell.trailingBlankLines), visible.height - 1)
    for line in (visible.top..<(visible.bottom - blank)).clamped(to: 0..<size.lines) {
      canvas.draw(selectionMark, at: Point(line: line, column: 0), style: selectionStyle)
    }
  }
}
