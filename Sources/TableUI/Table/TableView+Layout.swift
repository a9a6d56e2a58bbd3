public import Terminal

/// Which cells are in sight, and where.
extension TableView {
  /// Lays out for an extent, before a frame; the line at the top stays at the top, unless a movement
  /// waits, which goes on.
  ///
  /// Before a cell is drawn for the first time since it came into sight the delegate is told. Cost:
  /// what is in sight, and next to nothing where the extent is the same; a header is measured each time.
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

  /// Tells the cell and the delegate, which may change what is in sight: then some cells wait for the next layout.
  private func willDisplay(_ index: Int) {
    guard index < visible.count, !visible[index].isDisplayed else { return }
    visible[index].isDisplayed = true
    visible[index].cell.willDisplay()
    guard index < visible.count, visible[index].isItem else { return }
    delegate?.tableView(
      self, willDisplay: visible[index].cell, forRowAt: visible[index].indexPath)
  }

  /// Asks the data source again for all that is in sight.
  ///
  /// To be called after any change of what is in sight, heights among it. The reader's line does not
  /// move, nor does the selection, whatever has come or gone; where the selected section is gone the
  /// next one is selected, or else the previous one. Cost: what is in sight.
  ///
  /// - Parameters:
  ///   - keepingBottom: whether, where rows came between those in sight, the lower ones stay where
  ///     they are rather than the upper ones.
  ///   - moved: identifiers of sections that stand elsewhere now: they do not hold the reader's line
  ///     where another one does.
  public func reloadData(keepingBottom: Bool = false, moved: Set<AnyHashable> = []) {
    let places = places
    let order = keepingBottom ? places.reversed() : places
    let stayed = moved.isEmpty ? order : order.filter { !moved.contains($0.identifier) }
    // One that moved is better than none.
    layout(near: stayed.count == order.count ? order : stayed + order)
    mendSelection(near: places)
  }

  /// Takes all that is in sight away, before another place is shown.
  func removeRows() {
    recycleAll()
    hiddenPlaces = []
  }

  /// Takes note that sections have come or gone, but what is in sight has not changed.
  ///
  /// The cells stay, and only the places of the first and the last are looked up; where one of them
  /// has gone, or there are more or fewer rows between them, it is a `reloadData()`. Cost: what is in sight.
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
    mendSelection(near: places)
  }

  private func followEachOther(_ cells: [VisibleCell]) -> Bool {
    for index in cells.indices.dropLast()
    where path(after: cells[index].indexPath) != cells[index + 1].indexPath { return false }
    return true
  }

  /// Where the rows in sight stand, from the top.
  private var places: [RowAnchor] { visible.isEmpty ? hiddenPlaces : visible.map(RowAnchor.init) }

  /// Lays out again from the first of the places that is still there, whose line stays; where none
  /// is, from where the first one stood.
  private func layout(near places: [RowAnchor]) {
    removeRows()
    if let (path, top) = kept(of: places) {
      place(path, top: top)
    } else {
      place(section: section(nearestTo: places))
    }
  }

  /// The first of the places that is still there: an item's rather than that of an edge's row, which
  /// stays at its edge and not where the reader is.
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

  /// Shows a row with its first line on a line of the screen, above it where negative, as far as
  /// there is enough on both sides.
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

  /// Shows a section from its first line; one without rows from the next one's.
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

  /// Moves what is in sight up by a number of lines (down where it is negative), as far as there is
  /// something to show.
  ///
  /// - Returns: the lines that it moved.
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

  /// Makes the cells that are missing at both ends, lets go those out of sight, and moves all where
  /// the screen would show nothing at an end though there is something beyond the other.
  ///
  /// - Returns: the lines that it moved all up by.
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

  /// Lets go the cells above the screen, but the last of all, by which the place is known.
  private func trimAbove() {
    while visible.count > 1, visible[0].bottom <= 0 { recycle(visible.removeFirst()) }
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
