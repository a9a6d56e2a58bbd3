import Paging

/// Applying updates of the pager to the table.
extension PagedListController {
  /// Applies the changes to the table so that the visible lines and the selection stay; then moves
  /// to another place if the update requires it.
  func show(_ update: PagerUpdate<Item>, since oldSections: SectionMap) {
    let isAtGap = selectionIsGap
    let isBehindHeld = showsOnlyPlaceholders(behind: oldSections)
    let isExchanged = update.changes.contains(.exchanged)
    // The visible rows stay if the new source has them too, unless it was opened at a position.
    let stays = isExchanged && !isEntering && showsHeldEntry
    if isExchanged { isEntering = false }
    layOut(update, since: oldSections, stays: stays)
    for (index, change) in update.changes.enumerated() where !(stays && change.isArrival) {
      follow(change, isAtGap: isAtGap, later: update.changes[(index + 1)...])
    }
    // With a key path, this function would not be specialized for the list's items, and generic
    // code would compute the whole difference.
    let hasArrived = update.changes.contains { $0.isArrival }
    if hasArrived || isExchanged, !pager.isForeign { entersAtEnd = false }
    if hasArrived {
      // If the source was opened before the first page had arrived, the update contains no
      // `.exchanged`, so the flag is also reset here.
      isEntering = false
      tableView.repairSelection(near: [])
      if let returning { show(returning) }
    }
    goBehindCountedEnd()
    guard hasArrived || isExchanged else { return isBehindHeld ? goToEndOfMiscounted() : () }
    guard let arrive = onArrival else { return }
    onArrival = nil
    arrive()
  }

  /// Whether the visible rows are placeholders after the last held item.
  private func showsOnlyPlaceholders(behind sections: SectionMap) -> Bool {
    guard let first = tableView.visible.first?.indexPath.section else { return false }
    return sections.index(ofSection: first) >= sections.count && sections.isPlaceholder(first)
  }

  /// Goes to the end if the visible placeholders have disappeared, because the source has fewer
  /// items than it has counted.
  private func goToEndOfMiscounted() {
    guard goal == nil, pager.totalCount == nil, sections.trailingPlaceholders == 0 else { return }
    showEnd()
  }

  /// Continues to load up to the end if the last counted item has arrived and may not be the last
  /// one, unless the reader has moved.
  private func goBehindCountedEnd() {
    guard let end = countedEnd, goal == nil else { return }
    guard lastPlace == end - 1 else { return countedEnd = nil }
    guard let held = pager.place(ofEntry: pager.count), held >= end else { return }
    countedEnd = nil
    guard !pager.reaches(.trailing) else { return }
    tableView.scrollToEnd()
    loadOn(to: .end)
  }

  /// The position of the selected item, or else of the last visible one, in the whole list.
  private var lastPlace: Int? {
    let last = tableView.indexPathsForVisibleRows.last {
      sections.entryRange.contains(sections.index(ofSection: $0.section))
    }
    let section = tableView.allowsSelection ? tableView.selectedSection : last?.section
    return section.flatMap { pager.place(ofEntry: sections.index(ofSection: $0)) }
  }

  private func follow(_ change: PagerChange, isAtGap: Bool, later: ArraySlice<PagerChange>) {
    switch change {
    case .replaced(.leading):
      showFirstEntry()
      landedItem = (0..<pager.count).lazy.compactMap { self.pager[$0].item }.first?.id
    case .replaced(.trailing):
      showLastEntry()
      landedItem = nil
    case .landed(let index): land(at: index - later.droppedAbove)
    case .extended(.trailing, _) where goal?.isEnd == true: tableView.scrollToEnd()
    case .refreshed(let new): if new == 0 { message = wordsForNothingNew() }
    case .filled(let entries, let side) where isAtGap && !entries.isEmpty:
      // A reader at the gap continues at the new item next to the rows that stay.
      let next = side == .leading ? entries.lowerBound : entries.upperBound - 1
      tableView.select(section: sections.section(ofEntry: next - later.droppedAbove))
    // If a jump has followed the exchange, `entersAtEnd` describes the jump.
    case .exchanged where entersAtEnd: tableView.scrollToEnd()
    case .filled, .extended, .exchanged, .renewed, .dropped, .moved, .replacedItem, .edited,
      .states:
      break
    }
  }

  /// Selects an entry, and puts it at the top of the screen if enough entries follow it.
  func land(at index: Int) {
    let section = sections.section(ofEntry: index)
    tableView.select(section: section)
    tableView.scroll(toSection: section)
    landedItem = (0..<pager.count).contains(index) ? pager[index].item?.id : nil
    if let landedItem { onLand(landedItem) }
  }

