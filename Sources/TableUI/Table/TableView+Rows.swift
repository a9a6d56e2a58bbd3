/// The order of rows.
extension TableView {
  /// The cells of the visible rows, from the top, without supplements; each access creates an
  /// array.
  public var visibleCells: [any ReusableCell] {
    var cells: [any ReusableCell] = []
    forEachVisibleCell { cells.append($0) }
    return cells
  }

  /// Calls a closure with each of `visibleCells`, from the top, without creating an array in each
  /// frame.
  package func forEachVisibleCell(_ body: (any ReusableCell) -> Void) {
    for index in visible.indices where visible[index].isItem { body(visible[index].cell) }
  }

  /// The first line of a cell on the screen, negative if it begins above; nil if it is not visible.
  package func top(of cell: any ReusableCell) -> Int? {
    visible.first { $0.cell === cell }?.top
  }

  /// The index paths of the visible rows, from the top, without supplements; each access creates an
  /// array.
  public var indexPathsForVisibleRows: [IndexPath] {
    let rows = visible.indices
    guard hasSupplements else { return rows.map { visible[$0].indexPath } }
    return rows.map { visible[$0].indexPath }.filter(\.isItem)
  }

  /// The row below the given one; the first row if none is given.
  func path(after path: IndexPath?) -> IndexPath? {
    guard let path else { return firstPath(from: 0) }
    if let row = row(after: path.row, in: path.section) {
      return IndexPath(row: row, section: path.section)
    }
    return firstPath(from: path.section + 1)
  }

  /// The row above the given one; the last row if none is given.
  func path(before path: IndexPath?) -> IndexPath? {
    if let path, let row = row(before: path.row, in: path.section) {
      return IndexPath(row: row, section: path.section)
    }
    var section = (path?.section ?? sectionCount) - 1
    while section >= 0 {
      if let row = lastRow(of: section) { return IndexPath(row: row, section: section) }
      section -= 1
    }
    return nil
  }

  /// The first row of a section, or of the next one that has any.
  func firstPath(from section: Int) -> IndexPath? {
    for section in section..<max(section, sectionCount) where rowCount(section) > 0 {
      return IndexPath(row: firstRow(of: section), section: section)
    }
    return nil
  }

  /// Whether a row exists; a section without rows has no supplements.
  func has(_ path: IndexPath) -> Bool {
    let count = rowCount(path.section)
    guard count > 0 else { return false }
    return path.isItem ? path.row < count : supplements(of: path.section).has(row: path.row)
  }

  private func firstRow(of section: Int) -> Int {
    supplements(of: section).contains(.header) ? SectionSupplement.header.row : 0
  }

  /// The last row of a section; nil if the section has no rows, and therefore no supplements.
  private func lastRow(of section: Int) -> Int? {
    let rows = rowCount(section)
    guard rows > 0 else { return nil }
    return supplements(of: section).lastRow ?? rows - 1
  }

  private func row(after row: Int, in section: Int) -> Int? {
    if row + 1 < rowCount(section), row < SectionSupplement.footer.row { return row + 1 }
    guard hasSupplements else { return nil }
    return supplements(of: section).row(below: row)
  }

  private func row(before row: Int, in section: Int) -> Int? {
    if row > 0, row < SectionSupplement.footer.row { return row - 1 }
    guard hasSupplements else { return nil }
    let supplements = supplements(of: section)
    if row == 0, supplements.contains(.header) { return SectionSupplement.header.row }
    return row <= 0 ? nil : supplements.row(above: row) ?? rowCount(section) - 1
  }
}
