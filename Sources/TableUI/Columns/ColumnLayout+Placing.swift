/// Positions of the visible columns.
nonisolated extension ColumnLayout {
  /// A closure that measures the values of a column and records their width in the layout.
  typealias Noting = (inout ColumnLayout, _ column: Int) -> Void

  /// The minimum width of a column that the right edge cuts, because a narrower part would show
  /// nothing useful; the first scrolled column may be narrower.
  private static let leastPart = 4

  /// Determines how many columns are frozen, and returns where the remaining columns begin.
  mutating func freeze(in width: Int, noting note: Noting) -> Int {
    visibleFrozenCount = 0
    var x = 0
    if mostFrozen > 0 {
      note(&self, 0)
      cutsFirst = self.width(of: 0) > width / 2
      if cutsFirst { cutsFirst = !fits(in: width, noting: note) }
    }
    while visibleFrozenCount < mostFrozen {
      if visibleFrozenCount > 0 { note(&self, visibleFrozenCount) }
      let end = x + frozenWidth(of: visibleFrozenCount, in: width)
      guard visibleFrozenCount == 0 || end <= width / 2 else { break }
      x = end + separation
      visibleFrozenCount += 1
    }
    return x
  }

  private func frozenWidth(of column: Int, in width: Int) -> Int {
    let need = self.width(of: column)
    return column == 0 && cutsFirst ? min(need, max(1, width / 2)) : need
  }

  /// Whether all columns are completely visible without scrolling.
  private mutating func fits(in width: Int, noting note: Noting) -> Bool {
    var x = -separation
    for column in columns.indices {
      note(&self, column)
      x += separation + self.width(of: column)
      guard x <= width else { return false }
    }
    return true
  }

  mutating func place(in width: Int, from start: Int, noting note: Noting) {
    offset = min(max(offset, visibleFrozenCount), columns.count - 1)
    if let end = end(in: width, from: start, noting: note) {
      showMore(than: end, width, noting: note)
    }
    visibleColumns = []
    placeFrozen(in: width)
    placeScrolled(in: width, from: start)
  }

  /// Measures the visible columns, and returns where the last column of the layout ends; nil if it
  /// is not completely visible.
  private mutating func end(
    in width: Int, from start: Int, noting note: Noting
  ) -> Int? {
    var x = start - separation
    for column in offset..<columns.count {
      guard x + separation < width else { return nil }
      note(&self, column)
      x += separation + self.width(of: column)
    }
    return x <= width ? x : nil
  }

  /// Scrolls to the left as far as possible while the last column stays completely visible.
  private mutating func showMore(than end: Int, _ width: Int, noting note: Noting) {
    var end = end
    while offset > visibleFrozenCount {
      note(&self, offset - 1)
      end += self.width(of: offset - 1) + separation
      guard end <= width else { return }
      offset -= 1
    }
  }

  private mutating func placeFrozen(in width: Int) {
    var x = 0
    for column in 0..<visibleFrozenCount {
      let own = frozenWidth(of: column, in: width)
      append(column, x: x, width: own)
      x += own + separation
    }
  }

  private mutating func placeScrolled(in width: Int, from start: Int) {
    var (x, column) = (start, offset)
    while x < width, column < columns.count {
      let need = self.width(of: column)
      guard column == offset || width - x >= min(need, Self.leastPart) else { return }
      append(column, x: x, width: min(need, width - x))
      x += need + separation
      column += 1
    }
  }

  private mutating func append(_ column: Int, x: Int, width: Int) {
    let alignment = columns[column].extent.alignment
    visibleColumns.append(Place(column: column, x: x, width: width, alignment: alignment))
  }
}
