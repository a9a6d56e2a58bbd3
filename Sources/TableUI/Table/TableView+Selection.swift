import Terminal

/// The selection: a section, stored by its identity.
extension TableView {
  /// The current index of the selected section, or nil if nothing is selected.
  public var selectedSection: Int? { section(of: selectedIdentifier) }

  /// Selects a section, visible or not, without scrolling; a section that cannot be selected is
  /// ignored.
  public func select(section: Int) {
    guard allowsSelection, canSelect(section) else { return }
    selectedIdentifier = identifier(of: section)
    if section != lastSelectedSection { selectionMovedUp = section < lastSelectedSection }
    lastSelectedSection = section
  }

  /// Moves the selection to the next item and makes that item visible; if the selected item extends
  /// below the screen, scrolls by a line instead.
  ///
  /// Without a selection it scrolls by a line. A selection that is not visible moves to a visible
  /// item instead.
  ///
  /// - Returns: false at the end of the last item, or if nothing has moved; otherwise true.
  @discardableResult
  public func selectNext() -> Bool {
    guard let section = selectionInSight else { return bringSelection(orScrollBy: 1) }
    if let last = cells(of: section).last, !showsEnd(last) {
      shift(by: 1)
    } else if let next = selectable(from: section + 1, 1) {
      select(section: next)
      reveal(next, below: true)
      revealFooter(of: next)
    } else {
      showRest()
      return false
    }
    return true
  }

  /// Moves the selection to the previous item, as `selectNext` does to the next.
  ///
  /// - Returns: false at the start of the first item, or if nothing has moved; otherwise true.
  @discardableResult
  public func selectPrevious() -> Bool {
    guard let section = selectionInSight else { return bringSelection(orScrollBy: -1) }
    if let first = cells(of: section).first, first.indexPath.row > 0 || first.top < 0 {
      shift(by: -1)
    } else if let previous = selectable(from: section - 1, -1) {
      select(section: previous)
      reveal(previous, below: false)
      revealHeader(of: previous)
    } else {
      shift(by: -1)
      return false
    }
    return true
  }

  /// Scrolls as far as needed to show the selected item, or as much of a tall item as fits; an item
  /// that is more than a screenful of items away is shown from its first line.
  ///
  /// Cost: proportional to the number of lines passed, at most those of a screenful of items.
  public func scrollToSelection() {
    guard let section = selectedSection else { return }
    guard let first = visible.first, let last = visible.last,
      section >= first.indexPath.section - rowLines,
      section <= last.indexPath.section + rowLines
    else { return place(section: section) }
    let beginsAbove =
      section == first.indexPath.section && (first.top < 0 || first.indexPath.row > 0)
    reveal(section, below: section >= first.indexPath.section && !beginsAbove)
  }

  /// Scrolls, if necessary, so that a line of a visible section is shown.
  ///
  /// The line is counted from the section's first visible row.
  package func reveal(line: Int, ofSection section: Int) {
    guard let cell = visible.first(where: { $0.indexPath.section == section && $0.isItem }) else {
      return
    }
    let target = cell.top + line
    if target < 0 || target >= rowLines { shift(by: target - rowLines / 2) }
  }

  /// Selects the section on a line of the table, from 0; returns whether one can be selected there.
  ///
  /// Nothing is selected on the lines of headers, footers and separators.
  @discardableResult
  public func select(atLine line: Int) -> Bool {
    guard allowsSelection, let section = indexPath(atLine: line)?.section, canSelect(section) else {
      return false
    }
    select(section: section)
    return true
  }

  /// The row on a line of the table, from 0; nil for the lines of headers, footers and separators.
  public func indexPath(atLine line: Int) -> IndexPath? {
    let line = line - headerLines
    guard line >= 0, line < rowLines else { return nil }
    return visible.first { $0.top <= line && line < $0.bottom && $0.isItem }?.indexPath
  }

  /// Whether the selected section is visible.
  public var selectionIsInSight: Bool { selectionInSight != nil }

  /// Returns whether the selected section is visible; if not, the first visible item is selected
  /// instead.
  ///
  /// Call it before an action on the selected section, so that the reader sees the item to which
  /// the action applies.
  ///
  /// The result is false if nothing is selected, and true before the first layout, when nothing is
  /// visible yet.
  public func bringSelectionIntoSight() -> Bool {
    guard selectedSection != nil else { return false }
    if selectionInSight != nil || visible.isEmpty { return true }
    selectVisible()
    return false
  }

  /// Informs the delegate that the reader activates the selected section; if that section is not
  /// visible, it only selects the first visible item.
  public func activateSelection() {
    guard bringSelectionIntoSight(), let section = selectedSection else { return }
    delegate?.tableView(self, didActivateRowAt: IndexPath(row: 0, section: section))
  }

  // MARK: Parts

