public import Terminal

/// The visible cells, and their positions.
extension TableView {
  /// Lays the table out for the given size, before a frame; the line at the top stays there, unless
  /// a pending movement continues.
  ///
  /// Before a cell is drawn for the first time since it became visible, the delegate is informed.
  /// Cost: proportional to the number of visible rows, and almost nothing if the size is unchanged;
  /// a header is measured each time.
  public func layout(for size: Size) {
    let isHeaderNew = layoutHeader(for: size)
    if size != self.size || isHeaderNew || visible.isEmpty {
      let top = Array(places.prefix(1))
      self.size = size
      layout(near: top)
    }
    goOn()
    for index in visible.indices { willDisplay(index) }
    tellSelection()
  }

  private func tellSelection() {
    guard isSelectionUntold else { return }
    isSelectionUntold = false
    guard selectedIdentifier != toldIdentifier else { return }
    toldIdentifier = selectedIdentifier
    delegate?.tableViewDidChangeSelection(self)
  }

  /// Informs a cell and the delegate that the cell will be drawn; if the delegate changes the
  /// visible rows, some cells wait for the next layout.
  private func willDisplay(_ index: Int) {
    guard index < visible.count, !visible[index].isDisplayed else { return }
    visible[index].isDisplayed = true
    visible[index].cell.willDisplay()
    guard index < visible.count, visible[index].isItem else { return }
    delegate?.tableView(
      self, willDisplay: visible[index].cell, forRowAt: visible[index].indexPath)
  }

  /// Requests all visible rows from the data source again.
  ///
  /// Call it after any change of visible rows, including their heights. The first visible row that
  /// still exists keeps its place on the screen, and the selection stays, whatever else was added
  /// or removed. If the selected section was removed, the next one is selected, or else the
  /// previous one.
  ///
  /// Cost: proportional to the number of visible rows, plus the number of sections that are skipped
  /// because they have no rows or cannot be selected; these may be all sections.
  ///
  /// - Parameters:
  ///   - keepingBottom: whether the lower visible rows keep their lines, rather than the upper
  ///     ones, if rows were added between them.
  ///   - moved: identifiers of sections that were moved; a row of these keeps its place only if no
  ///     other visible row still exists.
  public func reloadData(keepingBottom: Bool = false, moved: Set<AnyHashable> = []) {
    let places = places
    let order = keepingBottom ? places.reversed() : places
    let stayed = moved.isEmpty ? order : order.filter { !moved.contains($0.identifier) }
    // If all sections were moved, a moved one keeps the place.
    layout(near: stayed.count == order.count ? order : stayed + order)
    repairSelection(near: places)
  }

  /// Removes all visible rows, before another place is shown.
  func removeRows() {
    recycleAll()
    hiddenPlaces = []
  }

  /// Updates the positions after sections were added or removed elsewhere, without a change to the
  /// visible rows.
  ///
  /// The cells stay, and only the sections of the first and the last one are looked up. If one of
  /// them was removed, or the number of rows between them has changed, it calls `reloadData()`.
  /// Cost: proportional to the number of visible rows, plus that of the skipped sections; see
  /// `reloadData(keepingBottom:moved:)`.
  public func sectionsDidChange() {
    guard let first = visible.first, let last = visible.last,
      let start = section(of: first.identifier), let end = section(of: last.identifier),
      end - start == last.indexPath.section - first.indexPath.section
    else { return reloadData() }
    let distance = start - first.indexPath.section
    for index in visible.indices { visible[index].indexPath.section += distance }
    guard followEachOther(visible), has(visible[0].indexPath),
      has(IndexPath(row: last.indexPath.row, section: end))
    else { return reloadData() }
    fill()
    repairSelection(near: places)
  }

  private func followEachOther(_ cells: [VisibleCell]) -> Bool {
    for index in cells.indices.dropLast()
    where path(after: cells[index].indexPath) != cells[index + 1].indexPath { return false }
    return true
  }

  /// The positions of the visible rows, from the top.
  private var places: [RowAnchor] { visible.isEmpty ? hiddenPlaces : visible.map(RowAnchor.init) }

  /// Lays the rows out from the first position that still exists, which keeps its line; if none
  /// exists, from the section where the first one was.
  private func layout(near places: [RowAnchor]) {
    removeRows()
    if let (path, top) = kept(of: places) {
      place(path, top: top)
    } else {
      place(section: section(nearestTo: places))
    }
  }

