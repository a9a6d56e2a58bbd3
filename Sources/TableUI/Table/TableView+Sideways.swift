import Terminal

/// To the left and right, where cells are wider than the table.
extension TableView {
  /// Scrolls by columns, to the right where positive: no further than what is in sight goes.
  ///
  /// Does nothing where `scrollsSideways` is false. Cost: the cells in sight are asked for their
  /// widths.
  ///
  /// - Returns: the columns scrolled, fewer at an end.
  @discardableResult
  public func scroll(columns: Int) -> Int {
    guard scrollsSideways else { return 0 }
    let before = columnOffset
    let room = columns > 0 ? max(0, widest - contentWidth - before) : 0
    columnOffset = max(0, before + min(columns, room))
    return columnOffset - before
  }

  /// The columns of the widest cell in sight, the header among them.
  private var widest: Int {
    let header = headerLines > 0 ? headerCell?.contentWidth ?? 0 : 0
    return visible.lazy.map(\.cell.contentWidth).reduce(header, max)
  }

  /// Half of what fits, as `less` scrolls, unless a reader has set it.
  var sidewaysStep: Int { max(1, columnStep ?? contentWidth / 2) }
}
