import Terminal

/// What a reader's keys do to the place.
extension TableView {
  /// Scrolls by lines, down where positive; the selection stays where it is.
  ///
  /// Cost: the lines and the cells that come into sight.
  ///
  /// - Returns: the lines scrolled, fewer at an end.
  @discardableResult
  public func scroll(by lines: Int) -> Int { shift(by: lines) }

  /// Scrolls by a part of a screenful, and takes the selection along: to the first item that begins
  /// on the screen, or to the very last or first where there is nothing more to scroll.
  ///
  /// Cost: the lines and the cells that come into sight.
  ///
  /// - Parameter screenfuls: down where positive, by a line at least. A number that is not finite, or whose lines no
  ///   `Int` holds, is a programmer's mistake and ends the program.
  public func page(by screenfuls: Double) {
    let lines = lines(ofScreenfuls: screenfuls)
    page(byLines: screenfuls < 0 ? -lines : lines)
  }

  /// Pages by the lines of screenfuls, down where positive, and returns how many there were.
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

  /// The lines that a part of a screenful has, at least 1.
  func lines(ofScreenfuls screenfuls: Double) -> Int {
    max(1, Int((Double(rowLines) * abs(screenfuls)).rounded()))
  }

  /// Shows the first line of all and selects the first item; costs what is in sight.
  public func scrollToStart() {
    guard let path = path(after: nil) else { return }
    place(path, top: 0)
    select(path.section, orNext: 1)
  }

  /// Shows the last line of all and selects the last item; costs what is in sight.
  public func scrollToEnd() {
    placeEnd()
    select(sectionCount - 1, orNext: -1)
  }

  /// Whether the last line of all is in sight; false before the first layout.
  public var isAtEnd: Bool {
    guard let last = visible.last else { return false }
    return last.bottom <= rowLines && path(after: last.indexPath) == nil
  }

  /// Shows a section from its first line, as far as there is enough below it; the selection stays.
  ///
  /// A section that does not exist changes nothing. Cost: what is in sight, however far it is.
  public func scroll(toSection section: Int) {
    guard section >= 0, section < sectionCount else { return }
    place(section: section)
  }
}

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
