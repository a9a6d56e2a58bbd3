import Terminal

/// Scrolling by the reader's keys.
extension TableView {
  /// Scrolls by lines, down if positive; the selection stays.
  ///
  /// Cost: proportional to the number of lines and of the cells that become visible.
  ///
  /// - Returns: the number of lines scrolled, which is smaller at an end.
  @discardableResult
  public func scroll(by lines: Int) -> Int { shift(by: lines) }

  /// Scrolls by a fraction of a screenful, and moves the selection along: to the first item that
  /// begins on the screen, or to the last or first item if it cannot scroll further.
  ///
  /// Cost: proportional to the number of lines and of the cells that become visible.
  ///
  /// - Parameter screenfuls: the fraction, down if positive; it counts as at least one line. A
  ///   number that is not finite, or whose lines do not fit into an `Int`, is a programming error
  ///   and ends the program.
  public func page(by screenfuls: Double) {
    let lines = lines(ofScreenfuls: screenfuls)
    page(byLines: screenfuls < 0 ? -lines : lines)
  }

  /// Pages by a number of lines, down if it is positive, and returns the number of lines moved.
  @discardableResult
  func page(byLines lines: Int) -> Int {
    let moved = shift(by: lines)
    guard allowsSelection else { return moved }
    if moved != lines {
      let edge = lines < 0 ? visible.first : visible.last
      select(edge?.indexPath.section, orNext: lines < 0 ? 1 : -1)
    } else {
      selectVisible()
    }
    return moved
  }

  /// The number of lines in a fraction of a screenful, at least 1.
  func lines(ofScreenfuls screenfuls: Double) -> Int {
    max(1, Int((Double(rowLines) * abs(screenfuls)).rounded()))
  }

  /// Shows the first line and selects the first item.
  public func scrollToStart() {
    guard let path = path(after: nil) else { return }
    place(path, top: 0)
    select(path.section, orNext: 1)
  }

  /// Shows the last line and selects the last item.
  public func scrollToEnd() {
    placeEnd()
    select(sectionCount - 1, orNext: -1)
  }

  /// Whether the last line is visible; false before the first layout.
  public var isAtEnd: Bool {
    guard let last = visible.last else { return false }
    return last.bottom <= rowLines && path(after: last.indexPath) == nil
  }

  /// Shows a section from its first line, if enough rows follow it; the selection stays.
  ///
  /// A section that does not exist is ignored. Cost: proportional to the number of visible rows, at
  /// any distance.
  public func scroll(toSection section: Int) {
    guard section >= 0, section < sectionCount else { return }
    place(section: section)
  }
}

/// Scrolling sideways, if cells are wider than the table.
extension TableView {
  /// Scrolls by columns, to the right if positive, as far as the visible cells extend.
  ///
  /// It does nothing if `scrollsSideways` is false. Cost: proportional to the total width of the
  /// visible cells.
  ///
  /// - Returns: the number of columns scrolled, which is smaller at an end.
  @discardableResult
  public func scroll(columns: Int) -> Int {
    guard scrollsSideways else { return 0 }
    let before = columnOffset
    let room = columns > 0 ? max(0, widest - contentWidth - before) : 0
    columnOffset = max(0, before + min(columns, room))
    return columnOffset - before
  }

  /// The width of the widest visible cell, including the header.
  private var widest: Int {
    let header = headerLines > 0 ? headerCell?.contentWidth ?? 0 : 0
    return visible.lazy.map(\.cell.contentWidth).reduce(header, max)
  }

  /// The number of columns for a sideways step: half of the width, as in `less`, unless the reader
  /// has set it.
  var sidewaysStep: Int { max(1, columnStep ?? contentWidth / 2) }
}
