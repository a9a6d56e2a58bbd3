import Paging

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
