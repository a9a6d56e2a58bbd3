import Paging

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
      self?.openedAt = self?.pager[0].id
      if let id { self?.select(id) }
      self?.message = Message("where you left off; g: newest")
    }
    jump(to: .after(cursor))
  }

  /// What a later run finds this place by: the item above the first row that is drawn, and the one
  /// that is selected; nil at the head, where a list begins anyway.
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