  /// The first position that still exists; an item is preferred to the row of an edge, because that
  /// row stays at its edge and not at the reader's place.
  private func kept(of places: [RowAnchor]) -> (path: IndexPath, top: Int)? {
    let kept = places.lazy.compactMap { [self] place -> (path: IndexPath, top: Int)? in
      guard let section = section(of: place.identifier) else { return nil }
      let path = IndexPath(row: place.indexPath.row, section: section)
      return has(path) ? (path, place.top) : nil
    }
    return kept.first { canSelect($0.path.section) } ?? kept.first
  }

  private func section(nearestTo places: [RowAnchor]) -> Int {
    places.lazy.compactMap { [self] in section(of: $0.identifier) }.first
      ?? places.first?.indexPath.section ?? 0
  }

  /// Shows a row with its first line on the given line of the screen, which may be negative, if
  /// enough rows exist on both sides.
  func place(_ path: IndexPath, top: Int) {
    recycleAll()
    guard rowLines > 0 else {
      hiddenPlaces = identifier(of: path.section).map { [RowAnchor($0, path, top: top)] } ?? []
      return
    }
    guard let first = makeCell(path, top: 0) else { return }
    visible = [first]
    visible[0].top = min(rowLines - 1, max(top, 1 - first.height))
    fill()
  }

  /// Shows a section from its first line; if the section has no rows, shows the next one.
  func place(section: Int) {
    guard let path = firstPath(from: max(0, section)) else { return placeEnd() }
    place(path, top: 0)
  }

  /// Shows the last row with its last line at the bottom.
  func placeEnd() {
    guard let path = path(before: nil) else { return }
    place(path, top: rowLines)
    shift(by: visible.last?.height ?? 0)
  }

  /// Moves the visible rows up by a number of lines (down if negative), as far as rows exist.
  ///
  /// - Returns: the number of lines moved.
  @discardableResult
  func shift(by lines: Int) -> Int {
    var moved = 0
    while moved != lines, rowLines > 0 {
      let step = max(-rowLines, min(rowLines, lines - moved))
      let done = shiftOnce(by: step)
      moved += done
      if done != step { break }
    }
    return moved
  }

  private func shiftOnce(by lines: Int) -> Int {
    guard !visible.isEmpty else { return 0 }
    moveAll(by: -lines)
    return lines + fill()
  }

  /// Creates the missing cells at both ends, releases those outside the screen, and moves all rows
  /// if the screen would be empty at one end while more rows exist beyond the other.
  ///
  /// - Returns: the number of lines by which all rows moved up.
  @discardableResult
  func fill() -> Int {
    fillBelow()
    fillAbove()
    var corrected = 0
    let blankLines = rowLines - (visible.last?.bottom ?? rowLines)
    if blankLines > 0 { corrected -= moveDown(by: blankLines) }
    if let first = visible.first, first.top > 0 {
      corrected += first.top
      moveAll(by: -first.top)
      fillBelow()
    }
    return corrected
  }

  private func moveDown(by lines: Int) -> Int {
    moveAll(by: lines)
    fillAbove()
    return lines
  }

  private func moveAll(by lines: Int) {
    for index in visible.indices { visible[index].top += lines }
  }

  private func fillBelow() {
    trimAbove()
    while let last = visible.last, last.bottom < rowLines,
      let path = path(after: last.indexPath), let cell = makeCell(path, top: last.bottom)
    {
      visible.append(cell)
      trimAbove()
    }
  }

  private func fillAbove() {
    trimBelow()
    while let first = visible.first, first.top > 0, let path = path(before: first.indexPath),
      var cell = makeCell(path, top: 0)
    {
      cell.top = first.top - cell.height
      visible.insert(cell, at: 0)
      trimBelow()
    }
  }

  /// Releases the cells above the screen, but keeps at least one cell, which marks the place.
  private func trimAbove() {
    var count = 0
    while count < visible.count - 1, visible[count].bottom <= 0 {
      recycle(visible[count])
      count += 1
    }
    if count > 0 { visible.removeFirst(count) }
  }

  private func trimBelow() {
    while visible.count > 1, let last = visible.last, last.top >= rowLines {
      recycle(visible.removeLast())
    }
  }

  // MARK: Cells

  private func makeCell(_ path: IndexPath, top: Int) -> VisibleCell? {
    guard let cell = cell(at: path), let identifier = identifier(of: path.section) else {
      return nil
    }
    return VisibleCell(
      cell: cell, identifier: identifier, indexPath: path, top: top,
      height: max(1, cell.height(forWidth: contentWidth)))
  }

  private func cell(at path: IndexPath) -> (any ReusableCell)? {
    path.isItem ? dataSource?.tableView(self, cellForRowAt: path) : supplementaryCell(at: path)
  }

  private func recycle(_ cell: VisibleCell) { pool.enqueue(cell.cell) }

  func recycleAll() {
    visible.forEach(recycle)
    visible = []
  }
}
