import Terminal

/// The header above the rows, which does not scroll.
extension TableView {
  /// The smallest number of lines for rows if a header is shown; with less space the header is
  /// hidden, unless the table keeps it.
  private static let leastRowLines = 3

  /// The number of lines for rows: those of the table without the header.
  var rowLines: Int { max(0, size.lines - headerLines) }

  /// The number of lines of the header in the last layout; 0 if it is hidden.
  public var headerHeight: Int { headerLines }

  /// The width of a cell in screen columns: that of the table without the bar of the selection and
  /// the blank next to it; 0 before the first layout.
  public var contentWidth: Int { contentWidth(of: size) }

  private func contentWidth(of size: Size) -> Int { max(0, size.columns - gutter) }

  /// The number of columns for the bar of the selection or of the marked row, and for a blank next
  /// to it.
  package var gutter: Int { allowsSelection || keepsMark ? 2 : 0 }

  /// Measures the header for a size, and informs its cell when it becomes visible; returns whether
  /// its height has changed.
  ///
  /// A screen that shows the header without rows calls it directly. Cost: that of the header.
  @discardableResult
  func layoutHeader(for size: Size) -> Bool {
    let before = headerLines
    headerLines = headerLines(for: size)
    if headerLines > 0, !isHeaderDisplayed {
      isHeaderDisplayed = true
      headerCell?.willDisplay()
    }
    if headerLines == 0 { isHeaderDisplayed = false }
    return headerLines != before
  }

  private func headerLines(for size: Size) -> Int {
    guard let headerCell else { return 0 }
    let lines = max(1, headerCell.height(forWidth: contentWidth(of: size)))
    if keepsHeader { return max(0, min(lines, size.lines - 1)) }
    return lines <= size.lines - Self.leastRowLines ? lines : 0
  }

  /// Draws the header as last laid out; the blank parts of the header also have its style.
  func drawHeader(in canvas: inout Canvas) {
    guard let headerCell, headerLines > 0 else { return }
    let rect = Rect(line: 0, column: 0, lines: headerLines, columns: canvas.size.columns)
    canvas.inRegion(rect) { canvas in
      let all = Rect(origin: .zero, size: canvas.size)
      canvas.fill(all, style: headerStyle)
      let width = contentWidth(of: canvas.size)
      draw(headerCell, top: 0, Size(lines: headerLines, columns: width), in: &canvas)
      canvas.add(
        Style(background: headerStyle.background, attributes: headerStyle.attributes), to: all)
    }
  }
}
