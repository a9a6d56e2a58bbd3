import Terminal

/// The header, which stays above the rows.
extension TableView {
  /// Lines that rows have at the least where a header is shown: it gives way first.
  private static let leastRowLines = 3

  /// The lines that rows have: the table's, less those of the header.
  var rowLines: Int { max(0, size.lines - headerLines) }

  /// The lines of the header, as of the last layout; 0 where none is shown.
  public var headerHeight: Int { headerLines }

  /// The columns that a cell has: the table's, less those of the bar; 0 before the first layout.
  public var contentWidth: Int { contentWidth(of: size) }

  private func contentWidth(of size: Size) -> Int { max(0, size.columns - gutter) }

  /// Columns for the bar of the selection, or of the row that is marked, and a blank beside it.
  package var gutter: Int { allowsSelection || keepsMark ? 2 : 0 }

  /// Measures the header for an extent, tells its cell when it comes into sight, and says whether it has
  /// another height now.
  ///
  /// By itself for a screen that shows the header above something else than rows. Cost: the header's.
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
    return lines <= size.lines - Self.leastRowLines ? lines : 0
  }

  /// Draws the header as it was laid out; what it leaves blank has its look, too.
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
