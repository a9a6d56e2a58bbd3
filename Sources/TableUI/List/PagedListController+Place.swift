public import Paging

/// Continuing where an earlier run of a program left off.
extension PagedListController {
  /// Opens the list not at the head but after an item that an earlier run has saved, and shows a
  /// message.
  ///
  /// Call it before the list is shown.
  ///
  /// - Parameters:
  ///   - cursor: the cursor of the item above the first row; see `positionToSave`.
  ///   - id: the item to select, if it still exists.
  public func open(after cursor: Cursor, selecting id: Item.ID? = nil) {
    dropOpening()
    let showPlace: () -> Void = { [weak self] in
      guard let self, pager.count > 0 else { return }
      openedAt = pager[0].id
      if let id { select(id) }
      message = Message("where you left off; g: start")
    }
    opening = (showPlace, nil)
    jump(to: .after(cursor))
  }

  /// The items by which a later run finds this place: the item above the first drawn row, and the
  /// selected one; nil at the head, where a list begins anyway.
  ///
  /// If no item above the first drawn row is held, the item of that row takes its place. The result
  /// is also nil before the first frame, and if no held entry is at the top. Cost: proportional to
  /// the number of entries up to the next item above.
  public var positionToSave: (above: Item, selected: Item.ID?)? {
    catchUp()
    guard let path = tableView.indexPathsForVisibleRows.first,
      let top = sections.entryIndex(ofSection: path.section)
    else { return nil }
    let above = (0..<top).reversed().lazy.compactMap { self.pager[$0].item }.first
    guard let item = above ?? (pager.reaches(.leading) ? nil : pager[top].item) else { return nil }
    return (item, selectedItem?.id)
  }

  /// Whether the first row is still the one at which the list was opened.
  ///
  /// If so, the cursor passed to `open(after:selecting:)` remains the place to save, even though
  /// the item above the first row is not held.
  public var isWhereItWasOpened: Bool {
    guard let openedAt, let row = tableView.visible.first, row.indexPath.row <= 0 else {
      return false
    }
    return sections.entryIndex(ofSection: row.indexPath.section) == 0 && pager[0].id == openedAt
      && !pager.reaches(.leading)
  }
}

/// A reader's place: the top of the screen, the selection, and how to return to them.
///
/// `PagedListController.currentPlace()` returns the current place, and `go(backTo:)` goes back to a
/// place.
public struct ListPlace<Cursor: Hashable & Sendable> {
  /// A section, and the number of its item if known.
  struct Spot {
    let identifier: AnyHashable
    let number: Int?
  }

  let top: Spot
  /// The row of the section at the top of the screen, and the row's line, which is negative if the
  /// row begins above the screen.
  let row: Int
  let line: Int
  let selected: Spot?
  /// The position of the page that begins at the top; nil if no request loads that page.
  public let position: PageRequest<Cursor>.Position?
}

/// Returning to the place before the last jump.
extension PagedListController {
  /// The current place: the top of the screen and the selection; nil if no item is visible.
  public func currentPlace() -> ListPlace<Cursor>? {
    catchUp()
    let places = tableView.visible.lazy.filter(\.isItem)
    guard let top = places.first(where: { canSelect($0.indexPath.section) }) else { return nil }
    return ListPlace(
      top: spot(of: top.indexPath.section, top.identifier), row: top.indexPath.row, line: top.top,
      selected: tableView.selectedSection.flatMap { section in
        tableView.selectedIdentifier.map { spot(of: section, $0) }
      }, position: position(of: sections.index(ofSection: top.indexPath.section)))
  }

  /// Records the place to which `goBack()` returns: the place before a jump, by default the current
  /// one.
  public func noteDeparture(from place: ListPlace<Cursor>? = nil) {
    departure = place ?? currentPlace() ?? departure
  }

  /// Forgets the place before the last jump, because that place does not exist after the order of
  /// the items has changed.
  package func forgetDeparture() { departure = nil }

  /// Returns to the place before the last jump; a second call returns to where the first one was
  /// made.
  ///
  /// It returns immediately if the place is held, or with a load if its items have cursors or
  /// numbers; otherwise it shows a message.
  public func goBack() {
    guard let place = departure else { return say("no jump to return from") }
    noteDeparture()
    go(backTo: place)
  }

  /// Returns to a place, immediately if it is held, or with a load; shows a message if neither is
  /// possible.
  public func go(backTo place: ListPlace<Cursor>) {
    cancelPendingMovements()
    goAndMove(backTo: place)
  }

  /// Returns to a place like `go(backTo:)`; pending movements begin there.
  package func goAndMove(backTo place: ListPlace<Cursor>) {
    if show(place) {
      onNeedsDisplay?()
    } else if let position = place.position {
      jump(to: position, returning: place)
    } else {
      say("the previous place is no longer loaded")
    }
  }

  /// Restores a place if it is held or among placeholders; returns whether it was restored.
  @discardableResult
  func show(_ place: ListPlace<Cursor>) -> Bool {
    guard let top = section(of: place.top) else { return false }
    let row = min(place.row, tableView.rowCount(top) - 1)
    tableView.place(TableView.IndexPath(row: row, section: top), top: place.line)
    if let selected = place.selected.flatMap(section(of:)) {
      tableView.select(section: selected)
    } else {
      tableView.selectVisible()
    }
    return true
  }

  private func canSelect(_ section: Int) -> Bool { tableView.canSelect(section) }

  private func spot(of section: Int, _ identifier: AnyHashable) -> ListPlace<Cursor>.Spot {
    let number = pager.place(ofEntry: sections.index(ofSection: section))
    return ListPlace.Spot(identifier: identifier, number: number)
  }

  /// The section of a spot; for an item that is not held but can be loaded by number, the section
  /// that it will have.
  private func section(of spot: ListPlace<Cursor>.Spot) -> Int? {
    if let section = tableView.section(of: spot.identifier) { return section }
    guard pager.traits.opensAtItems, let number = spot.number, let first = pager.place(ofEntry: 0),
      sections.entryRange.contains(number - first)
    else { return nil }
    return sections.section(ofEntry: number - first)
  }

  /// The position of the page that begins with an entry; nil if no request loads that page.
  private func position(of index: Int) -> PageRequest<Cursor>.Position? {
    if index <= 0 { return pager.reaches(.leading) ? .start : nil }
    guard index <= pager.count, let above = pager[index - 1].item else { return nil }
    return pager.cursor(of: above.id).map { .after($0) }
  }
}