  /// Lays the table out again if the update has changed visible rows or their neighbors, because a
  /// cell may show its neighbor.
  private func layOut(
    _ update: PagerUpdate<Item>, since oldSections: SectionMap, stays: Bool
  ) {
    // If no visible row is in the new source, the list begins at the start of that source.
    if update.changes.contains(.exchanged), !stays { return showFirstEntry() }
    // The jump determines the new rows, so laying out the old ones would be wasted.
    if !stays, update.changes.contains(where: { $0.isArrival }) { return tableView.removeRows() }
    // If only a status row was shown, the reader has no place to keep.
    if oldSections.entryRange.isEmpty, pager.count > 0 { return showFirstEntry() }
    let difference = update.difference
    let isChanged =
      update.changes.contains { $0.changesRows }
      || changes(difference, rowsSince: oldSections)
    guard isChanged else { return sectionsDidChange() }
    let moved = difference.moved.map { AnyHashable(SectionID.entry($0.id)) }
    tableView.reloadData(keepingBottom: update.keepsBottom, moved: Set(moved))
  }

  /// Shows the first held entry at the top, below any placeholders; if placeholders were drawn,
  /// their items would be loaded in place of the held ones.
  private func showFirstEntry() {
    if sections.leadingPlaceholders > 0 { land(at: 0) } else { tableView.scrollToStart() }
  }

  /// Shows the last held entry at the bottom, above the placeholders, if any.
  private func showLastEntry() {
    guard sections.trailingPlaceholders > 0, pager.count > 0 else {
      return tableView.scrollToEnd()
    }
    let section = sections.section(ofEntry: pager.count - 1)
    tableView.select(section: section)
    tableView.place(TableView.IndexPath(row: 0, section: section), top: .max)
    // A tall item extends below the screen; before the first layout, no row is visible.
    if !tableView.visible.isEmpty { tableView.scrollToSelection() }
  }

  private var showsHeldEntry: Bool {
    tableView.visible.contains { entry($0.identifier) != nil }
  }

  /// Whether any entry was added, removed, moved or changed among the visible ones and their
  /// neighbors.
  private func changes(
    _ difference: PagerDifference<Item>, rowsSince oldSections: SectionMap
  ) -> Bool {
    guard !difference.isEmpty, let first = tableView.visible.first?.indexPath.section,
      let last = tableView.visible.last?.indexPath.section
    else { return false }
    let before = oldSections.index(ofSection: first) - 1...oldSections.index(ofSection: last) + 1
    if difference.indicesToRemove.contains(where: before.contains) { return true }
    // No visible entry was removed, so all have moved by the same number of sections.
    guard let anchor = tableView.visible.first(where: { entry($0.identifier) != nil }),
      let section = tableView(tableView, sectionWithIdentifier: anchor.identifier)
    else { return true }
    let shift =
      sections.index(ofSection: section)
      - oldSections.index(ofSection: anchor.indexPath.section)
    let after = before.lowerBound + shift...before.upperBound + shift
    return difference.indicesToInsert.contains(where: after.contains)
      || difference.changed.contains(where: after.contains)
  }

  /// Updates the sections, in case the list has not been informed of a change yet.
  func catchUp() {
    guard sections != currentSections else { return }
    sections = currentSections
    sectionsDidChange()
  }

  /// Updates the rows after a change that leaves the visible items unchanged.
  ///
  /// Cells are filled again only if a status row is visible, because its text may have changed, or
  /// if cells show the index of their item.
  private func sectionsDidChange() {
    if showsStatusRow || surroundings?.showsIndex == true {
      tableView.reloadData()
    } else {
      tableView.sectionsDidChange()
    }
  }
}

extension PagerUpdate {
  /// Whether only load states have changed.
  var saysOnlyStates: Bool { difference.isEmpty && changes.allSatisfy { $0 == .states } }

  /// Whether rows were added above the ones from which the reader continues.
  fileprivate var keepsBottom: Bool {
    changes.contains { if case .filled(_, from: .trailing) = $0 { true } else { false } }
  }
}

extension PagerChange {
  /// Whether the change is the arrival of a jump's page.
  fileprivate var isArrival: Bool {
    switch self {
    case .replaced, .landed: true
    default: false
    }
  }

  /// Whether the change may replace visible rows, or their text, even if the difference is empty.
  fileprivate var changesRows: Bool {
    switch self {
    case .replaced, .landed, .exchanged, .moved, .refreshed, .filled, .replacedItem: true
    case .renewed, .extended, .dropped, .edited, .states: false
    }
  }
}

extension ArraySlice<PagerChange> {
  /// The number of entries that these changes dropped above the entries of an earlier change in the
  /// same update.
  fileprivate var droppedAbove: Int {
    reduce(0) { if case .dropped(.leading, let count) = $1 { $0 + count } else { $0 } }
  }
}
