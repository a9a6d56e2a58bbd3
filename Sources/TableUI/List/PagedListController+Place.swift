public import Paging

/// Going on where an earlier run of a program was left.
extension PagedListController {
  /// Begins after an item of an earlier run instead of at the head, and says so.
  ///
  /// To be called before the list is shown.
  ///
  /// - Parameters:
  ///   - cursor: where the item is that stood above the first row; see `positionToSave`.
  ///   - id: the item to select, if it is still there.
  public func open(after cursor: Cursor, selecting id: Item.ID? = nil) {
    opening = { [weak self] in
      guard let self, pager.count > 0 else { return }
      openedAt = pager[0].id
      if let id { select(id) }
      message = Message("where you left off; g: newest")
    }
    jump(to: .after(cursor))
  }

  /// What a later run finds this place by: the item above the first row that is drawn, and the one
  /// that is selected; nil at the head, where a list begins anyway.
  ///
  /// Also nil before the first frame, and where no held entry is at the top. Cost: the entries up to the next item
  /// above.
  public var positionToSave: (above: Item, selected: Item.ID?)? {
    catchUp()
    guard let path = tableView.indexPathsForVisibleRows.first,
      let top = sections.entryIndex(ofSection: path.section)
    else { return nil }
    let above = (0..<top).reversed().lazy.compactMap { self.pager[$0].item }.first
    guard let item = above ?? (pager.reaches(.leading) ? nil : pager[top].item) else { return nil }
    return (item, selectedItem?.id)
  }

  /// Whether the first row is still the one that the list was opened at: then the place is the cursor
  /// that was given, though the item above is not held.
  public var isWhereItWasOpened: Bool {
    guard let openedAt, let row = tableView.visible.first, row.indexPath.row <= 0 else {
      return false
    }
    return sections.entryIndex(ofSection: row.indexPath.section) == 0 && pager[0].id == openedAt
      && !pager.reaches(.leading)
  }
}

/// Where a reader was: what stood at the top and what was selected, and how to come back to it.
///
/// `PagedListController.currentPlace()` makes one, and `go(backTo:)` leads to it.
public struct ListPlace<Cursor: Hashable & Sendable> {
  /// A section, and which of all items it is, where that is known.
  struct Spot {
    let identifier: AnyHashable
    let number: Int?
  }

  let top: Spot
  /// The row of the section at the top, and its line on the screen, negative where it begins above.
  let row: Int
  let line: Int
  let selected: Spot?
  /// What leads to the page that begins at the top; nil where nothing does.
  public let position: PageRequest<Cursor>.Position?
}

/// Going back to where the reader was before the last jump.
extension PagedListController {
  /// Where the reader is: what stands at the top and what is selected; nil where no item is in sight.
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

  /// Takes note of where the reader is, or was, before a jump: `goBack()` leads there.
  public func noteDeparture(from place: ListPlace<Cursor>? = nil) {
    departure = place ?? currentPlace() ?? departure
  }

  /// Forgets where the reader was before the last jump: in another order the place is another one.
  package func forgetDeparture() { departure = nil }

  /// Goes back to before the last jump, and so to and fro: at once where that is held, or by a load
  /// where its items have cursors or numbers; else says that it cannot.
  public func goBack() {
    guard let place = departure else { return say("there was no jump to go back from") }
    noteDeparture()
    go(backTo: place)
  }

  /// Goes back to a place: at once where that is held, or by a load; else says that it cannot.
  public func go(backTo place: ListPlace<Cursor>) {
    cancelPendingMovements()
    goAndMove(backTo: place)
  }

  /// The same, where movements that wait begin there.
  package func goAndMove(backTo place: ListPlace<Cursor>) {
    if show(place) {
      onNeedsDisplay?()
    } else if let position = place.position {
      jump(to: position, returning: place)
    } else {
      say("where you were is not loaded any more")
    }
  }

  /// Shows a place as it was, where it is held or stands among placeholders, and says whether it does.
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

  /// Where a spot is now, or where it is going to be, as each item of a counted source can be loaded.
  private func section(of spot: ListPlace<Cursor>.Spot) -> Int? {
    if let section = tableView.section(of: spot.identifier) { return section }
    guard pager.traits.opensAtItems, let number = spot.number, let first = pager.place(ofEntry: 0),
      sections.entryRange.contains(number - first)
    else { return nil }
    return sections.section(ofEntry: number - first)
  }

  /// What leads to the page that begins with an entry.
  private func position(of index: Int) -> PageRequest<Cursor>.Position? {
    if index <= 0 { return pager.reaches(.leading) ? .start : nil }
    guard index <= pager.count, let above = pager[index - 1].item else { return nil }
    return pager.cursor(of: above.id).map { .after($0) }
  }
}