  /// The selected section, if it is visible.
  private var selectionInSight: Int? {
    guard allowsSelection, let section = selectedSection else { return nil }
    return cells(of: section).isEmpty ? nil : section
  }

  /// Selects the first visible item without scrolling; scrolls by lines if nothing was selected or
  /// no visible item can be selected.
  ///
  /// - Returns: whether the selection or the rows have moved.
  private func bringSelection(orScrollBy lines: Int) -> Bool {
    if allowsSelection, selectedSection != nil, selectVisible() { return true }
    let lines = shift(by: lines)
    return selectVisible() || lines != 0
  }

  /// Selects the first item that begins on the screen, or else the first visible one; returns
  /// whether there is any.
  @discardableResult
  func selectVisible() -> Bool {
    let items = visible.filter { $0.isItem && canSelect($0.indexPath.section) }
    let first = items.first { $0.top >= 0 && $0.indexPath.row == 0 } ?? items.first
    guard let first else { return false }
    select(section: first.indexPath.section)
    return true
  }

  /// The section's visible cells without supplements.
  private func cells(of section: Int) -> [VisibleCell] {
    visible.filter { $0.indexPath.section == section && $0.isItem }
  }

  private func showsEnd(_ cell: VisibleCell) -> Bool {
    cell.indexPath.row == rowCount(cell.indexPath.section) - 1 && cell.bottom <= rowLines
  }

  /// Scrolls until a section is completely visible or, if it is taller than the screen, until it
  /// fills the screen.
  private func reveal(_ section: Int, below: Bool) {
    while true {
      let cells = cells(of: section)
      if below {
        if let last = cells.last, showsEnd(last) { return }
        if let first = cells.first, first.indexPath.row > 0 || first.top <= 0 { return }
      } else {
        if let first = cells.first, first.indexPath.row == 0, first.top >= 0 { return }
        if let last = cells.last, last.bottom >= rowLines || !showsEnd(last) { return }
      }
      if shift(by: below ? 1 : -1) == 0 { return }
    }
  }

  /// Scrolls further to show a section's header, as long as the section's last visible line stays
  /// visible.
  private func revealHeader(of section: Int) {
    guard hasSupplements else { return }
    while let first = visible.first, first.indexPath.section == section,
      first.top < 0 || first.indexPath.row == 0 && supplements(of: section).contains(.header),
      let last = cells(of: section).last, last.bottom < rowLines, shift(by: -1) != 0
    {}
  }

  /// Scrolls further to show a section's footer, as long as the section's first visible line stays
  /// visible.
  private func revealFooter(of section: Int) {
    guard hasSupplements, supplements(of: section).contains(.footer) else { return }
    while let last = visible.last, last.indexPath.section == section,
      last.isItem || last.indexPath.row == SectionSupplement.footer.row && last.bottom > rowLines,
      let first = cells(of: section).first, first.top > 0, shift(by: 1) != 0
    {}
  }

  /// Shows the rows after the last item, which cannot be selected, such as the row that shows the
  /// end.
  private func showRest() {
    while let last = visible.last, last.bottom > rowLines || path(after: last.indexPath) != nil,
      shift(by: 1) != 0
    {}
  }

  func select(_ section: Int?, orNext direction: Int) {
    guard let section, let found = selectable(from: section, direction) else { return }
    select(section: found)
  }

  /// The first section that can be selected, from a given one in a direction.
  private func selectable(from section: Int, _ direction: Int) -> Int? {
    let end = direction > 0 ? max(section, sectionCount) : -1
    return stride(from: section, to: end, by: direction).first(where: canSelect)
  }

  /// Keeps the selection valid: if its section was removed, the next one is selected, or else the
  /// previous one.
  func repairSelection(near places: @autoclosure () -> [RowAnchor]) {
    guard allowsSelection else { return }
    if let section = selectedSection, canSelect(section) {
      // The section may have another identity now, for example if a placeholder became an item.
      selectedIdentifier = identifier(of: section)
      lastSelectedSection = section
      return
    }
    let heir = successor(among: places()) ?? min(lastSelectedSection, sectionCount)
    selectedIdentifier = nil
    select(section: selectable(from: heir, 1) ?? selectable(from: heir - 1, -1) ?? 0)
  }

  /// The current section of the next visible row after the selection, or else the section after
  /// that of the previous row.
  ///
  /// An index alone would be wrong if sections above were also added or removed.
  private func successor(among places: [RowAnchor]) -> Int? {
    guard let gone = places.lastIndex(where: { $0.identifier == selectedIdentifier }) else {
      return nil
    }
    let next = places[gone...].lazy.compactMap { [self] in section(of: $0.identifier) }.first
    let previous = places[..<gone].lazy.reversed().compactMap { [self] in
      section(of: $0.identifier)
    }.first
    return next ?? previous.map { $0 + 1 }
  }
}
